import { memo, type ReactNode } from 'react';
import type { Entry } from '../api/wire.ts';
import { readDecision } from '../fold/decision.ts';
import { objectAt, objectsAt, shortText, textAt } from '../fold/read.ts';
import { readReceipt } from '../fold/receipt.ts';
import { summarise } from '../fold/summary.ts';
import { type Texts, wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import type { IconName } from '../ui/icon.tsx';
import { DecisionCard } from './decision-card.tsx';
import { EntryFrame, type Tone } from './entry-frame.tsx';
import { ReceiptCard } from './receipt-card.tsx';

/** One entry of the journal. What this page has no form for is shown by its kind and its short fields. */
export const EntryRow = memo(function EntryRow({ entry }: { readonly entry: Entry }) {
  const { texts } = useTexts();
  const decision = entry.kind === 'gate.decision' ? readDecision(entry) : undefined;
  if (decision !== undefined) return <DecisionCard entry={entry} decision={decision} />;
  const receipt = readReceipt(entry);
  if (receipt !== undefined) return <ReceiptCard entry={entry} receipt={receipt} />;
  const { icon, tone } = lookOf(entry.kind);
  return (
    <EntryFrame entry={entry} icon={icon} tone={tone} title={titleOf(entry, texts)} note={noteOf(entry, texts)}>
      <Body entry={entry} />
    </EntryFrame>
  );
});

const LOOKS: Readonly<Record<string, { readonly icon: IconName; readonly tone: Tone }>> = {
  'employee.message_received': { icon: 'person', tone: 'accent' },
  'employee.button_pressed': { icon: 'person', tone: 'accent' },
  'employee.opened': { icon: 'person', tone: 'quiet' },
  'employee.replied': { icon: 'speech', tone: 'accent' },
  'employee.sentence_withheld': { icon: 'shield', tone: 'warn' },
  'employee.fact_set': { icon: 'pencil', tone: 'plain' },
  'employee.task_opened': { icon: 'flag', tone: 'plain' },
  'employee.stage_entered': { icon: 'flag', tone: 'plain' },
  'employee.event_raised': { icon: 'bolt', tone: 'plain' },
  'employee.event_received': { icon: 'bolt', tone: 'accent' },
  'employee.subscription_ran': { icon: 'flag', tone: 'plain' },
  'gate.awaiting_confirmation': { icon: 'bell', tone: 'accent' },
  'gate.confirmation_answered': { icon: 'person', tone: 'accent' },
  'gate.awaiting_approval': { icon: 'bell', tone: 'accent' },
  'gate.approval_answered': { icon: 'person', tone: 'accent' },
  'gate.identified': { icon: 'person', tone: 'accent' },
  'gate.not_settled': { icon: 'clock', tone: 'warn' },
  'kernel.fault': { icon: 'cross', tone: 'warn' },
  'gate.executing': { icon: 'bolt', tone: 'plain' },
  'kernel.step': { icon: 'spark', tone: 'quiet' },
};

function lookOf(kind: string): { readonly icon: IconName; readonly tone: Tone } {
  return LOOKS[kind] ?? { icon: 'dot', tone: 'quiet' };
}

function titleOf(entry: Entry, texts: Texts): string {
  const replyKind = entry.kind === 'employee.replied' ? textAt(entry.data, 'kind') : undefined;
  return replyKind === undefined ? wordFor(texts.kinds, entry.kind) : wordFor(texts.replyKinds, replyKind);
}

/** The kinds whose body says it all. */
const TOLD_BELOW = new Set([
  'employee.opened',
  'employee.message_received',
  'employee.replied',
  'gate.awaiting_confirmation',
]);

function noteOf(entry: Entry, texts: Texts): ReactNode {
  if (TOLD_BELOW.has(entry.kind)) return undefined;
  switch (entry.kind) {
    case 'employee.round_started':
      return entry.data.resumed === true ? texts.resumed : wordAt(entry, 'language', texts.languages);
    case 'employee.round_ended':
      return [wordAt(entry, 'end', texts.roundEnds), textAt(entry.data, 'problem')].filter(Boolean).join(' · ');
    case 'employee.button_pressed':
      return entry.data.button === 'confirm' ? texts.confirm : texts.decline;
    case 'employee.fact_set':
      return (
        <code className="font-mono">{`${textAt(entry.data, 'fact') ?? ''} = ${shortText(entry.data.value)}`}</code>
      );
    case 'gate.confirmation_answered':
      return entry.data.answer === 'yes' ? texts.confirm : texts.decline;
    case 'gate.awaiting_approval':
      return textAt(objectAt(entry.data, 'request') ?? {}, 'text');
    case 'gate.approval_answered':
      return [
        wordAt(entry, 'verdict', texts.approvalVerdicts),
        textAt(entry.data, 'person'),
        textAt(entry.data, 'reason'),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'gate.executing':
    case 'gate.not_settled':
      return textAt(entry.data, 'why') ?? textAt(entry.data, 'operation');
    case 'employee.stage_entered':
      return textAt(entry.data, 'stage');
    case 'employee.task_opened':
      return [textAt(entry.data, 'task'), shortText(entry.data.subject ?? '')].filter(Boolean).join(' · ');
    case 'employee.subscription_ran':
      return [
        textAt(entry.data, 'task'),
        textAt(entry.data, 'event'),
        wordAt(entry, 'outcome', texts.subscriptionOutcomes),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'employee.event_received':
    case 'employee.event_raised':
      return <code className="font-mono">{textAt(entry.data, 'event')}</code>;
    case 'kernel.context':
      return entry.data.requestTokens === undefined
        ? summarise(entry)
        : `${shortText(entry.data.requestTokens)} / ${shortText(entry.data.availableTokens)} tokens`;
    case 'kernel.step':
      return <ModelStep entry={entry} />;
    case 'kernel.results':
      return objectsAt(entry.data, 'results')
        .map((result) => textAt(result, 'name'))
        .join(', ');
    case 'employee.sentence_withheld':
      return wordAt(entry, 'check', texts.replyChecks);
    default:
      return summarise(entry);
  }
}

function wordAt(entry: Entry, field: string, words: Readonly<Record<string, string>>): string | undefined {
  const code = textAt(entry.data, field);
  return code === undefined ? undefined : wordFor(words, code);
}

/** What the model asked for, and what it cost. */
function ModelStep({ entry }: { readonly entry: Entry }) {
  const { texts } = useTexts();
  const calls = objectsAt(entry.data, 'calls').map((call) => textAt(call, 'name') ?? '');
  const usage = objectAt(entry.data, 'usage');
  const tokens = usage && `${shortText(usage.inputTokens)} → ${shortText(usage.outputTokens)} tokens`;
  return [textAt(entry.data, 'model'), wordAt(entry, 'finish', texts.modelFinishes), calls.join(', '), tokens]
    .filter(Boolean)
    .join(' · ');
}

function Body({ entry }: { readonly entry: Entry }) {
  switch (entry.kind) {
    case 'employee.message_received':
      return <Quote text={textAt(entry.data, 'text') ?? ''} />;
    case 'employee.sentence_withheld':
      return <Quote text={textAt(entry.data, 'text') ?? ''} look="border-warn line-through decoration-warn/60" />;
    case 'employee.replied':
      return <Reply entry={entry} />;
    case 'gate.awaiting_confirmation': {
      const notice = objectAt(entry.data, 'notice');
      return <Quote text={(notice && textAt(notice, 'text')) ?? summarise(entry)} />;
    }
    default:
      return null;
  }
}

function Quote({ text, look = 'border-line-strong' }: { readonly text: string; readonly look?: string }) {
  return <p className={`mt-0.5 line-clamp-6 border-l-2 pl-2 text-[13px] whitespace-pre-wrap ${look}`}>{text}</p>;
}

function Reply({ entry }: { readonly entry: Entry }) {
  const { texts } = useTexts();
  const parts = objectsAt(entry.data, 'parts');
  if (parts.length === 0) return <Quote text={textAt(entry.data, 'text') ?? ''} />;
  return (
    <ul className="mt-0.5 space-y-0.5">
      {parts.map((part, index) => (
        <li key={index} className="flex items-baseline gap-2">
          <span className="shrink-0 rounded bg-sunken px-1.5 text-[11px] text-muted ring-1 ring-line">
            {wordFor(texts.partKinds, textAt(part, 'kind') ?? '')}
          </span>
          <span className="line-clamp-4 min-w-0 text-[13px] whitespace-pre-wrap">{textAt(part, 'text')}</span>
        </li>
      ))}
    </ul>
  );
}
