import { type ReactNode, useState } from 'react';
import type { Entry } from '../api/wire.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { RawJson } from './raw-json.tsx';

export type Tone = 'plain' | 'quiet' | 'pass' | 'fail' | 'warn' | 'accent';

const TONES: Readonly<Record<Tone, string>> = {
  plain: 'text-muted',
  quiet: 'text-faint',
  pass: 'text-pass',
  fail: 'text-fail',
  warn: 'text-warn',
  accent: 'text-accent',
};

interface EntryFrameProps {
  readonly entry: Entry;
  readonly icon: IconName;
  readonly tone: Tone;
  readonly title: string;
  /** What is said on the same line. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** What every entry of the journal has: its place in time, what it is, and its raw form on demand. */
export function EntryFrame({ entry, icon, tone, title, note, children }: EntryFrameProps) {
  const { texts } = useTexts();
  const [showsRaw, setShowsRaw] = useState(false);
  return (
    <li className="group/entry flex gap-2.5 py-1" data-kind={entry.kind} data-sequence={entry.sequence}>
      <span className={`mt-0.5 ${TONES[tone]}`}>
        <Icon name={icon} className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <div className={`min-w-0 flex-1 text-[13px] ${tone === 'quiet' ? 'text-muted' : ''}`}>
            <span className={tone === 'quiet' ? '' : 'font-medium'} title={entry.kind}>
              {title}
            </span>
            {note !== undefined && note !== '' && <span className="ml-2 text-xs text-muted">{note}</span>}
          </div>
          <button
            type="button"
            aria-expanded={showsRaw}
            aria-label={`${texts.rawJson} #${entry.sequence}`}
            title={texts.rawJson}
            onClick={() => setShowsRaw(!showsRaw)}
            className={`mt-px shrink-0 rounded p-0.5 hover:text-accent ${showsRaw ? 'text-accent' : 'text-faint opacity-60 group-hover/entry:opacity-100 focus-visible:opacity-100'}`}
          >
            <Icon name="braces" className="size-3.5" />
          </button>
          <span className="mt-0.5 shrink-0 text-[11px] text-faint tabular-nums">
            #{entry.sequence}
            <span className="max-sm:hidden">
              {' · '}
              <Time at={entry.at} withSeconds />
            </span>
          </span>
        </div>
        {children}
        {showsRaw && <RawJson value={entry} />}
      </div>
    </li>
  );
}
