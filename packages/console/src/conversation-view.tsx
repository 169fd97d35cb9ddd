import { Tabs } from 'radix-ui';
import { useCallback, useState } from 'react';
import type { Customer, Employee, WorkspaceInfo } from './api/wire.ts';
import { ChatPanel } from './chat/chat-panel.tsx';
import { MESSAGE_BOX } from './chat/composer.tsx';
import { useTexts } from './i18n/use-texts.tsx';
import { JournalPanel, type SelectedRound } from './journal/journal-panel.tsx';
import { useConversation } from './state/use-conversation.ts';
import { Brand } from './ui/brand.tsx';
import { ConnectionMark } from './ui/connection-mark.tsx';
import { Icon } from './ui/icon.tsx';
import { LanguageSwitch } from './ui/language-switch.tsx';

interface ConversationViewProps {
  readonly workspace: WorkspaceInfo;
  readonly customer: Customer;
  readonly employee: Employee;
  readonly onLeave: () => void;
}

const TAB =
  'flex-1 border-b-2 border-transparent px-3 py-2 text-[13px] text-muted data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink';

/** Chat and journal: side by side, or as two tabs where there is no room. */
export function ConversationView({ workspace, customer, employee, onLeave }: ConversationViewProps) {
  const { texts, language } = useTexts();
  const conversation = useConversation(customer.externalId, employee.id);
  const [tab, setTab] = useState('chat');
  const [selected, setSelected] = useState<SelectedRound>();
  const name = employee.displayName[language];
  const seeRound = useCallback((round: string) => {
    setSelected({ round });
    setTab('journal');
  }, []);

  return (
    <div className="flex h-dvh flex-col">
      <a
        href={`#${MESSAGE_BOX}`}
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded focus:bg-surface focus:p-2"
      >
        {texts.skipToMessage}
      </a>
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-3 sm:px-4">
        <Brand name={texts.product} />
        <span className="min-w-0 truncate text-[13px] text-muted max-md:hidden">{workspace.name}</span>
        <span className="flex-1" />
        <Findings findings={workspace.findings} />
        <ConnectionMark connection={conversation.state.connection} />
        <button
          type="button"
          onClick={onLeave}
          title={texts.switchCustomer}
          className="flex min-w-0 items-center gap-1.5 rounded-md border border-line px-2 py-1 text-xs hover:border-accent"
        >
          <Icon name="swap" className="size-3.5 text-muted" />
          <span className="max-w-28 truncate">{customer.displayName}</span>
          <span className="sr-only">{texts.switchCustomer}</span>
        </button>
        <LanguageSwitch />
      </header>

      <Tabs.Root value={tab} onValueChange={setTab} className="flex min-h-0 flex-1 flex-col">
        <Tabs.List className="flex shrink-0 border-b border-line bg-surface lg:hidden" aria-label={texts.product}>
          <Tabs.Trigger value="chat" className={TAB}>
            {texts.chat}
          </Tabs.Trigger>
          <Tabs.Trigger value="journal" className={TAB}>
            {texts.journal}
            <span className="ml-1.5 text-xs text-faint tabular-nums">{conversation.state.entries.length}</span>
          </Tabs.Trigger>
        </Tabs.List>
        <main className="flex min-h-0 flex-1 lg:grid lg:grid-cols-[minmax(360px,5fr)_7fr]">
          <Tabs.Content
            value="chat"
            forceMount
            tabIndex={-1}
            className="flex min-h-0 min-w-0 flex-1 flex-col data-[state=inactive]:max-lg:hidden"
          >
            <PanelHead title={name} note={employee.model} hint={isMatcher(employee) ? texts.matcherNote : undefined} />
            <ChatPanel
              conversation={conversation}
              employeeName={name}
              examples={employee.examples[language]}
              onSeeRound={seeRound}
            />
          </Tabs.Content>
          <Tabs.Content
            value="journal"
            forceMount
            tabIndex={-1}
            className="flex min-h-0 min-w-0 flex-1 flex-col border-line data-[state=inactive]:max-lg:hidden lg:border-l"
          >
            <PanelHead
              isTab
              title={texts.journal}
              note={employee.release.replace(/^sha256:/, '').slice(0, 12)}
              hint={employee.release}
            />
            <JournalPanel state={conversation.state} selected={selected} />
          </Tabs.Content>
        </main>
      </Tabs.Root>
    </div>
  );
}

function PanelHead({
  isTab = false,
  title,
  note,
  hint,
}: {
  /** The tab above it says the same. */
  readonly isTab?: boolean;
  readonly title: string;
  readonly note: string;
  readonly hint: string | undefined;
}) {
  return (
    <div
      className={`flex h-9 shrink-0 items-baseline gap-2 border-b border-line px-3 pt-2 sm:px-4 ${isTab ? 'max-lg:hidden' : ''}`}
    >
      <h2 className="text-[13px] font-semibold">{title}</h2>
      <span className="min-w-0 truncate font-mono text-[11px] text-faint" title={hint}>
        {note}
        {hint !== undefined && <span className="sr-only"> {hint}</span>}
      </span>
    </div>
  );
}

function Findings({ findings }: { readonly findings: WorkspaceInfo['findings'] }) {
  const { texts } = useTexts();
  if (findings.error + findings.warning === 0) return null;
  const told = [texts.errors(findings.error), texts.warnings(findings.warning)];
  return (
    <span
      title={`${texts.findings}: ${told.join(', ')}`}
      className={`shrink-0 rounded-full px-2 py-0.5 text-xs tabular-nums max-sm:hidden ${findings.error > 0 ? 'bg-fail-soft text-fail' : 'bg-warn-soft text-warn'}`}
    >
      {findings.error > 0 ? told[0] : told[1]}
    </span>
  );
}

function isMatcher(employee: Employee): boolean {
  return employee.model.startsWith('builtin/');
}
