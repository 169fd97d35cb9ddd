import type { SummaryContent } from '../memory-port.ts';

/** A summary as it stands in the place of its round: the prose, and word for word what it does not already hold. */
export function summaryText({
  text,
  verbatim,
  language,
}: Pick<SummaryContent, 'text' | 'verbatim' | 'language'>): string {
  const apart = verbatim.filter((item) => !text.includes(item));
  if (apart.length === 0) return text;
  return language === 'zh' ? `${text}\n原文要点：${apart.join('；')}` : `${text}\nVerbatim: ${apart.join('; ')}`;
}
