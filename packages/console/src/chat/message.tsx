import type { ChatItem } from '../fold/chat.ts';
import type { SpokenPart } from '../fold/spoken-parts.ts';
import { wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';

type CustomerItem = Extract<ChatItem, { type: 'customer' }>;
type EmployeeItem = Extract<ChatItem, { type: 'employee' }>;
type PressItem = Extract<ChatItem, { type: 'press' }>;

/** What the customer wrote, and honestly how far it has come. */
export function CustomerMessage({ item, onResend }: { readonly item: CustomerItem; readonly onResend: () => void }) {
  const { texts } = useTexts();
  return (
    <div className="flex flex-col items-end gap-1" data-message="customer" data-state={item.state}>
      <div
        className={`max-w-[85%] rounded-2xl rounded-br-md px-3.5 py-2 whitespace-pre-wrap ${
          item.state === 'failed' ? 'border border-fail bg-fail-soft text-ink' : 'bg-bubble text-on-bubble'
        } ${item.state === 'sending' ? 'opacity-70' : ''}`}
      >
        {item.text}
      </div>
      {item.state === 'failed' ? (
        <div className="flex items-center gap-2 text-xs text-fail">
          <span>
            {texts.failed}
            {item.error ? ` · ${wordFor(texts.problems, item.error)}` : ''}
          </span>
          <button
            type="button"
            onClick={onResend}
            className="flex items-center gap-1 rounded-md px-1.5 py-0.5 font-medium underline-offset-2 hover:underline"
          >
            <Icon name="retry" className="size-3.5" />
            {texts.retry}
          </button>
        </div>
      ) : (
        <div className="text-[11px] text-faint">
          {item.state === 'recorded' ? <Time at={item.at} /> : item.state === 'sending' ? texts.sending : texts.waiting}
        </div>
      )}
    </div>
  );
}

/** A button of a notice that the customer pressed. */
export function PressedButton({ item }: { readonly item: PressItem }) {
  const { texts } = useTexts();
  return (
    <div className="flex justify-end" data-message="press">
      <span className="flex items-center gap-1.5 rounded-full border border-line bg-surface px-3 py-1 text-xs text-muted">
        <Icon name={item.button === 'confirm' ? 'check' : 'cross'} className="size-3.5" />
        {item.button === 'confirm'
          ? texts.pressedConfirm
          : item.isWithdrawal
            ? texts.pressedWithdraw
            : texts.pressedDecline}
        {item.number !== undefined && ` · ${item.number}`}
      </span>
    </div>
  );
}

interface EmployeeMessageProps {
  readonly item: EmployeeItem;
  readonly name: string;
  readonly onSeeRound: (() => void) | undefined;
}

/** What the employee said, each piece with what stands behind it. */
export function EmployeeMessage({ item, name, onSeeRound }: EmployeeMessageProps) {
  const { texts } = useTexts();
  const person = item.kind === 'person' ? (item.parts[0]?.person ?? '') : undefined;
  return (
    <div className="flex flex-col items-start gap-1" data-message="employee" data-kind={item.kind}>
      {person !== undefined && <PersonMark name={person} />}
      <div
        className={`max-w-[88%] space-y-1.5 rounded-2xl rounded-bl-md border px-3.5 py-2.5 ${person === undefined ? 'border-line bg-surface' : 'border-accent bg-accent-soft'}`}
      >
        {person === undefined && <span className="sr-only">{name}: </span>}
        {joinSpoken(item.parts).map((part, index) => (
          <Spoken key={index} part={part} />
        ))}
      </div>
      <div className="flex items-center gap-2 text-[11px] text-faint">
        <Time at={item.at} />
        {onSeeRound && (
          <button
            type="button"
            onClick={onSeeRound}
            className="rounded text-faint underline-offset-2 hover:text-accent hover:underline"
          >
            {texts.seeRound}
          </button>
        )}
      </div>
    </div>
  );
}

/** What the employee has said so far of a reply that is still being spoken, as that reply will begin. */
export function LiveMessage({ parts, name }: { readonly parts: readonly SpokenPart[]; readonly name: string }) {
  const { texts } = useTexts();
  return (
    <div className="flex flex-col items-start gap-1" data-message="live">
      <div className="max-w-[88%] space-y-1.5 rounded-2xl rounded-bl-md border border-line bg-surface px-3.5 py-2.5">
        <span className="sr-only">{name}: </span>
        {joinSpoken(parts).map((part, index) => (
          <Spoken key={index} part={part} />
        ))}
      </div>
      <div role="status" className="breathing text-[11px] text-faint">
        {texts.speaking}
      </div>
    </div>
  );
}

/** Says that a person wrote, and who. */
function PersonMark({ name }: { readonly name: string }) {
  const { texts } = useTexts();
  return (
    <span className="flex items-center gap-1 text-xs font-medium text-accent-strong">
      <Icon name="person" className="size-3.5" />
      {texts.personWrote(name)}
    </span>
  );
}

/** Model text is plain; what the runtime says of its own knowledge carries its mark. */
function Spoken({ part }: { readonly part: SpokenPart }) {
  const { texts } = useTexts();
  if (part.kind === 'disclosure') return <p className="text-[13px] whitespace-pre-wrap text-muted">{part.text}</p>;
  const mark = part.kind === 'fixed' ? 'receipt' : part.kind === 'block' ? 'shield' : undefined;
  if (mark === undefined) return <p className="whitespace-pre-wrap">{part.text}</p>;
  return (
    <div className="flex gap-2">
      <span
        className={`mt-[3px] ${part.kind === 'fixed' ? 'text-pass' : 'text-warn'}`}
        title={wordFor(texts.partKinds, part.kind)}
      >
        <Icon name={mark} className="size-4" />
      </span>
      <p className="whitespace-pre-wrap">
        {part.text}
        <span className="sr-only"> ({wordFor(texts.partKinds, part.kind)})</span>
      </p>
    </div>
  );
}

/** Sentences of one kind that follow each other are one paragraph. */
function joinSpoken(parts: readonly SpokenPart[]): readonly SpokenPart[] {
  const joined: SpokenPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === part.kind && part.kind === 'model')
      joined[joined.length - 1] = { ...last, text: joinText(last.text, part.text) };
    else joined.push(part);
  }
  return joined;
}

function joinText(left: string, right: string): string {
  return /\s$|[\u3000-\u303f\uff00-\uffef]$/.test(left) || /^\s/.test(right) ? left + right : `${left} ${right}`;
}
