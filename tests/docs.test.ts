import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCli } from 'rolecall';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Every page for people, by its path in the repository. */
const PAGES = [
  ...['README.md', 'README.zh-CN.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md'],
  ...['docs', 'packages/cli/template', 'examples'].flatMap((dir) =>
    readdirSync(join(ROOT, dir), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !/(^|\/)(node_modules|\.rolecall)\//.test(file))
      .map((file) => `${dir}/${file}`),
  ),
].sort();

/** A decision is written down once; the list of them is there in both languages. */
const isDecision = (page: string) => /^docs\/decisions\/\d/.test(page);
const ENGLISH = PAGES.filter((page) => page.startsWith('docs/') && !page.endsWith('.zh.md') && !isDecision(page));
const sisterOf = (page: string) => (page === 'README.md' ? 'README.zh-CN.md' : page.replace(/\.md$/, '.zh.md'));

const outsideOfCode = (text: string) => text.replace(/^```[^\n]*\n[\s\S]*?^```$/gm, '');
/** The levels of the headings, in order. */
const outline = (page: string) =>
  [...outsideOfCode(read(page)).matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length);

describe('the pages in two languages', () => {
  it('are a pair each: every English page has its Chinese one, and the other way round', () => {
    expect(ENGLISH.filter((page) => !existsSync(join(ROOT, sisterOf(page))))).toEqual([]);
    const chinese = PAGES.filter((page) => page.startsWith('docs/') && page.endsWith('.zh.md'));
    expect(
      chinese.map((page) => page.replace('.zh.md', '.md')).filter((page) => !existsSync(join(ROOT, page))),
    ).toEqual([]);
  });

  it.each(['README.md', ...ENGLISH])(
    '%s has the same headings in both, and as many examples, tables and rows',
    (page) => {
      const shape = (file: string) => ({
        headings: outline(file),
        examples: read(file).match(/^```\w*$/gm)?.length ?? 0,
        tables: read(file).match(/^\|[-|: ]+\|$/gm)?.length ?? 0,
        rows: read(file).match(/^\|/gm)?.length ?? 0,
      });
      expect(shape(sisterOf(page))).toEqual(shape(page));
    },
  );

  it.each(['README.md', ...ENGLISH.filter((page) => dirname(page) === 'docs' || basename(page) === 'README.md')])(
    '%s leads to its sister and back',
    (page) => {
      expect(read(page)).toContain(`](${basename(sisterOf(page))})`);
      expect(read(sisterOf(page))).toContain(`](${basename(page)})`);
    },
  );

  it('stand in the list of pages, each in its language', () => {
    const listed = (index: string) =>
      linksIn(index).map(({ target }) => relative(ROOT, join(ROOT, dirname(index), target)));
    const own = (page: string) => dirname(page) === 'docs' && basename(page) !== 'README.md';
    expect(listed('docs/README.md')).toEqual(expect.arrayContaining(ENGLISH.filter(own)));
    expect(listed('docs/README.zh.md')).toEqual(expect.arrayContaining(ENGLISH.filter(own).map(sisterOf)));
  });
});

interface Link {
  readonly target: string;
  readonly anchor: string | undefined;
}

/** Links inside the repository. */
function linksIn(page: string): readonly Link[] {
  return [...outsideOfCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/i.test(link))
    .map((link) => {
      const [target = '', anchor] = link.split('#');
      return { target: target === '' ? basename(page) : target, anchor };
    });
}

/** As the pages are shown: lower case, marks left out, spaces as hyphens. */
function anchorsOf(page: string): readonly string[] {
  return [...outsideOfCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('what the pages refer to', () => {
  it('exists: files, folders and headings', () => {
    const broken = PAGES.flatMap((page) =>
      linksIn(page).flatMap(({ target, anchor }) => {
        const file = join(dirname(page), target);
        if (!existsSync(join(ROOT, file))) return [`${page}: ${target}`];
        const isMissing = anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
        return isMissing ? [`${page}: ${target}#${anchor}`] : [];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('exists: pages that are named without a link', () => {
    const broken = PAGES.flatMap((page) =>
      [...read(page).matchAll(/`((?:docs|bench|examples|packages|tests|scripts)\/[\w./-]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${page}: ${path}`),
    );
    // What a state of the example's own holds is made when it runs.
    expect(broken.filter((line) => !/\.rolecall/.test(line))).toEqual([]);
  });

  it('exists: the scripts of npm', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = PAGES.flatMap((page) =>
      [...read(page).matchAll(/npm run ([\w:-]+)(?![\w:-]* -w)/g)].map(([, script = '']) => ({ page, script })),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it('names every decision by a number of its own, in the list of them', () => {
    const decisions = PAGES.filter(isDecision);
    const numbers = decisions.map((page) => basename(page).slice(0, 4));
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
    for (const index of ['docs/decisions/README.md', 'docs/decisions/README.zh.md']) {
      const listed = linksIn(index).map(({ target }) => target);
      expect(listed).toEqual(expect.arrayContaining(decisions.map((page) => basename(page))));
    }
  });
});

interface HelpOf {
  readonly commands: ReadonlyMap<string, HelpOf>;
  readonly options: ReadonlySet<string>;
  /** What stands behind it is not this program's to list. */
  readonly takesAnything: boolean;
}

async function helpText(...argv: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await runCli([...argv, '--help'], {
    out: (line) => void lines.push(line),
    err: (line) => void lines.push(line),
    input: new PassThrough().end(),
    output: new PassThrough().resume(),
    env: { LANG: 'C' },
    cwd: ROOT,
    isTerminal: false,
    stopping: new AbortController().signal,
  });
  return lines.join('\n');
}

/** The commands and options of the program, as its own help lists them. */
async function helpOf(...path: readonly string[]): Promise<HelpOf> {
  const text = await helpText(...path);
  const commands = new Map<string, HelpOf>();
  const section = /^Commands:\n((?: {2}.*\n?)*)/m.exec(text)?.[1] ?? '';
  for (const [, name = ''] of section.matchAll(/^ {2}([a-z][\w-]*)/gm)) {
    if (name !== 'help' && path[0] !== 'pack') commands.set(name, await helpOf(...path, name));
    else if (name !== 'help') commands.set(name, { commands: new Map(), options: new Set(), takesAnything: true });
  }
  const options = new Set([...text.matchAll(/(?<![\w-])(--?[a-z][\w-]*)/g)].map(([, option = '']) => option));
  return { commands, options, takesAnything: false };
}

/** The words behind `rolecall` in code of a page, with the alternatives of `a | b` apart. */
function commandsIn(page: string): readonly (readonly string[])[] {
  const text = read(page);
  const fenced = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n'));
  const spans = [...outsideOfCode(text).matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll(/\s+/g, ' '));
  return [...fenced, ...spans].flatMap((code) => {
    const [, command] = /^(?:.*\| |[A-Z_]+=\S+ |\$ )*(?:npx )?rolecall ((?!check：).+)$/.exec(code.trim()) ?? [];
    if (command === undefined) return [];
    const words = command
      .replace(/ #.*$| [>&].*$/, '')
      .replaceAll(/"[^"]*"|'[^']*'/g, 'text')
      .split(' ')
      .filter((word) => word !== '');
    return [words];
  });
}

/** What of a command the program's help does not know; undefined when it knows all of it. */
function unknownIn(words: readonly string[], program: HelpOf): string | undefined {
  let at = program;
  let parent = program;
  let isFirst = true;
  for (const [index, raw] of words.entries()) {
    const word = raw.replace(/^\[+|[\],;。，.…]+$/g, '');
    if (at.takesAnything || word === '--') return undefined;
    if (word === '|') {
      // The commands of a list: `letters list | show`. The words of an option's value go on behind it.
      const next = words[index + 1] ?? '';
      if (parent.commands.has(next)) at = parent;
      continue;
    }
    const option = /^(--?[a-z][\w-]*)/.exec(word)?.[1];
    if (option !== undefined) {
      if (!at.options.has(option) && !program.options.has(option)) return option;
      continue;
    }
    if (at.commands.size === 0) continue;
    const next = at.commands.get(word);
    if (next === undefined) return isFirst || /^[a-z][\w-]*$/.test(word) ? word : undefined;
    parent = at;
    at = next;
    isFirst = false;
  }
  return undefined;
}

describe('the commands that the pages name', () => {
  let program: HelpOf;
  beforeAll(async () => {
    program = await helpOf();
  });

  it('are commands of the program with options that its help lists', () => {
    expect([...program.commands.keys()]).toEqual(expect.arrayContaining(['init', 'chat', 'desk', 'pack', 'mcp']));
    let seen = 0;
    const wrong = PAGES.flatMap((page) =>
      commandsIn(page).flatMap((words) => {
        seen += 1;
        const unknown = unknownIn(words, program);
        return unknown === undefined ? [] : [`${page}: rolecall ${words.join(' ')} (${unknown})`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(100);
  });

  it('are all described: every command of the program stands on some page', () => {
    const named = new Set(
      PAGES.filter((page) => page !== 'CHANGELOG.md').flatMap((page) => commandsIn(page).map(([first]) => first)),
    );
    const missing = [...program.commands.keys()].filter((name) => !named.has(name) && name !== 'version');
    expect(missing).toEqual([]);
  });
});
