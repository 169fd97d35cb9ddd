import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

/**
 * Whatever stands in the sources as `{ en, zh }`: that both are there, the compiler sees to. Here, that both say the same names and
 * numbers, and that the Chinese one is Chinese.
 */
interface Pair {
  readonly at: string;
  readonly en: Wording;
  readonly zh: Wording;
}

interface Wording {
  readonly text: string;
  /** What is filled in, without how a language joins a list or picks its own part of it. */
  readonly parameters: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const FILES = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url) }).filter(
  (file) => !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file),
);

const PAIRS = FILES.flatMap(pairsOf);

test('there are sentences in both languages to look at', () => expect(PAIRS.length).toBeGreaterThan(500));

test('both languages say the same names and numbers', () => {
  const apart = PAIRS.filter(({ en, zh }) => en.parameters.join('\n') !== zh.parameters.join('\n'));
  expect(apart.map(({ at, en, zh }) => `${at}: ${en.parameters.join(' | ')} ≠ ${zh.parameters.join(' | ')}`)).toEqual(
    [],
  );
});

test('the Chinese is Chinese, and the English has none but what it quotes', () => {
  const wrong = PAIRS.filter(({ en, zh }) => isSentence(en.text) && !/\p{Script=Han}/u.test(zh.text));
  expect(wrong.map(({ at, zh }) => `${at}: ${zh.text}`)).toEqual([]);
});

/** Two words in a row: anything less may be a name, which is the same in both; a list of words to recognise is no sentence. */
function isSentence(text: string): boolean {
  return /[A-Za-z]{2,} [a-z]{2,}/.test(text) && !text.includes('|');
}

function pairsOf(file: string): readonly Pair[] {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const pairs: Pair[] = [];
  const visit = (node: Node): void => {
    const pair = node.type === 'ObjectExpression' ? pairOf(node, source) : undefined;
    if (pair) pairs.push({ ...pair, at: `${file}:${source.slice(0, node.start).split('\n').length}` });
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node);
  return pairs;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

function pairOf(object: Node, source: string): Omit<Pair, 'at'> | undefined {
  const en = wordingOf(memberOf(object, 'en'), source);
  const zh = wordingOf(memberOf(object, 'zh'), source);
  return en && zh && { en, zh };
}

function memberOf(object: Node, name: string): Node | undefined {
  const members = object.properties as readonly Node[];
  const found = members.find((member) => isNode(member.key) && (member.key.name ?? member.key.value) === name);
  return isNode(found?.value) ? found.value : undefined;
}

function wordingOf(node: Node | undefined, source: string): Wording | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') {
    return { text: node.value, parameters: named(node.value) };
  }
  if (node?.type !== 'TemplateLiteral') return undefined;
  const text = (node.quasis as readonly Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked).join('…');
  const filled = (node.expressions as readonly Node[]).map(({ start, end }) => plain(source.slice(start, end)));
  return { text, parameters: [...new Set([...filled, ...named(text)])].sort() };
}

/** `{name}`, as templates of their own write it. */
function named(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/(?<![$])\{(\w+)\}/g)].map(([whole]) => whole))].sort();
}

/** An expression without what only picks a language, quotes or joins. */
function plain(expression: string): string {
  return expression
    .replace(/\.join\([^)]*\)|'[^']*'|\.?\b(?:en|zh)\b|["`“”]/g, '')
    .replace(/, *\)/g, ')')
    .replace(/\$\{(\w+)\}/g, '$1')
    .replace(/\s+/g, '');
}
