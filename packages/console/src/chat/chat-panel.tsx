import { useMemo, useState } from 'react';
import { type ChatItem, foldChat } from '../fold/chat.ts';
import { wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import type { OpenConversation } from '../state/use-conversation.ts';
import { useStickToBottom } from '../ui/use-stick-to-bottom.ts';
import { Composer, MESSAGE_BOX } from './composer.tsx';
import { CustomerMessage, EmployeeMessage, LiveMessage, PressedButton } from './message.tsx';
import { NoticeCard } from './notice-card.tsx';

interface ChatPanelProps {
  readonly conversation: OpenConversation;
  readonly employeeName: string;
  /** Things to say, from the contracts of what the employee can do. */
  readonly examples: readonly string[];
  readonly onSeeRound: (round: string) => void;
}

/** The conversation as the customer has it. */
export function ChatPanel({ conversation, employeeName, examples, onSeeRound }: ChatPanelProps) {
  const { texts } = useTexts();
  const { state, send, resend, press } = conversation;
  const chat = useMemo(() => foldChat(state.entries, state.outgoing), [state.entries, state.outgoing]);
  const { spoken, seenLive } = state;
  const shown = useMemo(() => ({ chat, spoken }), [chat, spoken]);
  const stick = useStickToBottom<HTMLDivElement>(shown);
  const [draft, setDraft] = useState('');
  const hasSpoken = chat.items.some((item) => item.type !== 'employee');

  const show = (item: ChatItem) => {
    switch (item.type) {
      case 'customer':
        return <CustomerMessage item={item} onResend={() => resend(item.key)} />;
      case 'press':
        return <PressedButton item={item} />;
      case 'employee': {
        const { notice, round } = item;
        if (notice !== undefined) {
          return (
            <NoticeCard
              item={item}
              press={state.presses.get(item.key)}
              onPress={(operations, button) => press(item.key, operations, button)}
            />
          );
        }
        const onSee = round === undefined ? undefined : () => onSeeRound(round);
        return <EmployeeMessage item={item} name={employeeName} onSeeRound={onSee} />;
      }
      default:
        return item satisfies never;
    }
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div ref={stick.ref} onScroll={stick.onScroll} className="min-h-0 flex-1 overflow-y-auto px-3 py-4 sm:px-4">
        <ol role="log" aria-label={texts.chat} aria-live="polite" className="space-y-4">
          {chat.items.map((item) => (
            <li key={item.key} className={item.type === 'employee' && seenLive.has(item.sequence) ? '' : 'appear'}>
              {show(item)}
            </li>
          ))}
          {spoken !== undefined && spoken.length > 0 && (
            // It is read out once it is whole.
            <li key="live" aria-live="off">
              <LiveMessage parts={spoken} name={employeeName} />
            </li>
          )}
        </ol>
        {chat.isWaiting && spoken === undefined && <Working />}
        {!hasSpoken && chat.items.length > 0 && examples.length > 0 && (
          <div className="mt-4">
            <p className="mb-1.5 text-xs text-faint">{texts.tryThese}</p>
            <ul className="flex flex-wrap gap-2">
              {examples.map((example) => (
                <li key={example}>
                  <button
                    type="button"
                    onClick={() => {
                      setDraft(example);
                      document.getElementById(MESSAGE_BOX)?.focus();
                    }}
                    className="rounded-full border border-line-strong bg-surface px-3 py-1.5 text-left text-[13px] hover:border-accent hover:text-accent-strong"
                  >
                    {example}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {state.problem !== undefined && (
        <p role="alert" className="border-t border-line bg-fail-soft px-4 py-2 text-[13px] text-fail">
          {wordFor(texts.problems, state.problem)}
        </p>
      )}
      <Composer text={draft} onText={setDraft} onSend={send} disabled={state.problem !== undefined} />
    </div>
  );
}

/** A round is running, and no word of it has been checked yet. */
function Working() {
  const { texts } = useTexts();
  return (
    <p role="status" className="mt-3 flex items-center gap-2 px-1 text-xs text-muted">
      <span className="flex gap-1" aria-hidden="true">
        <span className="breathing size-1.5 rounded-full bg-accent" />
        <span className="breathing size-1.5 rounded-full bg-accent [animation-delay:200ms]" />
        <span className="breathing size-1.5 rounded-full bg-accent [animation-delay:400ms]" />
      </span>
      {texts.working}
    </p>
  );
}
