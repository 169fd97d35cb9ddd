import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One round of a recorded conversation. */
export interface RecordedRound {
  readonly session: string;
  readonly at: string;
  readonly input: string;
  readonly reply: string;
}

export interface Person {
  readonly name: string;
  readonly file: string;
  readonly rounds: readonly RecordedRound[];
}

export interface Question {
  readonly person: Person;
  readonly text: string;
  readonly kind: string;
  /** Places in the person's rounds. */
  readonly evidence: readonly number[];
}

export interface LoadedData {
  readonly questions: readonly Question[];
  /** What was met and could not be used, with the reason. */
  readonly skipped: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * All conversations and all questions of a folder, whatever its files are called: a list whose members have `days` is
 * conversations, one whose members have `question` and `evidenceRounds` is questions. A question belongs to the person
 * of its `user`, in the conversations with the most similar file name where several have one of that name.
 */
export function loadData(folder: string): LoadedData {
  const skipped: string[] = [];
  const people: Person[] = [];
  const asked: { readonly file: string; readonly fields: Fields }[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/u.test(name))
    .sort()) {
    const members = readMembers(join(folder, file));
    if (!members) {
      skipped.push(`${file}: no JSON list`);
      continue;
    }
    const before = people.length + asked.length;
    for (const fields of members) {
      if (Array.isArray(fields.days)) people.push(personOf(file, fields));
      else if (typeof fields.question === 'string' && Array.isArray(fields.evidenceRounds))
        asked.push({ file, fields });
    }
    if (people.length + asked.length === before) skipped.push(`${file}: neither conversations nor questions`);
  }
  const questions = asked.flatMap(({ file, fields }): Question[] => {
    const named = people.filter(({ name }) => name === nameOf(fields));
    const person = named.sort((left, right) => sharedStart(right.file, file) - sharedStart(left.file, file))[0];
    const evidence = (fields.evidenceRounds as unknown[]).map(Number);
    const fits = person && evidence.length > 0 && evidence.every((place) => person.rounds[place] !== undefined);
    if (!person || !fits) {
      skipped.push(
        `${file}: ${person ? 'evidence outside the rounds' : 'nobody of that name'}: ${String(fields.question)}`,
      );
      return [];
    }
    const kind = typeof fields.kind === 'string' ? fields.kind : 'text';
    return [{ person, text: String(fields.question), kind, evidence }];
  });
  return { questions, skipped };
}

function readMembers(path: string): readonly Fields[] | undefined {
  const text = readFileSync(path, 'utf8');
  try {
    const value: unknown = path.endsWith('l')
      ? text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : JSON.parse(text);
    const list = Array.isArray(value) ? value : Object.values(value as object).find(Array.isArray);
    return Array.isArray(list) ? list.filter((member) => typeof member === 'object' && member !== null) : undefined;
  } catch {
    return undefined;
  }
}

function nameOf({ user }: Fields): string {
  return typeof user === 'string' ? user.trim() : '';
}

/** Rounds of a day are an hour's work from nine on; only their order matters. */
function personOf(file: string, fields: Fields): Person {
  const rounds = (fields.days as readonly Fields[]).flatMap((day) => {
    const date = String(day.date);
    const turns = (Array.isArray(day.turns) ? day.turns : []) as readonly Fields[];
    return turns.map((turn, place) => ({
      session: date,
      at: new Date(Date.parse(`${date}T09:00:00Z`) + place * 60_000).toISOString(),
      input: String(turn.query ?? ''),
      reply: String(turn.response ?? ''),
    }));
  });
  return { name: nameOf(fields), file, rounds };
}

function sharedStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
