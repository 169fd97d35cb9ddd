import { type Clock, newId, RolecallError, timestampOf } from '@rolecall/base';
import { epochMs, isoTime } from '@rolecall/journal';
import { embedMemories, questionVector } from './embed-memories.ts';
import type { Embedder } from './embedder.ts';
import type { Memory, MemoryArchive, MemoryDraft, MemoryPort, MemoryQuery, MemoryScope } from './memory-port.ts';
import type { MemoryRevision, MemoryStorage, StoredMemory } from './memory-storage.ts';
import { MemoryIndex } from './search/memory-index.ts';
import { searchMemories } from './search/search-memories.ts';
import { foldSubject } from './summary/subject.ts';
import { localDay } from './time/calendar.ts';

/** What the memory of a scope is made of. */
export interface MemoryParts {
  readonly storage: MemoryStorage;
  readonly scope: MemoryScope;
  readonly clock: Clock;
  /** In which 昨天 and `last Friday` are meant. IANA name. */
  readonly timeZone: string;
  readonly embedder?: Embedder | undefined;
  /** Takes secrets out of what is kept. */
  readonly redact?: (<Value>(value: Value) => Value) | undefined;
}

/** The memory of one scope. */
export type ScopedMemory = MemoryPort & MemoryArchive;

const DEFAULT_SESSIONS = 20;
/** Some ten milliseconds of work. */
const INDEXED_AT_ONCE = 50;

/** The memory of one scope over a storage. Several may be open on one storage, in several processes. */
export function createMemory(parts: MemoryParts): ScopedMemory {
  const { storage, scope, clock, embedder } = parts;
  checkParts(parts);
  let index = new MemoryIndex(parts.timeZone);
  let revision: MemoryRevision | undefined;
  let following: Promise<MemoryIndex> = Promise.resolve(index);

  /** One search after the other brings the index up to date; a long memory leaves room for others meanwhile. */
  function follow(): Promise<MemoryIndex> {
    following = following.then(catchUp, catchUp);
    return following;
  }

  async function catchUp(): Promise<MemoryIndex> {
    const changes = await storage.changes(scope, revision);
    if (changes.isWhole) index = new MemoryIndex(parts.timeZone);
    for (const [place, memory] of changes.memories.entries()) {
      if (place % INDEXED_AT_ONCE === INDEXED_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
      index.put(memory);
    }
    revision = changes.revision;
    return index;
  }

  async function remember(draft: MemoryDraft) {
    const memory = completeMemory(draft, parts);
    const kept = await storage.insert(scope, memory);
    // What gets no vector now gets it at the next search.
    if (kept.isNew && embedder) await embedMemories([memory], embedder, parts).catch(() => undefined);
    return { status: kept.isNew ? 'kept' : 'known', summary: kept.memory.summary } as const;
  }

  async function search(query: MemoryQuery) {
    const present = await follow();
    const today = localDay(clock.now(), parts.timeZone);
    const asked = embedder && (await questionVector(query.query, present, embedder, parts));
    const answer = searchMemories(present, query, today, asked?.vector);
    if (answer.hits.length > 0) {
      const found = answer.hits.map(({ summary }) => summary.id);
      await storage.touch(scope, found, timestampOf(clock));
    }
    return asked?.problem ? { ...answer, problem: asked.problem } : answer;
  }

  async function all(): Promise<readonly Memory[]> {
    const { memories } = await storage.changes(scope, undefined);
    return memories.map(withoutVector).sort((left, right) => (left.summary.at < right.summary.at ? -1 : 1));
  }

  return {
    remember,
    search,
    async summariesOf(rounds) {
      const found = rounds.length === 0 ? [] : await storage.byRounds(scope, rounds);
      const present = found.filter(({ summary }) => summary.deletedAt === undefined);
      return new Map(present.map(({ summary }) => [summary.round, summary]));
    },
    async trace(summary) {
      const [found] = await storage.byIds(scope, [summary]);
      return found && found.summary.deletedAt === undefined ? withoutVector(found) : undefined;
    },
    sessions: (limit = DEFAULT_SESSIONS) => storage.sessions(scope, limit),
    async list({ withDeleted = false } = {}) {
      return (await all()).filter(({ summary }) => withDeleted || summary.deletedAt === undefined);
    },
    remove: (summaries) => storage.setDeleted(scope, summaries, timestampOf(clock)),
    restore: (summaries) => storage.setDeleted(scope, summaries, undefined),
    purge: (which) => storage.purge(scope, which),
    async export() {
      const memories = await all();
      return { kind: 'rolecall_memory', version: 1, scope, exportedAt: timestampOf(clock), memories };
    },
  };
}

function checkParts({ timeZone, scope }: MemoryParts): void {
  try {
    localDay(0, timeZone);
  } catch (cause) {
    throw new RolecallError({
      code: 'time_zone_unknown',
      message: { en: `"${timeZone}" is no time zone.`, zh: `“${timeZone}”不是时区。` },
      hint: {
        en: 'Write an IANA name, such as Asia/Shanghai or UTC.',
        zh: '写 IANA 名称，例如 Asia/Shanghai 或 UTC。',
      },
      cause,
    });
  }
  if (scope.id !== '') return;
  throw new RolecallError({
    code: 'memory_scope_empty',
    message: { en: `The ${scope.kind} whose memory this is has no id.`, zh: `这份记忆所属的 ${scope.kind} 没有 id。` },
    hint: { en: 'Give the id of the project folder or of the contact.', zh: '给出项目文件夹或联系人的 id。' },
  });
}

function completeMemory(draft: MemoryDraft, { redact }: MemoryParts): StoredMemory {
  const { session, round, at, summary, original } = redact ? redact(draft) : draft;
  const subject = summary.subject === undefined ? undefined : foldSubject(summary.subject);
  const time = isoTime(epochMs(at));
  return {
    summary: { ...summary, subject, id: newId('memory'), session, round, at: time, supersedes: [] },
    original: { input: original.input, reply: original.reply },
  };
}

function withoutVector({ summary, original }: StoredMemory): Memory {
  return { summary, original };
}
