/**
 * Measures loading and scanning: `node bench/rolepack/measure.ts [folder with skills-benign/]`.
 *
 * Prints packs a second and peak memory for 1,000 packs, the same for every real skill of the folder when one is
 * given, and how the time of the scanner, the validator and the loader grows with the size of their input.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  loadPackFrom,
  loadRolePack,
  memorySource,
  scanTexts,
  validateManifest,
} from '../../packages/rolepack/src/index.ts';

const root = mkdtempSync(join(tmpdir(), 'rolepack-bench-'));
try {
  await measurePacks();
  const skills = process.argv[2];
  if (skills !== undefined) await measureSkills(skills);
  measureGrowth();
  await measureLoaderGrowth();
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function measurePacks(): Promise<void> {
  const count = 1000;
  for (let index = 0; index < count; index++) writePack(join(root, `pack-${index}`), index);
  for (const scan of ['off', 'report'] as const) {
    const peak = watchMemory();
    const started = performance.now();
    let loaded = 0;
    for (let index = 0; index < count; index++) {
      const { pack } = await loadRolePack(join(root, `pack-${index}`), { scan: { suspicious: scan } });
      if (pack) loaded++;
    }
    const seconds = (performance.now() - started) / 1000;
    print(
      `${loaded} packs, scan ${scan}`,
      `${(loaded / seconds).toFixed(0)} packs/s`,
      `peak memory ${peak().toFixed(0)} MB`,
    );
  }
}

/** A pack of ordinary size: persona, twenty rules, three skills, a manifest with every kind of field. */
function writePack(dir: string, index: number): void {
  mkdirSync(join(dir, 'skills'), { recursive: true });
  writeFileSync(
    join(dir, 'manifest.json'),
    JSON.stringify({
      name: `pack-${index}`,
      formatVersion: '1.0.0',
      description: 'An ordinary pack.',
      interactionType: 'tool_assistant',
      keywords: ['one', 'two'],
      strategy: { act: { toolMode: 'allow', temperature: 0.6 }, reflect: { summary: 'on' } },
      capabilities: [{ capability: 'web:search' }],
    }),
  );
  writeFileSync(join(dir, 'persona.md'), 'You are careful and brief. '.repeat(60));
  writeFileSync(
    join(dir, 'rules.md'),
    Array.from({ length: 20 }, (_, rule) => `- Rule ${rule}: never guess, always ask.`).join('\n'),
  );
  for (const name of ['write', 'review', 'plan'])
    writeFileSync(
      join(dir, 'skills', `${name}.md`),
      `---\nname: ${name}\ndescription: About ${name}.\n---\n\n${'1. Do the next thing, then look at what came of it.\n'.repeat(40)}`,
    );
}

async function measureSkills(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /SKILL\.md$/.test(file));
  const texts = files.map((file) => new Uint8Array(readFileSync(join(folder, file))));
  const manifest = new TextEncoder().encode(
    JSON.stringify({ name: 'x', formatVersion: '1.0.0', interactionType: 'tool_assistant' }),
  );
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  for (const scan of ['off', 'report'] as const) {
    const peak = watchMemory();
    const started = performance.now();
    for (const [index, text] of texts.entries())
      await loadPackFrom(
        memorySource(
          new Map([
            ['manifest.json', manifest],
            [`skills/s${index}/SKILL.md`, text],
          ]),
          'x',
        ),
        { scan: { suspicious: scan } },
      );
    const seconds = (performance.now() - started) / 1000;
    print(
      `${texts.length} real skills, ${(bytes / 1e6).toFixed(2)} MB, scan ${scan}`,
      `${(texts.length / seconds).toFixed(0)} packs/s`,
      `${(bytes / 1e6 / seconds).toFixed(1)} MB/s`,
      `peak memory ${peak().toFixed(0)} MB`,
    );
  }
}

/** Twice the size must take about twice the time, whatever the shape. */
function measureGrowth(): void {
  const prose = 'When the user asks for a report, read the notes, list what is missing and ask one question. ';
  const shapes: Readonly<Record<string, (size: number) => string>> = {
    'ordinary text, many lines': (size) => `${prose}\n`.repeat(size / (prose.length + 1)),
    'one single line': (size) => prose.repeat(size / prose.length),
    'half a command, repeated': (size) => 'curl '.repeat(size / 5),
    'open brackets and quotes': (size) => '([{"`<!--'.repeat(size / 9),
    'base64 all through': (size) => 'aGVsbG8gd29ybGQhIGhlbGxv '.repeat(size / 25),
    'list markers': (size) => '- \n'.repeat(size / 3),
  };
  for (const [name, make] of Object.entries(shapes)) {
    const seconds = [1.25e6, 2.5e6, 5e6, 10e6].map((size) => {
      const text = make(size);
      const started = performance.now();
      scanTexts([{ path: 'SKILL.md', text }]);
      return (performance.now() - started) / 1000;
    });
    print(
      `scan, ${name}`,
      seconds.map((one, index) => `${[1.25, 2.5, 5, 10][index]} MB ${one.toFixed(2)} s`).join(', '),
      `×${((seconds[3] ?? 0) / (seconds[2] || 1)).toFixed(2)} for twice the size`,
    );
  }
  const wide = (size: number) =>
    JSON.stringify({
      name: 'x',
      formatVersion: '1.0.0',
      strategy: { act: Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, 1])) },
    });
  const times = [4000, 8000, 16000].map((size) => {
    const text = wide(size);
    const started = performance.now();
    validateManifest(text);
    return performance.now() - started;
  });
  print(
    'validate, unknown keys',
    times.map((one, index) => `${[4000, 8000, 16000][index]} keys ${one.toFixed(0)} ms`).join(', '),
  );
}

async function measureLoaderGrowth(): Promise<void> {
  const manifest = new TextEncoder().encode('{"name":"x","formatVersion":"1.0.0","interactionType":"tool_assistant"}');
  const seconds: number[] = [];
  for (const lines of [25_000, 50_000, 100_000]) {
    const rules = new TextEncoder().encode('- never guess\n'.repeat(lines));
    const started = performance.now();
    await loadPackFrom(
      memorySource(
        new Map([
          ['manifest.json', manifest],
          ['rules.md', rules],
        ]),
        'x',
      ),
    );
    seconds.push((performance.now() - started) / 1000);
  }
  print(
    'load, rules.md',
    [25, 50, 100].map((thousand, index) => `${thousand},000 lines ${(seconds[index] ?? 0).toFixed(2)} s`).join(', '),
  );
}

function watchMemory(): () => number {
  globalThis.gc?.();
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  return () => {
    clearInterval(timer);
    return Math.max(peak, process.memoryUsage().rss) / 1e6;
  };
}

function print(...parts: readonly string[]): void {
  console.log(parts.join('  |  '));
}
