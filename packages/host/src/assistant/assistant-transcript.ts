import type { JsonObject, JsonValue } from '@rolecall/base';
import type { JournalEntry } from '@rolecall/journal';
import type { ContextOccupancy, ConversationJournal } from '@rolecall/kernel';

const PAGE = 200;

/** A round of a session, as it is told to people. */
export interface TranscriptRound {
  readonly round: string;
  readonly at: string;
  readonly input: string;
  readonly calls: readonly {
    readonly name: string;
    readonly input: JsonObject;
    readonly output: JsonValue;
    readonly isError: boolean;
  }[];
  readonly reply: string;
  readonly end: string;
}

/** All rounds of a session that have ended, oldest first. */
export async function transcriptOf(journal: ConversationJournal, session: string): Promise<readonly TranscriptRound[]> {
  const inputs = new Map<string, string>();
  const open = new Map<string, { input: string; at: string; calls: Map<string, TranscriptRound['calls'][number]> }>();
  const rounds: TranscriptRound[] = [];
  for (const { kind, round = '', at, data } of await allEntries(journal, session)) {
    const started = open.get(round);
    switch (kind) {
      case 'agent.input':
        inputs.set(String(data.id), String(data.text));
        break;
      case 'agent.round_started':
        open.set(round, { input: inputs.get(String(data.input)) ?? '', at, calls: new Map() });
        break;
      case 'kernel.step':
        for (const call of list(data.calls))
          started?.calls.set(String(call.id), {
            name: String(call.name),
            input: (call.input ?? {}) as JsonObject,
            output: null,
            isError: false,
          });
        break;
      case 'kernel.results':
        for (const { id, output, isError } of list(data.results)) {
          const call = started?.calls.get(String(id));
          if (call) started?.calls.set(String(id), { ...call, output: output ?? null, isError: isError === true });
        }
        break;
      case 'agent.round_ended':
        if (started)
          rounds.push({
            round,
            at: started.at,
            input: started.input,
            calls: [...started.calls.values()],
            reply: String(data.text),
            end: String(data.end),
          });
        break;
    }
  }
  return rounds;
}

function list(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonObject[]) : [];
}

/** How full the last request of a session was. */
export async function lastOccupancy(
  journal: ConversationJournal,
  session: string,
): Promise<ContextOccupancy | undefined> {
  for (let before: number | undefined; before !== 1; ) {
    const page = await journal.readBack(session, PAGE, before);
    const found = page.findLast(({ kind }) => kind === 'kernel.context');
    if (found) return found.data as unknown as ContextOccupancy;
    if (page.length === 0) return undefined;
    before = page[0]?.sequence ?? 1;
  }
  return undefined;
}

async function allEntries(journal: ConversationJournal, session: string): Promise<readonly JournalEntry[]> {
  const pages: (readonly JournalEntry[])[] = [];
  for (let before: number | undefined; before !== 1; ) {
    const page = await journal.readBack(session, PAGE, before);
    if (page.length === 0) break;
    pages.push(page);
    before = page[0]?.sequence ?? 1;
  }
  return pages.reverse().flat();
}
