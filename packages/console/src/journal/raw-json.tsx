import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.tsx';

/** An entry or a value exactly as it was recorded. */
export function RawJson({ value }: { readonly value: unknown }) {
  const { texts } = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  const text = JSON.stringify(value, undefined, 2);
  const copy = (): void => {
    navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return (
    <div className="relative mt-1.5">
      <button
        type="button"
        onClick={copy}
        className="absolute top-1.5 right-1.5 rounded border border-line bg-surface px-1.5 py-0.5 text-[11px] text-muted hover:text-ink"
      >
        {isCopied ? texts.copied : texts.copy}
      </button>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-md border border-line bg-sunken p-2.5 pr-14 font-mono text-[11px] leading-relaxed whitespace-pre-wrap text-muted"
      >
        {text}
      </pre>
    </div>
  );
}
