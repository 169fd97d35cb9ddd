import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.tsx';
import { Brand } from '../ui/brand.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { DeskConversation } from './desk-conversation.tsx';
import { DeskList } from './desk-list.tsx';
import { DeskSignIn } from './desk-sign-in.tsx';
import { keyOf } from './item-key.ts';
import { forgetOperator, type Operator, readOperator, rememberOperator } from './operator.ts';
import { useDesk } from './use-desk.ts';

/** The operators' desk: who sits there, then what waits. */
export function DeskApp({ onLeave }: { readonly onLeave: () => void }) {
  const [operator, setOperator] = useState<Operator | undefined>(readOperator);
  const leave = (): void => {
    forgetOperator();
    setOperator(undefined);
  };
  if (operator === undefined) {
    const enter = (entered: Operator): void => {
      rememberOperator(entered);
      setOperator(entered);
    };
    return <DeskSignIn onEnter={enter} onBack={onLeave} />;
  }
  return <DeskView operator={operator} onLeave={leave} />;
}

/** The list, and the conversation that is looked at: side by side, or one after the other where there is no room. */
function DeskView({ operator, onLeave }: { readonly operator: Operator; readonly onLeave: () => void }) {
  const { texts } = useTexts();
  const desk = useDesk(operator);
  const [chosen, setChosen] = useState<{ readonly key: string; readonly conversation: string }>();
  const item = desk.items?.find((each) => keyOf(each) === chosen?.key);
  const hasChosen = chosen !== undefined;

  return (
    <div className="flex h-dvh flex-col">
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-3 sm:px-4">
        <Brand name={texts.product} />
        <h1 className="text-[13px] text-muted">{texts.desk.title}</h1>
        <span className="flex-1" />
        <button
          type="button"
          onClick={onLeave}
          title={texts.desk.leave}
          className="max-w-32 truncate rounded-md border border-line px-2 py-1 text-xs hover:border-accent"
        >
          {operator.name}
          <span className="sr-only"> {texts.desk.leave}</span>
        </button>
        <LanguageSwitch />
      </header>
      <main className="flex min-h-0 flex-1 lg:grid lg:grid-cols-[minmax(300px,2fr)_5fr]">
        <section
          aria-label={texts.desk.title}
          className={`min-h-0 min-w-0 flex-1 overflow-y-auto ${hasChosen ? 'max-lg:hidden' : ''}`}
        >
          <DeskList
            desk={desk}
            chosen={chosen?.key}
            onChoose={(each) => setChosen({ key: keyOf(each), conversation: each.conversation })}
          />
        </section>
        <section
          className={`flex min-h-0 min-w-0 flex-1 flex-col border-line lg:border-l ${hasChosen ? '' : 'max-lg:hidden'}`}
        >
          {chosen === undefined ? (
            <p className="grid h-full place-items-center px-4 text-center text-[13px] text-muted">
              {texts.desk.nothingChosen}
            </p>
          ) : (
            <DeskConversation
              key={chosen.conversation}
              desk={desk}
              item={item}
              conversation={chosen.conversation}
              onBack={() => setChosen(undefined)}
            />
          )}
        </section>
      </main>
    </div>
  );
}
