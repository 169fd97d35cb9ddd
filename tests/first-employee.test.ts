import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCli } from 'rolecall';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Part {
  readonly language: string;
  readonly lines: readonly string[];
}

function partsOf(page: string): readonly Part[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(sh|text)\n([\s\S]*?)^```$/gm)].map(([, language = '', block = '']) => ({
    language,
    lines: block.trim().split('\n'),
  }));
}

/** A line as a page shows it: what differs from run to run is `…`. */
function shown(line: string): RegExp {
  const parts = line.trim().split('…');
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'));
}

/** A shell small enough for the page: the command in this process, everything else in a real one; one variable. */
class Shell {
  readonly #cwd: string;
  #conversation = '';

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  async run(line: string): Promise<string> {
    const assigned = /^CONVERSATION=\$\((rolecall .*?) \| (.*)\)$/.exec(line);
    if (assigned !== null) {
      const { output } = await this.#rolecall(assigned[1] ?? '');
      this.#conversation = this.#sh(assigned[2] ?? '', output).trim();
      expect(this.#conversation).toMatch(/^conv_/);
      return '';
    }
    if (!line.startsWith('rolecall ')) return this.#sh(line, '');
    const mayFail = line.endsWith(' || true');
    const { code, output } = await this.#rolecall(line.replace(/ \|\| true$/, ''));
    expect([line, code === 0]).toEqual([line, !mayFail]);
    return output;
  }

  async #rolecall(line: string): Promise<{ readonly code: number; readonly output: string }> {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    const argv = words.slice(1).map((word) => word.replace('$CONVERSATION', this.#conversation));
    const lines: string[] = [];
    const code = await runCli(argv, {
      out: (text) => void lines.push(text),
      err: (text) => void lines.push(text),
      input: new PassThrough().end(),
      output: new PassThrough().resume(),
      env: { LANG: 'C', PATH: process.env.PATH },
      cwd: this.#cwd,
      isTerminal: false,
      stopping: new AbortController().signal,
    });
    return { code, output: lines.join('\n') };
  }

  #sh(command: string, input: string): string {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: this.#cwd, input, encoding: 'utf8' });
    expect([command, status, stderr]).toEqual([command, 0, '']);
    return stdout;
  }
}

it.each(['docs/first-employee.md', 'docs/first-employee.zh.md'])(
  'every command of %s runs and says what the page shows',
  async (page) => {
    const dir = mkdtempSync(join(tmpdir(), 'rolecall-tutorial-'));
    const shell = new Shell(dir);
    let output = '';
    let checked = 0;
    for (const { language, lines } of partsOf(page)) {
      if (language === 'sh') {
        output = '';
        for (const line of lines) output += `${await shell.run(line)}\n`;
      } else {
        for (const line of lines) expect(output).toMatch(shown(line));
        checked += lines.length;
      }
    }
    expect(checked).toBeGreaterThan(20);
    rmSync(dir, { recursive: true });
  },
);
