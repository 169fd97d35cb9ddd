import { useMemo, useState } from 'react';
import type { DeskItem } from '../api/desk-client.ts';
import { Composer } from '../chat/composer.tsx';
import { CustomerMessage, EmployeeMessage, PressedButton } from '../chat/message.tsx';
import { foldChat } from '../fold/chat.ts';
import { wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import { ConnectionMark } from '../ui/connection-mark.tsx';
import { useStickToBottom } from '../ui/use-stick-to-bottom.ts';
import { ItemActions } from './item-actions.tsx';
import type { Desk } from './use-desk.ts';
import { useFollowed } from './use-followed.ts';

interface DeskConversationProps {
  readonly desk: Desk;
  /** What waits in it, as long as it does. */
  readonly item: DeskItem | undefined;
  readonly conversation: string;
  readonly onBack: () => void;
}

const NOTHING_LEFT: readonly never[] = [];

/** A conversation as an operator sees it, with what they can do about it. */
export function DeskConversation({ desk, item, conversation, onBack }: DeskConversationProps) {
  const { texts } = useTexts();
  const state = useFollowed(desk.client, conversation);
  const chat = useMemo(() => foldChat(state.entries, NOTHING_LEFT), [state.entries]);
  const stick = useStickToBottom<HTMLDivElement>(chat);
  const [draft, setDraft] = useState('');
  const [problem, setProblem] = useState<string>();

  const write = async (text: string): Promise<void> => {
    const failed = await desk.perform({ act: 'messages', conversation }, { text });
    setProblem(failed);
    if (failed !== undefined) setDraft(text);
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-3 border-b border-line px-3 sm:px-4">
        <button type="button" onClick={onBack} className="text-xs text-accent-strong lg:hidden">
          {texts.desk.back}
        </button>
        <h2 className="min-w-0 flex-1 truncate text-[13px] font-semibold">
          {item?.contact.displayName ?? item?.contact.externalId ?? conversation}
        </h2>
        <ConnectionMark connection={state.connection} />
      </div>
      <div ref={stick.ref} onScroll={stick.onScroll} className="min-h-0 flex-1 overflow-y-auto px-3 py-4 sm:px-4">
        <ol role="log" aria-label={texts.chat} aria-live="polite" className="space-y-4">
          {chat.items.map((each) => (
            <li key={each.key}>
              {each.type === 'customer' ? (
                <CustomerMessage item={each} onResend={() => undefined} />
              ) : each.type === 'press' ? (
                <PressedButton item={each} />
              ) : (
                <EmployeeMessage item={each} name={item?.employee ?? ''} onSeeRound={undefined} />
              )}
            </li>
          ))}
        </ol>
      </div>
      {(problem ?? state.problem) !== undefined && (
        <p role="alert" className="border-t border-line bg-fail-soft px-4 py-2 text-[13px] text-fail">
          {texts.desk.failedToAct}: {wordFor(texts.problems, problem ?? state.problem ?? '')}
        </p>
      )}
      {item !== undefined && (
        <ItemActions key={item.kind + (item.operation ?? '')} desk={desk} item={item} onProblem={setProblem} />
      )}
      <Composer
        text={draft}
        onText={setDraft}
        onSend={(text) => void write(text)}
        disabled={state.problem !== undefined}
        placeholder={texts.desk.write}
        hint={item?.kind === 'hand_over' ? undefined : texts.desk.quiet}
      />
    </div>
  );
}
