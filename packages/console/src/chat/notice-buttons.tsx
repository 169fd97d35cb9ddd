import type { NoticeItem } from '../fold/chat.ts';
import { useTexts } from '../i18n/use-texts.tsx';

interface NoticeButtonsProps {
  readonly confirm: string;
  readonly decline: string;
  readonly isPressed: boolean;
  readonly isSmall?: boolean;
  /** Of one in a list: its number, for those who do not see where the buttons stand. */
  readonly ofNumber?: number;
  readonly onPress: (button: 'confirm' | 'decline') => void;
}

/** Yes and no. */
export function NoticeButtons({ confirm, decline, isPressed, isSmall, ofNumber, onPress }: NoticeButtonsProps) {
  const size = isSmall ? 'px-3 py-1 text-xs' : 'px-4 py-1.5 text-[13px]';
  const labelOf = (word: string) => (ofNumber === undefined ? undefined : `${word} ${ofNumber}`);
  return (
    <>
      <button
        type="button"
        disabled={isPressed}
        aria-label={labelOf(confirm)}
        onClick={() => onPress('confirm')}
        className={`rounded-lg bg-accent font-medium text-on-accent hover:bg-accent-strong disabled:opacity-50 ${size}`}
      >
        {confirm}
      </button>
      <button
        type="button"
        disabled={isPressed}
        aria-label={labelOf(decline)}
        onClick={() => onPress('decline')}
        className={`rounded-lg border border-line-strong hover:bg-sunken disabled:opacity-50 ${size}`}
      >
        {decline}
      </button>
    </>
  );
}

interface WithdrawButtonProps {
  readonly isPressed: boolean;
  /** Of one in a list: its number. */
  readonly ofNumber?: number;
  readonly onPress: () => void;
}

/** Calls off what was agreed to and waits for a colleague's approval. */
export function WithdrawButton({ isPressed, ofNumber, onPress }: WithdrawButtonProps) {
  const { texts } = useTexts();
  return (
    <button
      type="button"
      disabled={isPressed}
      aria-label={ofNumber === undefined ? undefined : `${texts.withdraw} ${ofNumber}`}
      onClick={onPress}
      className="rounded-lg border border-line-strong px-3 py-1 text-xs hover:bg-sunken disabled:opacity-50"
    >
      {texts.withdraw}
    </button>
  );
}

/** Why there are no buttons any more. */
export function NoticeState({ state }: { readonly state: NoticeItem['state'] }) {
  const { texts } = useTexts();
  const text =
    state === 'open'
      ? texts.noticeExpired
      : state === 'shown_again'
        ? texts.noticeShownAgain
        : texts.noticeStates[state];
  return <span className="text-xs text-muted">{text}</span>;
}
