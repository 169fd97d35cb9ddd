import { useState } from 'react';
import type { DeskAct, DeskItem } from '../api/desk-client.ts';
import type { JsonObject } from '../api/wire.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import { aboutOf } from './item-key.ts';
import type { Desk } from './use-desk.ts';

interface ItemActionsProps {
  readonly desk: Desk;
  readonly item: DeskItem;
  readonly onProblem: (code: string | undefined) => void;
}

const PLAIN = 'rounded-lg border border-line-strong px-3 py-1.5 text-[13px] hover:bg-sunken disabled:opacity-50';
const STRONG =
  'rounded-lg bg-accent px-3 py-1.5 text-[13px] font-medium text-on-accent hover:bg-accent-strong disabled:opacity-50';

interface Choice {
  readonly label: string;
  readonly act: DeskAct;
  readonly body: JsonObject;
  readonly isMain?: boolean;
  readonly isOff?: boolean;
}

/** What can be done about one item. */
export function ItemActions({ desk, item, onProblem }: ItemActionsProps) {
  const { texts, language } = useTexts();
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const choices = choicesOf(item, words.trim(), texts.desk);

  const perform = async ({ act, body }: Choice): Promise<void> => {
    setBusy(true);
    onProblem(await desk.perform(act, body));
    setWords('');
    setBusy(false);
  };

  return (
    <div className="flex flex-col gap-2 border-t border-line bg-sunken px-3 py-2.5" data-actions={item.kind}>
      {item.kind !== 'hand_over' && (
        <p className="text-[13px]">
          <span className="font-medium">{item.title?.[language] ?? item.followUp ?? item.capability}</span>
          <span className="text-muted"> {aboutOf(item)}</span>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <input
          value={words}
          onChange={(event) => setWords(event.target.value)}
          placeholder={placeholderOf(item, texts.desk)}
          aria-label={placeholderOf(item, texts.desk)}
          maxLength={2_000}
          className="min-w-40 flex-1 rounded-lg border border-line bg-surface px-3 py-1.5 text-[13px] placeholder:text-faint"
        />
        {choices.map((choice) => (
          <button
            key={choice.label}
            type="button"
            disabled={isBusy || choice.isOff}
            onClick={() => void perform(choice)}
            className={choice.isMain ? STRONG : PLAIN}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </div>
  );
}

type DeskTexts = ReturnType<typeof useTexts>['texts']['desk'];

function placeholderOf({ kind }: DeskItem, texts: DeskTexts): string {
  if (kind === 'in_doubt') return texts.settleReason;
  if (kind === 'approval') return texts.approvalReason;
  return kind === 'hand_over' ? texts.note : texts.ofOthers;
}

function choicesOf(item: DeskItem, words: string, texts: DeskTexts): readonly Choice[] {
  const { conversation, operation = '' } = item;
  const note: JsonObject = words === '' ? {} : { note: words };
  switch (item.kind) {
    case 'hand_over': {
      const take: Choice = { label: texts.takeOver, act: { act: 'take-over', conversation }, body: {}, isMain: true };
      const back: Choice = { label: texts.handBack, act: { act: 'hand-back', conversation }, body: note };
      return item.person ? [back] : [take, back];
    }
    case 'follow_up':
      return [{ label: texts.done, act: { act: 'done', operation }, body: note, isMain: true }];
    case 'approval': {
      const approve = (verdict: 'approve' | 'refuse', label: string): Choice => ({
        label,
        act: { act: 'approval', operation },
        body: words === '' ? { verdict } : { verdict, reason: words },
        isMain: verdict === 'approve',
      });
      return [approve('approve', texts.approve), approve('refuse', texts.refuse)];
    }
    case 'in_doubt': {
      const settle = (outcome: 'succeeded' | 'failed', label: string): Choice => ({
        label,
        act: { act: 'settle', operation },
        body: { outcome, reason: words },
        isOff: words === '',
      });
      return [settle('succeeded', texts.succeeded), settle('failed', texts.failed)];
    }
    // What this page does not know is shown, and left to other faces.
    default:
      return [];
  }
}
