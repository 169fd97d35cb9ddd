import {
  createRedactor,
  type Finding,
  inAnyLanguage,
  type JsonObject,
  newId,
  RolecallError,
  timestampOf,
} from '@rolecall/base';
import type {
  ChannelIdentity,
  DeskItem,
  Letter,
  OperatorsDesk,
  RunningEmployee,
  WatchEvent,
  Workspace,
} from '@rolecall/host';
import type { Accepted, ContactRecord, ConversationRecord, JournalEntry, StorePorts } from '@rolecall/journal';

/** An entry as a test writes it. */
export interface FakeEntry {
  readonly kind: string;
  readonly data: JsonObject;
}

export interface FakeWorkspaceOptions {
  readonly now?: number | undefined;
  readonly findings?: readonly Finding[] | undefined;
  readonly customers?: readonly { readonly externalId: string; readonly displayName: string }[] | undefined;
  readonly channels?: Readonly<Record<string, ChannelIdentity>> | undefined;
  /** What a message leads to, between the start and the end of its round. An echo without it. */
  readonly respond?: ((text: string) => readonly FakeEntry[]) | undefined;
  /** What waits for operators. */
  readonly waiting?: readonly DeskItem[] | undefined;
  readonly letters?: readonly Letter[] | undefined;
  /** What a pressed button leads to. */
  readonly respondToPress?: ((operation: string, button: string) => readonly FakeEntry[]) | undefined;
}

/** A workspace in memory for testing faces: real shapes and ids, no files, no model, no system. */
export interface FakeWorkspace extends Workspace {
  /** Moves its clock. */
  advance(ms: number): void;
  /** Writes an entry as if a round had. */
  append(conversation: string, entry: FakeEntry, round?: string): JournalEntry;
  /** Tells watchers of something that is not recorded. */
  progress(conversation: string, progress: JsonObject): void;
  /** What operators did, in order. */
  readonly acts: readonly JsonObject[];
  /** How many watchers there are. */
  watchers(): number;
  readonly reloads: number;
}

const ENGINE = 'fake@0.0.0';
const RELEASE = `sha256:${'0'.repeat(64)}`;

/** One employee, `ada`, that greets once and answers at once. */
export function createFakeWorkspace(options: FakeWorkspaceOptions = {}): FakeWorkspace {
  let now = options.now ?? Date.parse('2026-01-01T00:00:00Z');
  const clock = { now: () => now };
  const contacts = new Map<string, ContactRecord>();
  const conversations = new Map<string, ConversationRecord>();
  const journal = new Map<string, JournalEntry[]>();
  const accepted = new Map<string, { readonly content: string; readonly answer: Accepted }>();
  const watchers = new Set<{ readonly conversation: string; readonly tell: (event: WatchEvent) => void }>();
  const state = { reloads: 0, position: 0 };

  const tell = (conversation: string, event: WatchEvent): void => {
    for (const watcher of watchers) if (watcher.conversation === conversation) watcher.tell(event);
  };
  const append = (conversation: string, { kind, data }: FakeEntry, round?: string): JournalEntry => {
    const entries = journal.get(conversation) ?? [];
    const entry: JournalEntry = {
      conversation,
      sequence: entries.length + 1,
      at: timestampOf(clock),
      round,
      kind,
      kindVersion: 1,
      release: RELEASE,
      engine: ENGINE,
      data,
    };
    journal.set(conversation, [...entries, entry]);
    const record = conversations.get(conversation);
    if (record) conversations.set(conversation, { ...record, sequence: entry.sequence, lastActivityAt: entry.at });
    tell(conversation, { type: 'entry', entry });
    return entry;
  };
  const runRound = (conversation: string, item: string, cause: FakeEntry, answer: readonly FakeEntry[]): void => {
    const round = newId('round');
    append(
      conversation,
      { kind: 'employee.round_started', data: { item, cause: cause.kind, language: 'en', resumed: false } },
      round,
    );
    for (const entry of [cause, ...answer]) append(conversation, entry, round);
    append(conversation, { kind: 'employee.round_ended', data: { item, end: 'natural', problem: null } }, round);
  };
  const accept = (
    conversation: string,
    key: string | undefined,
    content: string,
    handle: (item: string) => void,
  ): Accepted => {
    if (!conversations.has(conversation)) return { status: 'conflict', reason: 'conversation_unknown' };
    const earlier = key === undefined ? undefined : accepted.get(key);
    if (earlier && earlier.content !== content) return { status: 'conflict', reason: 'other_content' };
    if (earlier && earlier.answer.status !== 'conflict') return { ...earlier.answer, status: 'duplicate' };
    const answer: Accepted = { status: 'accepted', item: newId('item'), conversation, position: ++state.position };
    if (key !== undefined) accepted.set(key, { content, answer });
    handle(answer.item);
    return answer;
  };

  const acts: JsonObject[] = [];
  const act = async (
    name: string,
    { idempotencyKey, ...data }: JsonObject & { readonly idempotencyKey?: string | undefined },
  ) => {
    const own = typeof data.conversation === 'string' ? data.conversation : ([...conversations.keys()][0] ?? '');
    return accept(own, idempotencyKey, JSON.stringify([name, data]), () => acts.push({ act: name, ...data }));
  };
  const desk: OperatorsDesk = {
    list: async () => options.waiting ?? [],
    takeOver: (given) => act('takeOver', { ...given }),
    write: (given) => act('write', { ...given }),
    handBack: (given) => act('handBack', { ...given }),
    approve: (given) => act('approve', { ...given }),
    settle: (given) => act('settle', { ...given }),
    followUpDone: (given) => act('followUpDone', { ...given }),
  };

  const store: Partial<StorePorts> = {
    contact: async (id) => contacts.get(id),
    contactByExternalId: async (externalId) =>
      [...contacts.values()].find((contact) => contact.externalId === externalId),
    conversation: async (id) => conversations.get(id),
    conversations: async (filter = {}) =>
      [...conversations.values()]
        .filter((record) => filter.contact === undefined || record.contact === filter.contact)
        .filter((record) => filter.employee === undefined || record.employee === filter.employee)
        .reverse()
        .slice(0, filter.limit),
    // Everything is handled at once.
    inbox: async () => [],
    entries: async (conversation, after = 0) =>
      (journal.get(conversation) ?? []).filter((entry) => entry.sequence > after),
  };

  const letterOf = (id: string): Letter => {
    const letter = options.letters?.find((each) => each.id === id);
    if (letter) return letter;
    throw new RolecallError({
      code: 'letter_unknown',
      message: inAnyLanguage(`There is no letter "${id}" that waits or is dead.`),
    });
  };

  return {
    dir: '/nowhere',
    name: 'fake',
    language: 'en',
    organisation: 'fake',
    clock,
    redactor: createRedactor(),
    page: { customers: options.customers ?? [] },
    // A method that no face uses is missing, and calling it fails loudly.
    store: store as StorePorts,
    findings: () => options.findings ?? [],
    channelIdentity: async (channel) => new Map(Object.entries(options.channels ?? {})).get(channel),
    employees: () => [fakeEmployee()],
    servers: () => [
      {
        employee: 'desk',
        server: 'loans',
        transport: 'stdio',
        status: 'backing_off',
        starts: 3,
        failures: 2,
        retryInMs: 900,
      },
    ],
    isReady: async () => true,
    async reload() {
      state.reloads += 1;
      return options.findings ?? [];
    },
    async contact({ externalId, level, displayName }) {
      const known = [...contacts.values()].find((contact) => contact.externalId === externalId);
      const contact: ContactRecord = {
        id: known?.id ?? newId('contact'),
        externalId,
        level,
        displayName: displayName ?? known?.displayName,
        createdAt: known?.createdAt ?? timestampOf(clock),
      };
      contacts.set(contact.id, contact);
      return contact;
    },
    async open(key) {
      const known = [...conversations.values()].find(
        (record) =>
          record.contact === key.contact && record.employee === key.employee && record.channel === key.channel,
      );
      if (known) return known;
      const id = newId('conv');
      const at = timestampOf(clock);
      conversations.set(id, { id, ...key, openedAt: at, lastActivityAt: at, sequence: 0 });
      const item = newId('item');
      runRound(id, item, { kind: 'employee.opened', data: { item } }, [replied('greeting', 'Hello, I am Ada.')]);
      return conversations.get(id) as ConversationRecord;
    },
    async send({ conversation, text, idempotencyKey }) {
      if (text.length > 20_000) {
        throw new RolecallError({
          code: 'message_too_long',
          message: { en: 'A message has at most 20000 characters.', zh: '一条消息最多 20000 个字符。' },
          hint: { en: 'Shorten it, or send a file.', zh: '缩短它，或发送文件。' },
        });
      }
      return accept(conversation, idempotencyKey, `message ${text}`, (item) => {
        const answer = options.respond?.(text) ?? [replied('reply', `You said: ${text}`)];
        runRound(conversation, item, { kind: 'employee.message_received', data: { item, text } }, answer);
      });
    },
    async press({ conversation, operation, button, idempotencyKey }) {
      const pressed = typeof operation === 'string' ? operation : operation.join(' ');
      return accept(conversation, idempotencyKey, `${button} ${pressed}`, (item) => {
        const answer = options.respondToPress?.(pressed, button) ?? [replied('reply', `You chose: ${button}`)];
        runRound(
          conversation,
          item,
          { kind: 'employee.button_pressed', data: { item, operation: pressed, button } },
          answer,
        );
      });
    },
    approvals: async () => [],
    approve: async () => ({ status: 'conflict', reason: 'conversation_unknown' }),
    desk,
    acts,
    async raise({ event, payload = {}, id, conversation, externalId }) {
      if (event !== 'parcel.delivered') {
        throw new RolecallError({
          code: 'event_unknown',
          message: inAnyLanguage(`The employee "ada" knows no event "${event}".`),
        });
      }
      const contact = [...contacts.values()].find((known) => known.externalId === externalId);
      const own =
        conversation ?? [...conversations.values()].find((record) => record.contact === contact?.id)?.id ?? '';
      return accept(own, id, JSON.stringify([event, payload]), (item) => {
        runRound(own, item, { kind: 'employee.event_received', data: { item, event, payload, source: null } }, []);
      });
    },
    letters: {
      list: async () => options.letters ?? [],
      show: async (id) => ({ ...letterOf(id), content: { text: 'hello' } }),
      retry: async (id) => void letterOf(id),
      drop: async (id) => void letterOf(id),
    },
    async handled() {},
    async *watch(conversation, { after, signal }) {
      const queue: WatchEvent[] = (journal.get(conversation) ?? [])
        .filter((entry) => entry.sequence > after)
        .map((entry) => ({ type: 'entry', entry }));
      let wake = (): void => {};
      const watcher = {
        conversation,
        tell: (event: WatchEvent) => {
          queue.push(event);
          wake();
        },
      };
      watchers.add(watcher);
      signal.addEventListener('abort', () => wake());
      try {
        while (!signal.aborted) {
          const event = queue.shift();
          if (event) yield event;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        watchers.delete(watcher);
      }
    },
    async explain(capability, employee) {
      return {
        capability,
        employee,
        title: 'Look it up',
        boundaries: [
          { boundary: 'installed', outcome: 'pass', reason: 'desk installs lookup', file: 'assets/desk.yaml', line: 4 },
          { boundary: 'bound', outcome: 'fail', code: 'capability_not_bound', reason: 'lookup binds no contract' },
          { boundary: 'permitted', outcome: 'not_evaluated', reason: 'an earlier boundary failed' },
          { boundary: 'connected', outcome: 'not_evaluated', reason: 'an earlier boundary failed' },
          { boundary: 'satisfied', outcome: 'not_evaluated', reason: 'an earlier boundary failed' },
        ],
        heldBackBy: 'bound',
      };
    },
    async trace(conversation, round) {
      const entries = journal.get(conversation) ?? [];
      const rounds = new Set(entries.flatMap((entry) => (entry.round === undefined ? [] : [entry.round])));
      return [...rounds]
        .filter((id) => round === undefined || id === round)
        .map((id) => {
          const own = entries.filter((entry) => entry.round === id);
          return { round: id, startedAt: own[0]?.at ?? '', endedAt: own.at(-1)?.at, entries: own };
        });
    },
    verify: async () => ({ decisions: 0, different: [], notReplayable: [], faults: [] }),
    close: async () => {},
    append,
    progress: (conversation, progress) => tell(conversation, { type: 'progress', progress }),
    watchers: () => watchers.size,
    advance: (ms) => {
      now += ms;
    },
    get reloads() {
      return state.reloads;
    },
  };
}

/** Something the employee says. */
export function replied(
  kind: 'reply' | 'notice' | 'greeting' | 'question',
  text: string,
  operation?: string,
): FakeEntry {
  return {
    kind: 'employee.replied',
    data: {
      kind,
      text,
      parts: [{ kind: kind === 'notice' ? 'notice' : 'model', text }],
      operation: operation ?? null,
      expiresAt: operation === undefined ? null : '2026-01-01T00:30:00.000Z',
      language: 'en',
    },
  };
}

/** Faces read these fields and no others; a release is a closure that only real files can make. */
function fakeEmployee(): RunningEmployee {
  return {
    id: 'ada',
    displayName: { zh: '艾达', en: 'Ada' },
    model: 'builtin/matcher',
    rolePack: 'desk-clerk',
    release: { hash: RELEASE, contracts: {}, known: {} } as unknown as RunningEmployee['release'],
    space: { release: RELEASE, tools: 'each', entries: {} },
  };
}
