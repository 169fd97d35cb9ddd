import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type JsonObject, timestampOf } from '@rolecall/base';
import { emptyState, firstSeenProjection, foldConversation, handleItem } from '@rolecall/employee';
import { asGateEntry, gateProjections, type ResourcePort } from '@rolecall/gate';
import { drive, type InboxItem, type JournalEntry } from '@rolecall/journal';
import { createMemoryStore } from '@rolecall/journal/memory-store';
import type { RuledRelease } from '../gate-session.ts';
import { benchClock } from '../tau/bench-clock.ts';

/** What an employee is put to work with. */
export interface ConversationOptions {
  readonly rules: RuledRelease;
  readonly model: LanguageModelV4;
  readonly resources: ResourcePort;
}

/** A notice that waits for an answer, with the arguments it shows. */
export interface OpenNotice {
  readonly capability: string;
  readonly arguments: JsonObject;
  readonly text: string;
}

/** A conversation of one verified customer with a whole AI employee, in memory. */
export interface EmployeeConversation {
  /** The customer writes, and the employee handles it to the end; answers the notices that were sent last, in their order. */
  say(text: string): Promise<readonly OpenNotice[]>;
  /** What went wrong inside, which must be nothing. */
  readonly problems: readonly unknown[];
}

const ENGINE = 'evals@0.1.0';
const LEASE_MS = 600_000;

export async function openConversation({
  rules,
  model,
  resources,
}: ConversationOptions): Promise<EmployeeConversation> {
  const { release, space } = rules;
  const clock = benchClock();
  const projections = [...gateProjections, firstSeenProjection];
  const store = createMemoryStore({ projections, engine: ENGINE }).for('evals');
  const contact = await store.upsertContact({ externalId: 'customer', level: 'verified', at: timestampOf(clock) });
  const party = { contact: contact.id, employee: release.employee.id, channel: 'evals' };
  const problems: unknown[] = [];
  let conversation: string | undefined;
  let state = emptyState('en');

  async function handle(item: InboxItem): Promise<void> {
    const lease = await store.acquireLease(item.conversation, 'evals', LEASE_MS, timestampOf(clock));
    const record = await store.conversation(item.conversation);
    if (!lease || !record) throw new TypeError('nobody else works on this conversation');
    const context = {
      release,
      space,
      voice: { persona: '', rules: '', skills: [] },
      model,
      modelOptions: { windowTokens: 200_000, maxIterations: 50, errorHandling: 'stop' as const },
      contact,
      conversation: record,
      store,
      resources,
      clock,
      readSkill: async (name: string) => ({
        found: false as const,
        code: 'skill_unknown' as const,
        message: `There is no skill "${name}".`,
      }),
      onProblem: (problem: unknown) => void problems.push(problem),
    };
    const round = `round_${item.id}`;
    const driving = { store, lease, sequence: state.sequence, round, engine: ENGINE, clock, release: release.hash };
    await drive(handleItem(context, state, item, round), driving);
    await store.releaseLease(lease);
  }

  return {
    problems,
    say: async (text) => {
      const to = conversation ?? party;
      const accepted = await store.accept({
        conversation: to,
        kind: 'message',
        data: { text },
        at: timestampOf(clock),
      });
      if (accepted.status === 'conflict') throw new TypeError(accepted.reason);
      conversation = accepted.conversation;
      const before = state.sequence;
      for (let [item] = await store.inbox(conversation, 1); item; [item] = await store.inbox(conversation, 1)) {
        await handle(item);
        state = foldConversation(emptyState('en'), await store.entries(conversation));
      }
      const fresh = (await store.entries(conversation)).filter(({ sequence }) => sequence > before);
      return openNoticesIn(fresh, state.lastSent?.kind === 'notice' ? state.lastSent.operations : []);
    },
  };
}

function openNoticesIn(entries: readonly JournalEntry[], shown: readonly string[]): readonly OpenNotice[] {
  const own = entries.flatMap((entry) => asGateEntry(entry) ?? []);
  return shown.flatMap((operation): readonly OpenNotice[] => {
    const asked = own.findLast(
      (entry) => entry.kind === 'gate.awaiting_confirmation' && entry.data.operation === operation,
    );
    const decided = own.findLast((entry) => entry.kind === 'gate.decision' && entry.data.operation === operation);
    if (asked?.kind !== 'gate.awaiting_confirmation' || decided?.kind !== 'gate.decision') return [];
    const { capability, text } = asked.data.notice;
    return [{ capability, arguments: decided.data.decision.prepared?.values ?? {}, text }];
  });
}
