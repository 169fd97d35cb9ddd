import type { Language } from '@rolecall/base';
import type { ReportEntry } from '../report/entry.ts';
import { createReporter, type Reporter, showValue } from '../report/reporter.ts';
import { KERNEL_VERSION, LIMITS } from '../standard/limits.ts';
import { locateJson } from '../text/json-places.ts';
import type { Manifest } from './manifest.ts';
import { readManifest } from './read-manifest.ts';

export interface ValidateOptions {
  /** In which the findings are worded; English by default. */
  readonly language?: Language | undefined;
  /** Draft strategy keys that the host consumes beyond the table, as `act.streaming`. */
  readonly consumes?: readonly string[] | undefined;
  readonly kernelVersion?: string | undefined;
  /** Refuse a pack that asks for a newer kernel, instead of warning. */
  readonly strict?: boolean | undefined;
}

/** What the format validator found. It reads no file and says nothing about content. */
export interface ManifestValidation {
  /** No error. */
  readonly ok: boolean;
  /** A host refuses the pack for this manifest. */
  readonly refused: boolean;
  readonly entries: readonly ReportEntry[];
  /** Absent when the manifest is refused. */
  readonly manifest: Manifest | undefined;
}

/**
 * The format validator: required fields, names, types, ranges, strategy keys, capabilities, compliance tiers.
 *
 * Pure: takes the parsed manifest or its text (then findings carry lines) and never reads content, which has a guard of
 * its own (`checkCompanionContentRedline`). Never throws. Source: RolePack, section 八.
 */
export function validateManifest(manifest: unknown, options: ValidateOptions = {}): ManifestValidation {
  const report = createReporter(options.language);
  const read =
    typeof manifest === 'string' ? readText(manifest, report, options) : readValue(manifest, report, options);
  return {
    ok: !report.entries.some((entry) => entry.severity === 'error'),
    refused: report.isRefused(),
    entries: report.entries,
    manifest: report.isRefused() ? undefined : read,
  };
}

/** The same on a reporter that somebody else began, for the loader. */
export function readText(text: string, report: Reporter, options: ValidateOptions): Manifest | undefined {
  const bytes = utf8Length(text);
  if (bytes > LIMITS.manifestBytes) {
    report.add('MANIFEST_TOO_LARGE', { file: FILE }, { size: bytes, limit: LIMITS.manifestBytes });
    return undefined;
  }
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (body.length < text.length) report.add('BYTE_ORDER_MARK', { file: FILE, line: 1 }, {}, { boundary: 'file' });
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    const { reason, line } = jsonProblem(body, error);
    report.add('INVALID_JSON', { file: FILE, line }, { reason });
    return undefined;
  }
  const places = locateJson(body);
  for (const path of places.duplicates)
    report.add('DUPLICATE_KEY', { file: FILE, line: places.lineOf(path), path }, { key: path });
  return readValue(value, report, options, places.lineOf);
}

const FILE = 'manifest.json';

function readValue(
  value: unknown,
  report: Reporter,
  options: ValidateOptions,
  lineOf?: (path: string) => number | undefined,
): Manifest | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report.add('MANIFEST_NOT_OBJECT', { file: FILE, line: 1 }, { value: showValue(value) });
    return undefined;
  }
  return readManifest(value as Readonly<Record<string, unknown>>, report, {
    kernelVersion: options.kernelVersion ?? KERNEL_VERSION,
    strict: options.strict ?? false,
    consumes: options.consumes,
    lineOf,
  });
}

/** The engine's message without its quotation of the text, and the line that it means. */
export function jsonProblem(text: string, error: unknown): { readonly reason: string; readonly line: number } {
  const message = error instanceof Error ? error.message : String(error);
  const position = /at position (\d+)/.exec(message);
  const at = position ? Number(position[1]) : /end of JSON/i.test(message) ? text.length : 0;
  let line = 1;
  for (let index = 0; index < at && index < text.length; index++) if (text[index] === '\n') line++;
  const reason = message.split(/, "|, \.\.\.| in JSON| \(line| at position/)[0] ?? message;
  return { reason: reason.trim(), line };
}

function utf8Length(text: string): number {
  if (text.length * 3 <= LIMITS.manifestBytes) return text.length;
  return new TextEncoder().encode(text).length;
}
