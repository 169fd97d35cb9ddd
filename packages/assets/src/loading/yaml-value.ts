import type { Bilingual, JsonValue } from '@rolecall/base';
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
  readonly message: Bilingual;
  readonly line: number;
  readonly path: DocumentPath;
  readonly fix?: Bilingual | undefined;
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
      report(reading, node, path.slice(0, 4), code, {
        en: 'The document holds too many values, counting what its aliases stand for.',
        zh: '文档里的值太多，别名所代表的值也计算在内。',
      });
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

function report(
  reading: Reading,
  node: Node,
  path: DocumentPath,
  code: string,
  message: Bilingual,
  fix?: Bilingual,
): void {
  reading.problems.push({ code, message, line: reading.lineAt(node.range?.[0] ?? 0), path, fix });
}

function readAlias(alias: Alias, path: DocumentPath, reading: Reading): JsonValue {
  const target = reading.anchors.get(alias.source);
  if (target) return read(target, path, reading);
  report(reading, alias, path, 'yaml_alias_unknown', {
    en: `There is no anchor &${alias.source} before this alias.`,
    zh: `在这个别名之前没有锚点 &${alias.source}。`,
  });
  return null;
}

function readMap(map: YAMLMap, path: DocumentPath, reading: Reading): JsonValue {
  const object: Record<string, JsonValue> = {};
  const lines = new Map<string, number>();
  for (const { key, value } of map.items as readonly { key: unknown; value: Node | null }[]) {
    const node = key as Node;
    if (!isScalar(node) || typeof node.value !== 'string') {
      report(reading, isScalar(node) || isMap(node) || isSeq(node) ? node : map, path, 'yaml_key_not_text', {
        en: 'A key must be a text.',
        zh: '键必须是文字。',
      });
      continue;
    }
    const name = node.value;
    const line = reading.lineAt(node.range?.[0] ?? 0);
    const earlier = lines.get(name);
    if (earlier !== undefined) {
      const message = {
        en: `The key "${name}" stands here a second time; the first is in line ${earlier}.`,
        zh: `键“${name}”在这里出现了第二次；第一次在第 ${earlier} 行。`,
      };
      report(reading, node, [...path, name], 'yaml_duplicate_key', message, {
        en: 'Keep one of the two.',
        zh: '只保留一个。',
      });
      continue;
    }
    if (name === '__proto__') {
      report(reading, node, path, 'yaml_key_not_allowed', {
        en: 'The key "__proto__" is not allowed.',
        zh: '不允许使用键“__proto__”。',
      });
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
    report(reading, node, path, 'yaml_tag_not_allowed', {
      en: 'A value must be a text, a number, true, false or null.',
      zh: '值必须是文字、数字、true、false 或 null。',
    });
    return null;
  }
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return value;
  report(
    reading,
    node,
    path,
    'yaml_number_inexact',
    { en: 'This number cannot be kept exactly.', zh: '这个数字不能精确保存。' },
    { en: 'Put it in quotes to make it a text.', zh: '加上引号，让它成为文字。' },
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
