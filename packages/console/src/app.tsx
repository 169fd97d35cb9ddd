import { useCallback, useEffect, useState } from 'react';
import { fetchWorkspace } from './api/client.ts';
import { type Customer, type Employee, RequestFailed, type WorkspaceInfo } from './api/wire.ts';
import { ConversationView } from './conversation-view.tsx';
import { DeskApp } from './desk/desk-app.tsx';
import { wordFor } from './i18n/texts.ts';
import { useTexts } from './i18n/use-texts.tsx';
import { SignIn } from './sign-in.tsx';
import { forgetSeat, readSeat, rememberSeat, type Seat } from './state/seat.ts';
import { LanguageSwitch } from './ui/language-switch.tsx';

const DESK = '#desk';

/** The whole page: signing in, then the conversation; under `#desk` the operators' desk. */
export function App() {
  const [isDesk, setDesk] = useState(() => location.hash === DESK);
  useEffect(() => {
    const onHash = (): void => setDesk(location.hash === DESK);
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  const leave = useCallback(() => {
    location.hash = '';
  }, []);
  return isDesk ? <DeskApp onLeave={leave} /> : <CustomerApp />;
}

/** The page as a customer has it. */
function CustomerApp() {
  const [workspace, setWorkspace] = useState<WorkspaceInfo>();
  const [problem, setProblem] = useState<string>();
  const [seat, setSeat] = useState<Seat | undefined>(readSeat);

  const load = useCallback(() => {
    setProblem(undefined);
    fetchWorkspace().then(setWorkspace, (error: unknown) =>
      setProblem(error instanceof RequestFailed ? error.code : 'internal_error'),
    );
  }, []);
  useEffect(load, [load]);

  if (workspace === undefined) return <Before problem={problem} onRetry={load} />;
  const customer = workspace.page.customers.find((candidate) => candidate.externalId === seat?.customer);
  const employee = workspace.employees.find((candidate) => candidate.id === seat?.employee);
  if (customer === undefined || employee === undefined) {
    const signIn = (chosen: Customer, with_: Employee): void => {
      const taken = { customer: chosen.externalId, employee: with_.id };
      rememberSeat(taken);
      setSeat(taken);
    };
    return <SignIn workspace={workspace} onSignIn={signIn} />;
  }
  const leave = (): void => {
    forgetSeat();
    setSeat(undefined);
  };
  return (
    <ConversationView
      key={`${customer.externalId} ${employee.id}`}
      workspace={workspace}
      customer={customer}
      employee={employee}
      onLeave={leave}
    />
  );
}

function Before({ problem, onRetry }: { readonly problem: string | undefined; readonly onRetry: () => void }) {
  const { texts } = useTexts();
  if (problem === undefined) {
    return (
      <p role="status" className="grid h-full place-items-center text-sm text-muted">
        {texts.loading}
      </p>
    );
  }
  return (
    <main className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-4 px-4 text-center">
      <LanguageSwitch />
      <p role="alert" className="text-sm text-fail">
        {wordFor(texts.problems, problem)}
      </p>
      <button
        type="button"
        onClick={onRetry}
        className="rounded-lg bg-accent px-4 py-1.5 text-[13px] font-medium text-on-accent hover:bg-accent-strong"
      >
        {texts.retry}
      </button>
    </main>
  );
}
