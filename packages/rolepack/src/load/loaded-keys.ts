import type { Reporter } from '../report/reporter.ts';
import { locateJson } from '../text/json-places.ts';

/**
 * Says of every key and entry of a manifest that has no finding that it was read, so that the report is whole: what is
 * not in it was not met.
 */
export function reportLoadedKeys(text: string, report: Reporter): void {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) return;
  const places = locateJson(text);
  const told = new Set(report.entries.map((entry) => entry.path));
  for (const path of pathsOf(value)) {
    if (told.has(path)) continue;
    report.loaded(
      { file: 'manifest.json', line: places.lineOf(path), path },
      { en: `"${path}" is read.`, zh: `已读取 "${path}"。` },
      path.startsWith('capabilities[') ? 'capability' : path.startsWith('skills[') ? 'skill' : 'key',
    );
  }
}

/** Top-level keys, strategy keys, and the entries of the lists. */
function* pathsOf(manifest: Readonly<Record<string, unknown>>): Generator<string> {
  for (const [key, value] of Object.entries(manifest)) {
    yield key;
    if ((key === 'skills' || key === 'capabilities') && Array.isArray(value))
      for (const index of value.keys()) yield `${key}[${index}]`;
    if (key !== 'strategy' || !isRecord(value)) continue;
    for (const [stage, keys] of Object.entries(value))
      if (isRecord(keys)) for (const name of Object.keys(keys)) yield `strategy.${stage}.${name}`;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
