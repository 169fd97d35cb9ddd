import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@rolecall/base';
import type { KnowledgeMaterial } from '@rolecall/knowledge';

/** Material with questions to it, and the entry or document that answers each. */
export interface QuestionSet {
  readonly name: string;
  readonly material: KnowledgeMaterial;
  readonly questions: readonly { readonly text: string; readonly relevant: ReadonlySet<string> }[];
  /** Questions that nothing of it answers. */
  readonly unanswerable: readonly string[];
}

const BASE = 'bench';
/** Ways to ask of an FAQ entry that is made from an intent: the first ones of its training texts. */
const QUESTIONS_OF_ENTRY = 5;

/**
 * The sets of a folder. One with `docs.jsonl` and `queries.jsonl` becomes an entry for each document, its title as the
 * question; one with `train.jsonl` and `test.jsonl` an entry for each intent, asked by five of its training texts.
 */
export function loadSets(folder: string): readonly QuestionSet[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name): readonly QuestionSet[] => {
      const has = (file: string) => existsSync(join(folder, name, file));
      const read = (file: string) => (has(file) ? rowsOf(join(folder, name, file)) : []);
      if (has('docs.jsonl') && has('queries.jsonl'))
        return [passageSet(name, read('docs.jsonl'), read('queries.jsonl'))];
      if (!has('train.jsonl') || !has('test.jsonl')) return [];
      return [intentSet(name, read('train.jsonl'), read('test.jsonl'), read('oos_test.jsonl'))];
    });
}

function passageSet(name: string, docs: readonly JsonObject[], queries: readonly JsonObject[]): QuestionSet {
  const entries = docs.map(({ id, title, text, answer }) => ({
    id: String(id),
    questions: typeof title === 'string' ? [title] : [],
    answer: String(text ?? answer),
  }));
  const questions = queries.map(({ query, relevant }) => ({
    text: String(query),
    relevant: new Set((Array.isArray(relevant) ? relevant : []).map((id) => `${BASE}/${String(id)}`)),
  }));
  return { name, material: { base: BASE, entries, documents: [] }, questions, unanswerable: [] };
}

function intentSet(
  name: string,
  train: readonly JsonObject[],
  test: readonly JsonObject[],
  outOfScope: readonly JsonObject[],
): QuestionSet {
  const asked = new Map<string, string[]>();
  for (const { text, intent } of train) {
    const own = asked.get(String(intent)) ?? [];
    if (own.length < QUESTIONS_OF_ENTRY) own.push(String(text));
    asked.set(String(intent), own);
  }
  const entries = [...asked].map(([id, questions]) => ({ id, questions, answer: '' }));
  return {
    name,
    material: { base: BASE, entries, documents: [] },
    questions: test.map(({ text, intent }) => ({
      text: String(text),
      relevant: new Set([`${BASE}/${String(intent)}`]),
    })),
    unanswerable: outOfScope.map(({ text }) => String(text)),
  };
}

function rowsOf(file: string): readonly JsonObject[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as unknown)
    .filter(isJsonObject);
}
