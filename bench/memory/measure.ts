import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadData, type Person, type Question } from './load-data.ts';
import { type Ask, miniSearch, plainBm25, type Ranker, rolecall } from './rankers.ts';

/**
 * How well the memory finds the round that a question is about: recall@1, recall@5 (a round of the evidence is among the
 * first) and MRR, a memory for each person, beside peers in the same run.
 *
 *   npm run bench:memory -- --data <folder> [--json] [--verbose]
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
if (values.data === undefined) {
  console.error('Name the folder with the conversations and questions: npm run bench:memory -- --data <folder>');
  process.exit(2);
}

const LOOK_AT = 50;

interface Figures {
  readonly questions: number;
  readonly recallAt1: number;
  readonly recallAt5: number;
  /** The share of all rounds of the evidence that is among the first five. */
  readonly evidenceAt5: number;
  readonly mrr: number;
}

const folder = resolve(values.data);
const { questions, skipped } = loadData(folder);
if (questions.length === 0) {
  console.error([`No question of ${folder} can be asked.`, ...skipped].join('\n'));
  process.exit(1);
}
const peer = await miniSearch();
const results: Record<string, Record<string, Figures | number>> = {};
for (const ranker of [rolecall, plainBm25, ...(peer ? [peer] : [])]) results[ranker.name] = await measure(ranker);

const note = peer ? undefined : 'minisearch is not installed: npm install --prefix bench/memory';
if (values.json) console.log(JSON.stringify({ bench: 'memory', data: folder, results, skipped, note }));
else print();

async function measure(ranker: Ranker): Promise<Record<string, Figures | number>> {
  const open = new Map<Person, Ask>();
  const ranks: { readonly question: Question; readonly places: readonly number[] }[] = [];
  let searchMs = 0;
  for (const question of questions) {
    const ask = open.get(question.person) ?? (await ranker.open(question.person));
    open.set(question.person, ask);
    const begin = performance.now();
    const places = await ask(question.text, LOOK_AT);
    searchMs += performance.now() - begin;
    ranks.push({ question, places });
    if (values.verbose && ranker === rolecall) tell(question, places);
  }
  const kinds = [...new Set(questions.map(({ kind }) => kind))];
  const figures = Object.fromEntries(
    kinds.map((kind) => [kind, figuresOf(ranks.filter(({ question }) => question.kind === kind))]),
  );
  return { all: figuresOf(ranks), ...figures, msASearch: round(searchMs / Math.max(1, ranks.length)) };
}

function figuresOf(ranks: readonly { readonly question: Question; readonly places: readonly number[] }[]): Figures {
  const first = ranks.map(({ question, places }) => places.findIndex((place) => question.evidence.includes(place)) + 1);
  const share = (count: number) => round(count / Math.max(1, ranks.length));
  return {
    questions: ranks.length,
    recallAt1: share(first.filter((rank) => rank === 1).length),
    recallAt5: share(first.filter((rank) => rank > 0 && rank <= 5).length),
    evidenceAt5: share(
      ranks.reduce((sum, { question: { evidence }, places }) => {
        const found = evidence.filter((place) => places.slice(0, 5).includes(place)).length;
        return sum + found / Math.min(5, evidence.length);
      }, 0),
    ),
    mrr: share(first.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0)),
  };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function tell({ person, text, evidence }: Question, places: readonly number[]): void {
  const rank = places.findIndex((place) => evidence.includes(place)) + 1;
  if (rank !== 1)
    console.error(
      `${rank || '-'}\t${person.name}\t${text}\twanted ${evidence.join(',')}, got ${places.slice(0, 5).join(',')}`,
    );
}

function print(): void {
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`.padStart(8);
  for (const [name, kinds] of Object.entries(results)) {
    console.log(name);
    for (const [kind, figures] of Object.entries(kinds)) {
      if (typeof figures === 'number') console.log(`  ${figures.toFixed(2)} ms a search`);
      else
        console.log(
          `  ${kind.padEnd(6)}${String(figures.questions).padStart(4)} questions  R@1${percent(figures.recallAt1)}  R@5${percent(figures.recallAt5)}  evidence@5${percent(figures.evidenceAt5)}  MRR ${figures.mrr.toFixed(3)}`,
        );
    }
  }
  for (const line of [...skipped, ...(note ? [note] : [])]) console.log(`! ${line}`);
}
