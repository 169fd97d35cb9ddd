import { Collapsible } from 'radix-ui';
import { memo } from 'react';
import type { RoundView } from '../fold/rounds.ts';
import { type Texts, wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { EntryRow } from './entry-row.tsx';

interface RoundCardProps {
  readonly round: RoundView;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** One round: what set it off and what came of it on one line, its entries when open. */
export const RoundCard = memo(function RoundCard({ round, isOpen, isSelected, onOpenChange }: RoundCardProps) {
  const { texts } = useTexts();
  const isRunning = round.number !== undefined && round.endedAt === undefined;
  return (
    <Collapsible.Root
      open={isOpen}
      onOpenChange={onOpenChange}
      id={`round-${round.id}`}
      data-round={round.id}
      className={`scroll-mt-3 overflow-hidden rounded-xl border bg-surface ${isSelected ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
    >
      <Collapsible.Trigger className="group flex w-full items-center gap-2.5 px-3 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2">
        <Icon name="chevron" className="size-4 text-faint transition-transform group-data-[state=open]:rotate-90" />
        <span className="shrink-0 text-[13px] font-semibold">
          {round.number === undefined ? texts.outsideRound : `${texts.round} ${round.number}`}
        </span>
        <span className="min-w-0 flex-1 truncate text-[13px] text-muted">{causeText(round, texts)}</span>
        <Tally round={round} />
        {isRunning ? (
          <span className="flex shrink-0 items-center gap-1.5 text-xs text-accent">
            <span className="breathing size-1.5 rounded-full bg-accent" aria-hidden="true" />
            {texts.running}
          </span>
        ) : (
          <span className="shrink-0 text-[11px] text-faint">
            <Time at={round.startedAt} withSeconds />
          </span>
        )}
      </Collapsible.Trigger>
      <Collapsible.Content className="border-t border-line px-3 py-1.5">
        <ol>
          {round.entries.map((entry) => (
            <EntryRow key={entry.sequence} entry={entry} />
          ))}
        </ol>
      </Collapsible.Content>
    </Collapsible.Root>
  );
});

/** How many calls were let through and held back, and whether an outcome is open. */
function Tally({ round }: { readonly round: RoundView }) {
  const { texts } = useTexts();
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-xs tabular-nums">
      {round.allowed > 0 && (
        <span className="flex items-center gap-0.5 rounded-full bg-pass-soft px-1.5 text-pass" title={texts.allowed}>
          <Icon name="check" className="size-3" />
          {round.allowed}
          <span className="sr-only"> {texts.allowed}</span>
        </span>
      )}
      {round.asked > 0 && (
        <span className="flex items-center gap-0.5 rounded-full bg-warn-soft px-1.5 text-warn" title={texts.asking}>
          <Icon name="bell" className="size-3" />
          {round.asked}
          <span className="sr-only"> {texts.asking}</span>
        </span>
      )}
      {round.blocked > 0 && (
        <span className="flex items-center gap-0.5 rounded-full bg-fail-soft px-1.5 text-fail" title={texts.blocked}>
          <Icon name="cross" className="size-3" />
          {round.blocked}
          <span className="sr-only"> {texts.blocked}</span>
        </span>
      )}
      {round.receipts.unknown > 0 && (
        <span className="rounded-full bg-warn-soft px-1.5 text-warn">{texts.receiptOutcomes.unknown}</span>
      )}
    </span>
  );
}

function causeText({ cause }: RoundView, texts: Texts): string {
  switch (cause.kind) {
    case 'message':
      return cause.text;
    case 'button':
      return cause.text === 'confirm' ? texts.pressedConfirm : texts.pressedDecline;
    case 'opened':
      return texts.causes.opened;
    case 'other':
      return wordFor(texts.causes, cause.text);
    default:
      return cause.kind satisfies never;
  }
}
