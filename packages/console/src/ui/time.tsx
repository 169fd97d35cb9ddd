import { useTexts } from '../i18n/use-texts.tsx';

/** A time of day; the day itself is in the title. */
export function Time({ at, withSeconds = false }: { readonly at: string; readonly withSeconds?: boolean }) {
  const { language } = useTexts();
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
  return (
    <time dateTime={at} title={date.toLocaleString(locale)} className="tabular-nums">
      {date.toLocaleTimeString(locale, {
        hour: '2-digit',
        minute: '2-digit',
        ...(withSeconds ? { second: '2-digit' } : {}),
      })}
    </time>
  );
}
