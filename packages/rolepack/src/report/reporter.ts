import type { Language, Place } from '@rolecall/base';
import { codeDefinition, type RolePackCode } from '../standard/codes.ts';
import { showUnsafeCharacters } from '../text/unsafe-characters.ts';
import type { FailureBoundary, ReportEntry } from './entry.ts';

/** What fills the braces of a message. */
export type Parameters = Readonly<Record<string, string | number>>;

export interface Overrides {
  readonly severity?: ReportEntry['severity'] | undefined;
  readonly disposition?: ReportEntry['disposition'] | undefined;
  readonly boundary?: FailureBoundary | undefined;
  /** For codes that refuse by the host's choice: whether the host so chose. */
  readonly refused?: boolean | undefined;
}

/** Collects entries, worded in one language from the table of codes. */
export interface Reporter {
  readonly language: Language;
  readonly entries: ReportEntry[];
  add(code: RolePackCode, at: Place, parameters?: Parameters, overrides?: Overrides): void;
  /** Records that something was read: no finding. */
  loaded(at: Place, what: { readonly en: string; readonly zh: string }, boundary?: FailureBoundary): void;
  /** Takes over what another report says. */
  take(entries: readonly ReportEntry[]): void;
  /** True once an entry refuses the whole pack. */
  isRefused(): boolean;
}

export function createReporter(language: Language = 'en'): Reporter {
  const entries: ReportEntry[] = [];
  let refused = false;
  return {
    language,
    entries,
    add(code, at, parameters = {}, overrides = {}) {
      const definition = codeDefinition(code);
      const refuses = definition.refuses === 'always' || (definition.refuses === 'host' && overrides.refused === true);
      refused ||= refuses;
      entries.push({
        file: at.file,
        line: at.line,
        path: at.path,
        disposition: refuses ? 'refused' : (overrides.disposition ?? definition.disposition),
        severity: refuses ? 'error' : (overrides.severity ?? definition.severity),
        code,
        message: fill(definition.message[language], parameters),
        fix: fill(definition.fix[language], parameters),
        zh: { message: fill(definition.message.zh, parameters), fix: fill(definition.fix.zh, parameters) },
        boundary: refuses ? 'pack' : (overrides.boundary ?? 'key'),
        refuses: refuses ? true : undefined,
      });
    },
    loaded(at, what, boundary = 'file') {
      entries.push({
        file: at.file,
        line: at.line,
        path: at.path,
        disposition: 'loaded',
        severity: 'info',
        code: 'LOADED',
        message: what[language],
        zh: { message: what.zh },
        boundary,
      });
    },
    take(taken) {
      for (const entry of taken) {
        entries.push(entry);
        refused ||= entry.refuses === true;
      }
    },
    isRefused: () => refused,
  };
}

/** What a pack says is shown in part: a key may be as long as the manifest. */
const LONGEST_PARAMETER = 300;

function fill(template: string, parameters: Parameters): string {
  return template.replace(/(?<!\$)\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(parameters, name)
      ? showUnsafeCharacters(cutText(String(parameters[name]), LONGEST_PARAMETER))
      : whole,
  );
}

/** A value as a finding shows it: short, on one line, never cut inside a character. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'missing';
  let text: string;
  try {
    text = JSON.stringify(value) ?? typeof value;
  } catch {
    text = typeof value;
  }
  return cutText(text, 60);
}

/** The first `length` characters and an ellipsis when there are more; surrogate pairs stay whole. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return `${text.slice(0, end)}…`;
}
