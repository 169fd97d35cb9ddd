export type Language = 'zh' | 'en';

const STORED_UNDER = 'rolecall.language';

/** The choice made before on this browser, else what the browser prefers, else English. */
export function firstLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (stored === 'zh' || stored === 'en') return stored;
  for (const tag of preferred) {
    if (/^zh\b/i.test(tag)) return 'zh';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

export function readLanguage(): Language {
  return firstLanguage(readStored(), navigator.languages);
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED_UNDER, language);
  } catch {
    // A browser without storage forgets the choice; the page works the same.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORED_UNDER);
  } catch {
    return null;
  }
}
