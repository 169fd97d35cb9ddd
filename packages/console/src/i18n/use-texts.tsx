import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type Language, readLanguage, rememberLanguage } from './language.ts';
import { TEXTS, type Texts } from './texts.ts';

interface Speaking {
  readonly language: Language;
  readonly texts: Texts;
  readonly setLanguage: (language: Language) => void;
}

const SpeakingContext = createContext<Speaking>({ language: 'en', texts: TEXTS.en, setLanguage: () => {} });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setState] = useState(readLanguage);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  const setLanguage = useCallback((chosen: Language) => {
    rememberLanguage(chosen);
    setState(chosen);
  }, []);
  const speaking = useMemo(() => ({ language, texts: TEXTS[language], setLanguage }), [language, setLanguage]);
  return <SpeakingContext value={speaking}>{children}</SpeakingContext>;
}

/** The page's texts in the language chosen, and how to choose another. */
export function useTexts(): Speaking {
  return useContext(SpeakingContext);
}
