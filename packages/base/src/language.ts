/** The two languages Rolecall speaks. */
export type Language = 'zh' | 'en';

/** What a person reads, in both languages. */
export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

/** A text that is the same to every reader: a name, an example, what another program said. */
export function inAnyLanguage(text: string): Bilingual {
  return { en: text, zh: text };
}

/** A text in one language for all, or apart by language. */
export type LocalizedText = string | { readonly zh?: string | undefined; readonly en?: string | undefined };

/** What a table of texts says, in both languages. */
export function inBoth<Texts>(table: Readonly<Record<Language, Texts>>, say: (texts: Texts) => string): Bilingual {
  return { en: say(table.en), zh: say(table.zh) };
}

/** Names in quotes, one after the other. */
export function quotedList(names: readonly string[]): Bilingual {
  return {
    en: names.map((name) => `"${name}"`).join(', '),
    zh: names.map((name) => `“${name}”`).join('、'),
  };
}

/** The text in the wanted language, else in the other one, else empty. */
export function textIn(text: LocalizedText | undefined, language: Language): string {
  if (text === undefined) return '';
  if (typeof text === 'string') return text;
  return text[language] ?? text[language === 'zh' ? 'en' : 'zh'] ?? '';
}

const HAN = /\p{Script=Han}/u;
const LATIN_WORD = /\p{Script=Latin}{2,}/u;

/** The language a text is written in; `fallback` when it has words of neither (a number, an emoji). */
export function languageOf(text: string, fallback: Language): Language {
  if (HAN.test(text)) return 'zh';
  return LATIN_WORD.test(text) ? 'en' : fallback;
}
