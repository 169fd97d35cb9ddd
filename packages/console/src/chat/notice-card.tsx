import type { ChatItem } from '../fold/chat.ts';
import { wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import type { Press } from '../state/conversation.ts';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { useIsPast } from '../ui/use-is-past.ts';

type EmployeeItem = Extract<ChatItem, { type: 'employee' }>;

interface NoticeCardProps {
  readonly item: EmployeeItem;
  readonly press: Press | undefined;
  readonly onPress: (button: 'confirm' | 'decline') => void;
}

/** The exact text that asks the customer to confirm, with its own buttons for as long as they mean something. */
export function NoticeCard({ item, press, onPress }: NoticeCardProps) {
  const { texts } = useTexts();
  const isExpired = useIsPast(item.notice?.expiresAt);
  const state = item.notice?.state ?? 'open';
  const isOpen = state === 'open' && !isExpired;
  const isPressed = press?.state === 'sending' || press?.state === 'accepted';
  return (
    <section
      aria-label={texts.noticeTitle}
      data-message="notice"
      data-state={isOpen ? 'open' : state === 'open' ? 'expired' : state}
      className={`max-w-[92%] overflow-hidden rounded-2xl rounded-bl-md border ${isOpen ? 'border-accent' : 'border-line'} bg-surface`}
    >
      <header
        className={`flex items-center justify-between gap-3 px-3.5 py-1.5 text-xs ${isOpen ? 'bg-accent-soft text-accent-strong' : 'bg-sunken text-muted'}`}
      >
        <span className="flex items-center gap-1.5 font-medium">
          <Icon name="bell" className="size-3.5" />
          {texts.noticeTitle}
        </span>
        {isOpen && item.notice?.expiresAt && (
          <span>
            {texts.validUntil} <Time at={item.notice.expiresAt} />
          </span>
        )}
      </header>
      <div className="space-y-1.5 px-3.5 py-2.5">
        {item.parts.map((part, index) => (
          <p key={index} className="whitespace-pre-wrap">
            {part.text}
          </p>
        ))}
      </div>
      <footer className="flex flex-wrap items-center gap-2 px-3.5 pb-3">
        {isOpen ? (
          <>
            <button
              type="button"
              disabled={isPressed}
              onClick={() => onPress('confirm')}
              className="rounded-lg bg-accent px-4 py-1.5 text-[13px] font-medium text-on-accent hover:bg-accent-strong disabled:opacity-50"
            >
              {texts.confirm}
            </button>
            <button
              type="button"
              disabled={isPressed}
              onClick={() => onPress('decline')}
              className="rounded-lg border border-line-strong px-4 py-1.5 text-[13px] hover:bg-sunken disabled:opacity-50"
            >
              {texts.decline}
            </button>
            {isPressed && <span className="text-xs text-muted">{texts.pressing}</span>}
            {press?.state === 'failed' && (
              <span className="text-xs text-fail" role="alert">
                {texts.failed}
                {press.error ? ` · ${wordFor(texts.problems, press.error)}` : ''}
              </span>
            )}
          </>
        ) : (
          <span className="text-xs text-muted">
            {state === 'open'
              ? texts.noticeExpired
              : state === 'shown_again'
                ? texts.noticeShownAgain
                : texts.noticeStates[state]}
          </span>
        )}
      </footer>
    </section>
  );
}
