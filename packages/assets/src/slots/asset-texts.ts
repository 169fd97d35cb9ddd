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
  return paths.flatMap((path) => [...find(loaded.source, path, [])]);
}

function* find(value: JsonValue | undefined, path: readonly string[], at: DocumentPath): Iterable<WrittenText> {
  const [step, ...rest] = path;
  if (step === undefined) yield* leaves(value, at);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* find(item, step === '*' ? rest : path, [...at, index]);
    }
  } else if (isJsonObject(value)) {
    const keys = step === '*' ? Object.keys(value) : [step];
    for (const key of keys) if (Object.hasOwn(value, key)) yield* find(value[key], rest, [...at, key]);
  }
}

function* leaves(value: JsonValue | undefined, at: DocumentPath): Iterable<WrittenText> {
  if (typeof value === 'string') yield { path: at, text: fixedWords(value) };
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leaves(item, [...at, index]);
  else if (isJsonObject(value)) {
    for (const language of ['zh', 'en'])
      if (Object.hasOwn(value, language)) yield* leaves(value[language], [...at, language]);
  }
}

/** The fixed words of a template. */
export function fixedWords(source: string): string {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return source;
  return parsed.parts.map((part) => (part.kind === 'text' ? part.text : '…')).join('');
}
