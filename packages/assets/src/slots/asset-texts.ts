import { isJsonObject, type JsonValue } from '@rolecall/base';
import { parseTemplate } from '../expression/template.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import type { LoadedAsset } from '../loading/loaded-assets.ts';

/** A text as somebody wrote it, in one language. */
export interface WrittenText {
  readonly path: DocumentPath;
  /** Its fixed words; what is filled in stands as `…`. */
  readonly text: string;
}

/**
 * The texts of an asset at some paths, `*` for any key or item. A localised text counts once for each language, a list once
 * for each item.
 */
export function textsAt(loaded: LoadedAsset, paths: readonly (readonly string[])[]): readonly WrittenText[] {
  const found: WrittenText[] = [];
  for (const path of paths) find(loaded.source, path, 0, [], found);
  return found;
}

function find(
  value: JsonValue | undefined,
  path: readonly string[],
  depth: number,
  at: DocumentPath,
  found: WrittenText[],
): void {
  const step = path[depth];
  if (value === undefined) return;
  if (step === undefined) leaves(value, at, found);
  else if (Array.isArray(value)) {
    const next = step === '*' ? depth + 1 : depth;
    for (const [index, item] of value.entries()) find(item, path, next, [...at, index], found);
  } else if (isJsonObject(value)) {
    const keys = step === '*' ? Object.keys(value) : [step];
    for (const key of keys) if (Object.hasOwn(value, key)) find(value[key], path, depth + 1, [...at, key], found);
  }
}

function leaves(value: JsonValue, at: DocumentPath, found: WrittenText[]): void {
  if (typeof value === 'string') found.push({ path: at, text: fixedWords(value) });
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) leaves(item, [...at, index], found);
  else if (isJsonObject(value)) {
    for (const language of LANGUAGES) {
      const text = value[language];
      if (text !== undefined) leaves(text, [...at, language], found);
    }
  }
}

const LANGUAGES = ['zh', 'en'] as const;

/** The fixed words of a template. */
export function fixedWords(source: string): string {
  if (!source.includes('{{')) return source;
  const parsed = parseTemplate(source);
  if (!parsed.ok) return source;
  return parsed.parts.map((part) => (part.kind === 'text' ? part.text : '…')).join('');
}
