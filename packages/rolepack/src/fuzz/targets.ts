import fc from 'fast-check';
import { readArchive } from '../archive/read-archive.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { checkCompanionContentRedline } from '../compliance/companion-redline.ts';
import { parseRules } from '../load/rules.ts';
import { validateManifest } from '../manifest/validate-manifest.ts';
import { fixManifest } from '../migrate/migrate-manifest.ts';
import { createReporter } from '../report/reporter.ts';
import { scanTexts } from '../scan/scan-pack.ts';
import { resolveStrategy } from '../strategy/resolve-strategy.ts';
import { splitFrontmatter } from '../text/frontmatter.ts';

/** Something that takes whatever it is given: what is given, and what must hold of the answer. */
export interface FuzzTarget {
  readonly name: string;
  readonly property: fc.IProperty<[unknown]>;
}

/** Pieces that readers stumble over, mixed with anything else. */
const awkward = fc.oneof(
  fc.constantFrom(
    '---\n',
    '---',
    '\n',
    '\r\n',
    '\r',
    '\ufeff',
    'name: ',
    'description: ',
    ': ',
    '- ',
    '* ',
    '> ',
    '| a |',
    '```',
    '~~~',
    '<!--',
    '-->',
    '#',
    '`',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    '\\',
    '\u202e',
    '\u200b',
    '\u{e0041}',
    '\ud800',
    '\u0000',
    '&a [*a',
    '!!js/function ',
    '<<: ',
    '? ',
    '%YAML',
    '|',
    '>',
    '技能',
    '虚拟女友',
    '不做',
    '忽略之前的指令',
    'curl ',
    'https://203.0.113.9/x',
    ' | sh',
    'base64 -d',
    '~/.ssh/id_rsa',
    'send to ',
    'ignore all previous instructions',
    'aGVsbG8gd29ybGQgaGVsbG8=',
    '%41',
    '\\x41',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
);
const text = fc.array(awkward, { maxLength: 30 }).map((parts) => parts.join(''));

const manifestText = fc.oneof(
  text,
  fc.json({ maxDepth: 4 }),
  fc
    .dictionary(
      fc.oneof(
        fc.constantFrom(
          'name',
          'formatVersion',
          'strategy',
          'skills',
          'capabilities',
          'keywords',
          'trigger',
          'interactionType',
          '__proto__',
          'constructor',
          'com.x.y',
        ),
        fc.string({ maxLength: 8 }),
      ),
      fc.jsonValue({ maxDepth: 4 }),
    )
    .map((value) => JSON.stringify({ formatVersion: '1.0.0', name: 'x', ...value })),
  fc.integer({ min: 1, max: 500 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
);

const soundArchive = writeArchive(
  new Map([
    ['manifest.json', new TextEncoder().encode('{"name":"x","formatVersion":"1.0.0"}')],
    ['skills/a/SKILL.md', new TextEncoder().encode('---\nname: a\n---\n'.repeat(20))],
    ['assets/写.bin', new Uint8Array(300)],
  ]),
);
const archive = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .record({
      edits: fc.array(fc.tuple(fc.nat(soundArchive.length - 1), fc.nat(255)), { maxLength: 6 }),
      cut: fc.oneof(fc.constant(0), fc.nat(soundArchive.length)),
      names: fc.array(
        fc.tuple(
          fc.constantFrom('skills/a/', 'assets', 'manifest'),
          fc.constantFrom('../../..///', '/etc/x', 'C:\\x\\', '..', '\u202e'),
        ),
        { maxLength: 2 },
      ),
    })
    .map(({ edits, cut, names }) => {
      const bytes = soundArchive.slice(0, soundArchive.length - cut);
      for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value;
      for (const [from, to] of names) replaceAll(bytes, new TextEncoder().encode(from), new TextEncoder().encode(to));
      return bytes;
    }),
);

/** Every target. None may throw, hang, or hand on what it promised to keep back. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  target('manifest', manifestText, (source) => {
    const result = validateManifest(source);
    if (result.refused !== (result.manifest === undefined)) return 'a refused manifest was handed on';
    if (result.refused && result.ok) return 'refused without an error';
    for (const entry of result.entries) if (/\{\w+\}/.test(entry.code)) return 'an unfilled code';
    const value = parse(source);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      fixManifest(value as Readonly<Record<string, unknown>>);
      resolveStrategy((value as Readonly<Record<string, unknown>>).strategy);
    }
    return undefined;
  }),
  target(
    'frontmatter',
    fc.oneof(
      text,
      text.map((rest) => `---\nname: ${rest}`),
      text.map((rest) => `---\n${rest}\n---\nbody`),
    ),
    (source) => {
      const front = splitFrontmatter(source);
      if (!source.endsWith(front.body)) return 'the body is no end of the text';
      return front.form === 'none' && front.body !== source ? 'text was lost' : undefined;
    },
  ),
  target('rules and red line', text, (source) => {
    for (const hit of checkCompanionContentRedline(source)) if (hit.line < 1) return 'a hit without a line';
    for (const rule of parseRules(source).items) if (rule.line < 1) return 'a rule without a line';
    return undefined;
  }),
  target('zip', archive, (bytes) => {
    const reporter = createReporter();
    const content = readArchive(bytes, 'x.zip', reporter);
    if ((content === undefined) !== reporter.isRefused()) return 'refused in silence';
    for (const path of content?.files.keys() ?? [])
      if (/^[/\\]|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)|\\/.test(path)) return `an unsafe path: ${path}`;
    return undefined;
  }),
  target('scanner', text, (source) => {
    const files = [
      { path: 'SKILL.md', text: source },
      { path: 'scripts/x.py', text: source },
      { path: 'data.json', text: JSON.stringify([source, { a: source }]) },
    ];
    const result = scanTexts(files);
    if (JSON.stringify(result) !== JSON.stringify(scanTexts(files))) return 'not the same twice';
    for (const finding of result.findings)
      if (/[\p{Cc}\p{Cf}]/u.test(finding.evidence)) return 'evidence that a terminal would obey';
    return undefined;
  }),
];

function target<T>(name: string, arbitrary: fc.Arbitrary<T>, problemOf: (value: T) => string | undefined): FuzzTarget {
  const property = fc.property(arbitrary, (value) => {
    const problem = problemOf(value);
    if (problem !== undefined) throw new Error(problem);
  });
  return { name, property: property as unknown as fc.IProperty<[unknown]> };
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

function replaceAll(bytes: Uint8Array, from: Uint8Array, to: Uint8Array): void {
  for (let at = 0; at + from.length <= bytes.length; at++)
    if (from.every((byte, index) => bytes[at + index] === byte)) bytes.set(to.subarray(0, from.length), at);
}
