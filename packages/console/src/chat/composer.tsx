import type { KeyboardEvent, SubmitEvent } from 'react';
import { useTexts } from '../i18n/use-texts.tsx';
import { Icon } from '../ui/icon.tsx';

const LONGEST = 20_000;
const COUNT_FROM = 18_000;

/** The id of the box, for whoever leads the reader to it. */
export const MESSAGE_BOX = 'message';

interface ComposerProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: (text: string) => void;
  readonly disabled: boolean;
  /** In place of what a customer is told. */
  readonly placeholder?: string | undefined;
  readonly hint?: string | undefined;
}

/** Where the customer writes. A message that the server would refuse for its length is held back with the advice. */
export function Composer({ text, onText, onSend, disabled, placeholder, hint }: ComposerProps) {
  const { texts } = useTexts();
  const length = Array.from(text).length;
  const isTooLong = length > LONGEST;
  const maySend = !disabled && !isTooLong && text.trim() !== '';

  const send = (): void => {
    if (!maySend) return;
    onSend(text);
    onText('');
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While Chinese is being composed, Enter takes the candidate.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      onSubmit={onSubmit}
      className="border-t border-line bg-surface px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="flex items-end gap-2 rounded-xl border border-line-strong bg-sunken p-1.5 focus-within:border-accent">
        <textarea
          id={MESSAGE_BOX}
          rows={1}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={placeholder ?? texts.writeMessage}
          aria-label={texts.message}
          aria-describedby="message-hint"
          aria-invalid={isTooLong}
          className="field-sizing-content max-h-40 min-h-8 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 outline-none placeholder:text-faint"
        />
        <button
          type="submit"
          disabled={!maySend}
          className="flex h-8 shrink-0 items-center gap-1.5 rounded-lg bg-accent px-3 text-[13px] font-medium text-on-accent hover:bg-accent-strong disabled:bg-line disabled:text-faint"
        >
          <Icon name="send" className="size-4" />
          {texts.send}
        </button>
      </div>
      <p
        id="message-hint"
        className={`mt-1.5 flex justify-between px-1 text-[11px] ${isTooLong ? 'text-fail' : 'text-faint'}`}
      >
        <span>{isTooLong ? texts.tooLong : (hint ?? texts.sendHint)}</span>
        {length > COUNT_FROM && (
          <span className="tabular-nums">
            {length.toLocaleString()} / {LONGEST.toLocaleString()}
          </span>
        )}
      </p>
    </form>
  );
}
