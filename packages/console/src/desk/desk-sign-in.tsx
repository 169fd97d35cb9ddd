import { type SubmitEvent, useState } from 'react';
import { useTexts } from '../i18n/use-texts.tsx';
import { Brand } from '../ui/brand.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import type { Operator } from './operator.ts';

interface DeskSignInProps {
  readonly onEnter: (operator: Operator) => void;
  readonly onBack: () => void;
}

const FIELD = 'mt-1 w-full rounded-lg border border-line bg-sunken px-3 py-2 text-[13px]';

/** Asks who sits at the desk, and for the token that lets them. */
export function DeskSignIn({ onEnter, onBack }: DeskSignInProps) {
  const { texts } = useTexts();
  const [name, setName] = useState('');
  const [token, setToken] = useState('');
  const mayEnter = name.trim() !== '' && token.trim() !== '';
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (mayEnter) onEnter({ name: name.trim(), token: token.trim() });
  };
  return (
    <main className="mx-auto flex min-h-full w-full max-w-md flex-col justify-center px-4 py-8">
      <div className="mb-4 flex items-center justify-between">
        <Brand name={texts.product} />
        <LanguageSwitch />
      </div>
      <form onSubmit={onSubmit} className="appear rounded-xl border border-line bg-surface p-5 shadow-card sm:p-6">
        <h1 className="text-lg font-semibold">{texts.desk.signInTitle}</h1>
        <p className="mt-1 text-[13px] text-muted">{texts.desk.signInText}</p>
        <label className="mt-4 block text-xs font-medium text-muted">
          {texts.desk.name}
          <input value={name} onChange={(event) => setName(event.target.value)} maxLength={100} className={FIELD} />
        </label>
        <label className="mt-3 block text-xs font-medium text-muted">
          {texts.desk.token}
          <input
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
            className={FIELD}
          />
        </label>
        <div className="mt-4 flex items-center gap-3">
          <button
            type="submit"
            disabled={!mayEnter}
            className="rounded-lg bg-accent px-4 py-1.5 text-[13px] font-medium text-on-accent hover:bg-accent-strong disabled:bg-line disabled:text-faint"
          >
            {texts.desk.enter}
          </button>
          <button type="button" onClick={onBack} className="text-[13px] text-muted hover:text-ink">
            {texts.desk.leave}
          </button>
        </div>
      </form>
    </main>
  );
}
