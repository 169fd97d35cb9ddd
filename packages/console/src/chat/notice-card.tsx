import type { ChatItem, NoticeItem } from '../fold/chat.ts';
import { wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import type { Press } from '../state/conversation.ts';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { useIsPast } from '../ui/use-is-past.ts';
import { NoticeButtons, NoticeState, WithdrawButton } from './notice-buttons.tsx';

type EmployeeItem = Extract<ChatItem, { type: 'employee' }>;

interface NoticeCardProps {
  readonly item: EmployeeItem;
  readonly press: Press | undefined;
  /** One press at a time: of one of the list, or of several. */
  readonly onPress: (operations: readonly string[], button: 'confirm' | 'decline') => void;
}

/**
 * The exact text that asks the customer to confirm, with its own buttons for as long as they mean something. A list has a
 * pair for each, and one for all that are still open.
 */
export function NoticeCard({ item, press, onPress }: NoticeCardProps) {
  const { texts } = useTexts();
  const items = item.notice?.items ?? [];
  const isExpired = useIsPast(item.notice?.expiresAt);
  const state = item.notice?.state ?? 'open';
  const isOpen = state === 'open' && !isExpired;
  const isList = items.length > 1;
  const isPressed = press?.state === 'sending' || press?.state === 'accepted';
  const open = items.filter((each) => each.state === 'open').map(({ operation }) => operation);
  const [lead, ...rest] = item.parts.filter(({ kind }) => kind !== 'notice');
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
      {isList ? (
        <div className="px-3.5 py-2.5">
          {lead && <p className="mb-1">{lead.text}</p>}
          <ol className="divide-y divide-line">
            {items.map((each, index) => (
              <ListItem
                key={each.operation}
                item={each}
                number={index + 1}
                isPressed={isPressed}
                onPress={(button) => onPress([each.operation], button)}
              />
            ))}
          </ol>
          {isOpen &&
            rest.map(({ text }) => (
              <p key={text} className="mt-1.5 text-xs text-muted">
                {text}
              </p>
            ))}
        </div>
      ) : (
        <div className="space-y-1.5 px-3.5 py-2.5">
          {item.parts.map((part, index) => (
            <p key={index} className="whitespace-pre-wrap">
              {part.text}
            </p>
          ))}
        </div>
      )}
      {(isOpen || !isList) && (
        <footer className="flex flex-wrap items-center gap-2 px-3.5 pb-3">
          {isOpen ? (
            <>
              {(!isList || open.length > 1) && (
                <NoticeButtons
                  confirm={isList ? texts.confirmAll : texts.confirm}
                  decline={isList ? texts.declineAll : texts.decline}
                  isPressed={isPressed}
                  onPress={(button) => onPress(open, button)}
                />
              )}
              {isPressed && <span className="text-xs text-muted">{texts.pressing}</span>}
              {press?.state === 'failed' && (
                <span className="text-xs text-fail" role="alert">
                  {texts.failed}
                  {press.error ? ` · ${wordFor(texts.problems, press.error)}` : ''}
                </span>
              )}
            </>
          ) : (
            <>
              <NoticeState state={state} />
              {!isList && state === 'approval' && (
                <WithdrawButton isPressed={isPressed} onPress={() => onPress([items[0]?.operation ?? ''], 'decline')} />
              )}
              {isPressed && <span className="text-xs text-muted">{texts.pressing}</span>}
            </>
          )}
        </footer>
      )}
    </section>
  );
}

interface ListItemProps {
  readonly item: NoticeItem;
  readonly number: number;
  readonly isPressed: boolean;
  readonly onPress: (button: 'confirm' | 'decline') => void;
}

/** One of a list, with its own buttons, or with what became of it. */
function ListItem({ item, number, isPressed, onPress }: ListItemProps) {
  const { texts } = useTexts();
  const isOpen = !useIsPast(item.expiresAt) && item.state === 'open';
  return (
    <li className="py-2" data-notice-item={item.operation} data-state={item.state}>
      <p className="whitespace-pre-wrap">{item.text}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        {isOpen ? (
          <NoticeButtons
            confirm={texts.confirm}
            decline={texts.decline}
            isPressed={isPressed}
            isSmall
            ofNumber={number}
            onPress={onPress}
          />
        ) : (
          <>
            <NoticeState state={item.state} />
            {item.state === 'approval' && (
              <WithdrawButton isPressed={isPressed} ofNumber={number} onPress={() => onPress('decline')} />
            )}
          </>
        )}
      </div>
    </li>
  );
}
