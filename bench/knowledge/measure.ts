import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createKnowledge } from '@rolecall/knowledge';
import { loadSets, type QuestionSet } from './load-sets.ts';
import { miniSearch, type Ranker, rolecall } from './rankers.ts';

/**
 * How well material is found by questions: hit@1, hit@3 and MRR for the half of the questions on which nothing was chosen
 * (the odd ones) and for the other, beside a peer in the same run; how many of the right and of the unanswerable would be
 * quoted unseen; and the time of a search in ten thousand entries.
 *
 *   npm run bench:knowledge -- --data <folder> [--json]
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, json: { type: 'boolean', default: false } } });
if (values.data === undefined) {
  console.error('Name the folder with the question sets: npm run bench:knowledge -- --data <folder>');
  process.exit(2);
}

/** From here the employee quotes a passage that no model has read. */
const QUOTABLE = 0.4;
const MANY = 10_000;

interface Figures {
  readonly questions: number;
  readonly hitAt1: number;
  readonly hitAt3: number;
  readonly mrr: number;
}

interface SetFigures {
  readonly heldOut: Figures;
  readonly tuned: Figures;
  readonly msASearch: number;
  /** Shares of what is right, wrong and unanswerable that would be quoted, held-out half. */
  readonly quoted?: { readonly right: number; readonly wrong: number; readonly unanswerable?: number } | undefined;
}

interface Asked {
  readonly rank: number;
  readonly confidence: number | undefined;
}

const sets = loadSets(resolve(values.data));
if (sets.length === 0) {
  console.error(`There is no set of questions in ${values.data}.`);
  process.exit(1);
}
const peer = await miniSearch();
const note = peer ? undefined : 'minisearch is not installed: npm install --prefix bench/knowledge';
const results: Record<string, Record<string, SetFigures>> = {};
for (const ranker of [rolecall, ...(peer ? [peer] : [])]) {
  const bySet: Record<string, SetFigures> = {};
  for (const set of sets) bySet[set.name] = await measure(ranker, set);
  results[ranker.name] = bySet;
}
const size = await tenThousand();
if (values.json) console.log(JSON.stringify({ bench: 'knowledge', data: resolve(values.data), results, size, note }));
else print();

async function measure(ranker: Ranker, set: QuestionSet): Promise<SetFigures> {
  const ask = await ranker.open(set.material);
  const asked: Asked[] = [];
  const begin = performance.now();
  for (const { text, relevant } of set.questions) {
    const { sources, confidence } = await ask(text);
    asked.push({ rank: sources.findIndex((source) => relevant.has(source)) + 1, confidence });
  }
  const msASearch = round((performance.now() - begin) / Math.max(1, set.questions.length));
  const heldOut = asked.filter((_, index) => index % 2 === 1);
  const others: number[] = [];
  for (const text of set.unanswerable) others.push((await ask(text)).confidence ?? 0);
  const hasConfidence = heldOut.some(({ confidence }) => confidence !== undefined);
  return {
    heldOut: figuresOf(heldOut),
    tuned: figuresOf(asked.filter((_, index) => index % 2 === 0)),
    msASearch,
    quoted: hasConfidence
      ? {
          right: quotedOf(heldOut.filter(({ rank }) => rank === 1).map(({ confidence }) => confidence ?? 0)),
          wrong: quotedOf(heldOut.filter(({ rank }) => rank !== 1).map(({ confidence }) => confidence ?? 0)),
          ...(others.length > 0 ? { unanswerable: quotedOf(others) } : {}),
        }
      : undefined,
  };
}

function quotedOf(confidences: readonly number[]): number {
  return round(confidences.filter((each) => each >= QUOTABLE).length / Math.max(1, confidences.length));
}

function figuresOf(asked: readonly Asked[]): Figures {
  const share = (count: number) => round(count / Math.max(1, asked.length));
  return {
    questions: asked.length,
    hitAt1: share(asked.filter(({ rank }) => rank === 1).length),
    hitAt3: share(asked.filter(({ rank }) => rank > 0 && rank <= 3).length),
    mrr: share(asked.reduce((sum, { rank }) => sum + (rank > 0 ? 1 / rank : 0), 0)),
  };
}

/** Entries made from the texts of the sets, repeated under other ids until there are enough. */
async function tenThousand() {
  const texts = sets.flatMap(({ material }) => material.entries);
  const entries = Array.from({ length: MANY }, (_, index) => {
    const entry = texts[index % texts.length];
    return { id: `e${index}`, questions: entry?.questions ?? [], answer: entry?.answer || 'none' };
  });
  const knowledge = createKnowledge();
  const base = { base: 'many', entries, documents: [] };
  const buildMs = await timed(() => knowledge.open([base]).prepare());
  const port = knowledge.open([base]);
  await port.prepare();
  const changed = knowledge.open([
    { ...base, entries: [...entries.slice(1), { ...entries[0], answer: 'other' } as never] },
  ]);
  const rebuildMs = await timed(() => changed.prepare());
  const questions = sets.flatMap((set) => set.questions).slice(0, 400);
  const searchMs = await timed(async () => {
    for (const { text } of questions) await port.search({ question: text, language: 'zh' });
  });
  return { entries: MANY, buildMs, rebuildAfterOneChangeMs: rebuildMs, msASearch: round(searchMs / questions.length) };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return Math.round(performance.now() - begin);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function print(): void {
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`.padStart(8);
  const line = ({ questions, hitAt1, hitAt3, mrr }: Figures) =>
    `${String(questions).padStart(5)} questions  hit@1${percent(hitAt1)}  hit@3${percent(hitAt3)}  MRR ${mrr.toFixed(3)}`;
  for (const [name, bySet] of Object.entries(results)) {
    console.log(name);
    for (const [set, { heldOut, tuned, msASearch, quoted }] of Object.entries(bySet)) {
      console.log(`  ${set.padEnd(18)} held out ${line(heldOut)}   ${msASearch.toFixed(2)} ms`);
      console.log(`  ${''.padEnd(18)} tuned on ${line(tuned)}`);
      if (quoted)
        console.log(
          `  ${''.padEnd(18)} quoted: right${percent(quoted.right)}  wrong${percent(quoted.wrong)}${quoted.unanswerable === undefined ? '' : `  unanswerable${percent(quoted.unanswerable)}`}`,
        );
    }
  }
  console.log(
    `${size.entries} entries: built in ${size.buildMs} ms, again after one change ${size.rebuildAfterOneChangeMs} ms, a search ${size.msASearch.toFixed(2)} ms`,
  );
  if (note) console.log(`! ${note}`);
}
