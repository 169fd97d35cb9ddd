import type { Connection } from '../api/follow.ts';
import { useTexts } from '../i18n/use-texts.tsx';

const COLOURS: Readonly<Record<Connection, string>> = {
  connecting: 'bg-warn breathing',
  live: 'bg-pass',
  reconnecting: 'bg-warn breathing',
  stopped: 'bg-fail',
};

/** Whether what is shown is live. */
export function ConnectionMark({ connection }: { readonly connection: Connection }) {
  const { texts } = useTexts();
  return (
    <span role="status" className="flex shrink-0 items-center gap-1.5 text-xs text-muted" data-connection={connection}>
      <span className={`size-2 rounded-full ${COLOURS[connection]}`} aria-hidden="true" />
      <span className={connection === 'live' ? 'max-sm:sr-only' : ''}>{texts[connection]}</span>
    </span>
  );
}
