import type { JsonValue } from '@rolecall/base';
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { DocumentPath } from './document-path.ts';
import { DEEPEST_YAML } from './yaml-depth.ts';

/** Something that makes a document unusable. */
export interface YamlProblem {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly path: DocumentPath;
  readonly fix?: string | undefined;
}

/** Each alias counts with everything that it stands for. */
const MOST_VALUES = 50_000;

interface Reading {
  readonly lineAt: (offset: number) => number;
  readonly problems: YamlProblem[];
  /** The latest node of each anchor so far. The library's own look-up walks through the whole document for each alias. */
  readonly anchors: Map<string, Node>;
  values: number;
}

/** The plain value of a document and what is wrong with it. */
export function valueOfDocument(
  document: Document.Parsed,
  lineAt: (offset: number) => number,
): { readonly value: JsonValue; readonly problems: readonly YamlProblem[] } {
  const reading: Reading = { lineAt, problems: [], anchors: new Map(), values: 0 };
  const value = read(document.contents, [], reading);
  return { value, problems: reading.problems };
}

function read(node: Node | null, path: DocumentPath, reading: Reading): JsonValue {
  if (node === null) return null;
  reading.values += 1;
  if (reading.values > MOST_VALUES || path.length > DEEPEST_YAML) {
    const code = reading.values > MOST_VALUES ? 'yaml_too_large' : 'yaml_too_deep';
    // Once is enough: the same alias would repeat it for every value it stands for.
    if (!reading.problems.some((problem) => problem.code === code)) {
      report(
        reading,
        node,
        path.slice(0, 4),
        code,
        'The document holds too many values, counting what its aliases stand for.',
      );
    }
    return null;
  }
  if (isAlias(node)) return readAlias(node, path, reading);
  const value = readContent(node, path, reading);
  const anchor = 'anchor' in node ? node.anchor : undefined;
  // Known only from its end on: what refers to itself has no value.
  if (typeof anchor === 'string') reading.anchors.set(anchor, node);
  return value;
}

function readContent(node: Node, path: DocumentPath, reading: Reading): JsonValue {
  if (isMap(node)) return readMap(node, path, reading);
  if (isSeq(node)) return readSequence(node, path, reading);
  return isScalar(node) ? readScalar(node, path, reading) : null;
}

function report(reading: Reading, node: Node, path: DocumentPath, code: string, message: string, fix?: string): void {
  reading.problems.push({ code, message, line: reading.lineAt(node.range?.[0] ?? 0), path, fix });
}

function readAlias(alias: Alias, path: DocumentPath, reading: Reading): JsonValue {
  const target = reading.anchors.get(alias.source);
  if (target) return read(target, path, reading);
  report(reading, alias, path, 'yaml_alias_unknown', `There is no anchor &${alias.source} before this alias.`);
  return null;
}

function readMap(map: YAMLMap, path: DocumentPath, reading: Reading): JsonValue {
  const object: Record<string, JsonValue> = {};
  const lines = new Map<string, number>();
  for (const { key, value } of map.items as readonly { key: unknown; value: Node | null }[]) {
    const node = key as Node;
    if (!isScalar(node) || typeof node.value !== 'string') {
      report(
        reading,
        isScalar(node) || isMap(node) || isSeq(node) ? node : map,
        path,
        'yaml_key_not_text',
        'A key must be a text.',
      );
      continue;
    }
    const name = node.value;
    const line = reading.lineAt(node.range?.[0] ?? 0);
    const earlier = lines.get(name);
    if (earlier !== undefined) {
      const message = `The key "${name}" stands here a second time; the first is in line ${earlier}.`;
      report(reading, node, [...path, name], 'yaml_duplicate_key', message, 'Keep one of the two.');
      continue;
    }
    if (name === '__proto__') {
      report(reading, node, path, 'yaml_key_not_allowed', 'The key "__proto__" is not allowed.');
      continue;
    }
    lines.set(name, line);
    object[name] = read(value, [...path, name], reading);
  }
  return object;
}

function readSequence(sequence: YAMLSeq, path: DocumentPath, reading: Reading): JsonValue {
  return sequence.items.map((item, index) => read(item as Node | null, [...path, index], reading));
}

function readScalar(node: Node & { value: unknown }, path: DocumentPath, reading: Reading): JsonValue {
  const { value } = node;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'number') {
    report(reading, node, path, 'yaml_tag_not_allowed', 'A value must be a text, a number, true, false or null.');
    return null;
  }
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return value;
  report(
    reading,
    node,
    path,
    'yaml_number_inexact',
    'This number cannot be kept exactly.',
    'Put it in quotes to make it a text.',
  );
  return value;
}

/** The line of a path in a document: of the key where there is one, else of the item; of the nearest parent otherwise. */
export function lineOfPath(
  document: Document.Parsed,
  path: DocumentPath,
  lineAt: (offset: number) => number,
): number | undefined {
  let node: Node | null | undefined = document.contents;
  let offset = node?.range?.[0];
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === String(step));
      if (!pair) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step] as Node | null | undefined;
      offset = node?.range?.[0] ?? offset;
    } else break;
  }
  return offset === undefined ? undefined : lineAt(offset);
}
