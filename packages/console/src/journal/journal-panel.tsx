import { useCallback, useEffect, useMemo, useState } from 'react';
import type { JsonObject } from '../api/wire.ts';
import { shortText } from '../fold/read.ts';
import { foldRounds } from '../fold/rounds.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import type { ConversationState } from '../state/conversation.ts';
import { Icon } from '../ui/icon.tsx';
import { useStickToBottom } from '../ui/use-stick-to-bottom.ts';
import { RoundCard } from './round-card.tsx';

/** A round that the reader asked for; a new object for every time it was asked. */
export interface SelectedRound {
  readonly round: string;
}

interface JournalPanelProps {
  readonly state: ConversationState;
  readonly selected: SelectedRound | undefined;
}

/** The journal of the conversation, live: its rounds in order, the newest open. */
export function JournalPanel({ state, selected }: JournalPanelProps) {
  const { texts } = useTexts();
  const rounds = useMemo(() => foldRounds(state.entries), [state.entries]);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const stick = useStickToBottom<HTMLDivElement>(state.entries);
  const open = useCallback((id: string, isOpen: boolean) => setOpened((before) => new Map(before).set(id, isOpen)), []);
  const newest = rounds.at(-1)?.id;

  useEffect(() => {
    if (selected === undefined) return;
    open(selected.round, true);
    requestAnimationFrame(() => document.getElementById(`round-${selected.round}`)?.scrollIntoView({ block: 'start' }));
  }, [selected, open]);

  return (
    <div className="relative flex h-full min-h-0 flex-col">
      <div ref={stick.ref} onScroll={stick.onScroll} className="min-h-0 flex-1 overflow-y-auto px-3 py-3 sm:px-4">
        {rounds.length === 0 && <p className="py-8 text-center text-[13px] text-faint">{texts.journalEmpty}</p>}
        <div className="space-y-2">
          {rounds.map((round) => (
            <RoundCard
              key={round.id}
              round={round}
              isOpen={opened.get(round.id) ?? round.id === newest}
              isSelected={round.id === selected?.round}
              onOpenChange={(isOpen) => open(round.id, isOpen)}
            />
          ))}
        </div>
        {state.progress !== undefined && <Progress progress={state.progress} />}
      </div>
      {!stick.isAtBottom && (
        <button
          type="button"
          onClick={stick.toBottom}
          className="absolute right-4 bottom-3 flex items-center gap-1 rounded-full border border-line-strong bg-surface px-3 py-1 text-xs shadow-card hover:border-accent"
        >
          <Icon name="down" className="size-3.5" />
          {texts.newest}
        </button>
      )}
    </div>
  );
}

/** What the running round is doing; not recorded, and gone when the round ends. */
function Progress({ progress }: { readonly progress: JsonObject }) {
  const line = Object.values(progress)
    .filter((value) => typeof value !== 'object')
    .map((value) => shortText(value))
    .join(' · ');
  return (
    <p className="mt-2 flex items-center gap-2 px-1 font-mono text-[11px] text-faint">
      <span className="breathing size-1.5 rounded-full bg-accent" aria-hidden="true" />
      {line}
    </p>
  );
}
