import type { Language } from '@rolecall/base';

/** The language that a request's `Accept-Language` prefers of the two there are; English when it names neither. */
export function askedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .flatMap((part): readonly { readonly language: Language; readonly weight: number }[] => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const language = /^(zh|en)(?:-|$)/.exec(range.trim())?.[1];
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((q) => q !== undefined);
      return language === 'zh' || language === 'en'
        ? [{ language, weight: quality === undefined ? 1 : Number(quality) }]
        : [];
    });
  // Of equal ones the first: sorting keeps their order.
  const [best] = wanted.filter(({ weight }) => weight > 0).sort((left, right) => right.weight - left.weight);
  return best?.language ?? 'en';
}
