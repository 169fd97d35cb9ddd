import { ToggleGroup } from 'radix-ui';
import { useTexts } from '../i18n/use-texts.tsx';

const CHOICE =
  'rounded px-2 py-0.5 text-xs text-muted data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-sm';

/** 中文 or English. Remembered on this browser. */
export function LanguageSwitch() {
  const { language, setLanguage, texts } = useTexts();
  return (
    <ToggleGroup.Root
      type="single"
      value={language}
      onValueChange={(value) => (value === 'zh' || value === 'en') && setLanguage(value)}
      aria-label={texts.language}
      className="flex shrink-0 rounded-md bg-canvas p-0.5 ring-1 ring-line"
    >
      <ToggleGroup.Item value="zh" lang="zh" className={CHOICE}>
        中文
      </ToggleGroup.Item>
      <ToggleGroup.Item value="en" lang="en" className={CHOICE}>
        EN
      </ToggleGroup.Item>
    </ToggleGroup.Root>
  );
}
