import { useMemo, useState } from 'react';
import type { Customer, Employee, WorkspaceInfo } from './api/wire.ts';
import { useTexts } from './i18n/use-texts.tsx';
import { Brand } from './ui/brand.tsx';
import { Icon } from './ui/icon.tsx';
import { LanguageSwitch } from './ui/language-switch.tsx';

const FILTER_ABOVE = 8;

interface SignInProps {
  readonly workspace: WorkspaceInfo;
  readonly onSignIn: (customer: Customer, employee: Employee) => void;
}

/** Chooses the customer to be, and the employee to speak with where there are several. */
export function SignIn({ workspace, onSignIn }: SignInProps) {
  const { texts, language } = useTexts();
  const { employees, page } = workspace;
  const [chosen, setChosen] = useState(employees[0]?.id);
  const [filter, setFilter] = useState('');
  const shown = useMemo(() => matching(page.customers, filter), [page.customers, filter]);
  const employee = employees.find((candidate) => candidate.id === chosen);

  return (
    <main className="mx-auto flex min-h-full w-full max-w-md flex-col justify-center px-4 py-8">
      <div className="mb-4 flex items-center justify-between">
        <Brand name={texts.product} />
        <LanguageSwitch />
      </div>
      <section className="appear rounded-xl border border-line bg-surface p-5 shadow-card sm:p-6">
        <h1 className="text-lg font-semibold">{texts.signInTitle}</h1>
        <p className="mt-1 text-[13px] text-muted">{texts.signInText}</p>

        {employees.length > 0 && (
          <fieldset className="mt-4">
            <legend className="mb-1.5 text-xs font-medium text-muted">{texts.signInEmployee}</legend>
            <div className="flex flex-wrap gap-2">
              {employees.map((candidate) => (
                <label
                  key={candidate.id}
                  className="flex cursor-pointer items-center gap-2 rounded-lg border border-line px-2.5 py-1.5 text-[13px] has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
                >
                  <input
                    type="radio"
                    name="employee"
                    value={candidate.id}
                    checked={candidate.id === chosen}
                    onChange={() => setChosen(candidate.id)}
                    className="sr-only"
                  />
                  <span className="font-medium">{candidate.displayName[language]}</span>
                  <span className="font-mono text-[11px] text-muted">{candidate.model}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {employee === undefined && <Advice text={texts.signInNoEmployee} />}
        {page.customers.length === 0 && <Advice text={texts.signInNoCustomers} />}

        {page.customers.length > FILTER_ABOVE && (
          <input
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            placeholder={texts.signInFilter}
            aria-label={texts.signInFilter}
            className="mt-4 w-full rounded-lg border border-line bg-sunken px-3 py-2 text-[13px] placeholder:text-faint"
          />
        )}
        {page.customers.length > 0 && shown.length === 0 && <Advice text={texts.signInNone} />}
        {shown.length > 0 && (
          <ul className="mt-4 max-h-[46vh] divide-y divide-line overflow-y-auto rounded-lg border border-line">
            {shown.map((customer) => (
              <li key={customer.externalId}>
                <button
                  type="button"
                  disabled={employee === undefined}
                  onClick={() => employee && onSignIn(customer, employee)}
                  className="group flex w-full items-center gap-3 px-3 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2 disabled:opacity-50"
                >
                  <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-medium text-accent-strong">
                    {firstCharacter(customer.displayName)}
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{customer.displayName}</span>
                    <span className="block truncate font-mono text-[11px] text-faint">{customer.externalId}</span>
                  </span>
                  <Icon name="chevron" className="size-4 text-faint group-hover:text-accent" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <a
        href="#desk"
        className="mt-4 self-center text-xs text-muted underline-offset-2 hover:text-accent hover:underline"
      >
        {texts.desk.open}
      </a>
    </main>
  );
}

function Advice({ text }: { readonly text: string }) {
  return <p className="mt-4 rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">{text}</p>;
}

function matching(customers: readonly Customer[], filter: string): readonly Customer[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return customers;
  return customers.filter(({ displayName, externalId }) =>
    `${displayName} ${externalId}`.toLowerCase().includes(wanted),
  );
}

function firstCharacter(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toUpperCase();
}
