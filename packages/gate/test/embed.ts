import type { CapabilitySpace, Release } from '@rolecall/assets';
import { type CapabilityKey, type JsonObject, newId, timestampOf } from '@rolecall/base';
import {
  type CallContext,
  type CallOutcome,
  confirmOperation,
  gateProjections,
  proposeCall,
  type ResourcePort,
} from '@rolecall/gate';
import { type CommitDraft, drive, type JournalEntry, type Writing } from '@rolecall/journal';
import { createMemoryStore } from '@rolecall/journal/memory-store';

const HEARD = 'my_program.heard';

/** A gate of your own for one customer: what they wrote, a proposed call, their yes to its notice. */
export async function openGate(
  linked: { readonly release: Release; readonly space: CapabilitySpace },
  resources: ResourcePort,
  customer: string,
) {
  const [clock, engine] = [{ now: () => Date.now() }, 'my-program@1.0.0'];
  const at = timestampOf(clock);
  const store = createMemoryStore({ projections: gateProjections, engine }).for('my-organisation');
  const contact = await store.upsertContact({ externalId: customer, level: 'verified', at });
  const party = { contact: contact.id, employee: linked.release.employee.id, channel: 'api' };
  const accepted = await store.accept({ conversation: party, kind: 'opened', data: {}, at });
  if (accepted.status === 'conflict') throw new Error(accepted.reason);
  const { conversation } = accepted;
  const lease = await store.acquireLease(conversation, 'my-process', 3_600_000, at);

  async function run<Result>(writing: (context: CallContext) => Writing<Result>): Promise<Result> {
    const record = await store.conversation(conversation);
    if (!record || !lease) throw new Error('Somebody else writes in the conversation.');
    const heard = (await store.entries(conversation)).filter(({ kind }) => kind === HEARD);
    const context: CallContext = {
      ...linked,
      contact,
      conversation: record,
      language: 'en',
      said: heard.map(({ sequence, data }) => ({ sequence, text: String(data.text) })),
      earlierReads: [],
      taskState: (task) => ({ instance: task, task, stage: 'open', facts: {} }),
      store,
      resources,
      clock,
    };
    const driving = {
      store,
      lease,
      sequence: record.sequence,
      engine,
      clock,
      release: linked.release.hash,
      round: 'api',
    };
    return (await drive(writing(context), driving)).result;
  }

  return {
    hear: (text: string): Promise<void> => run(() => writtenDown(text)),
    propose: (capability: CapabilityKey, args: JsonObject): Promise<CallOutcome> =>
      run((context) => proposeCall({ id: newId('call'), capability, arguments: args }, context)),
    confirm: (operation: string): Promise<CallOutcome | undefined> =>
      run((context) => confirmOperation({ operation, by: 'button' }, context)),
    journal: (): Promise<readonly JournalEntry[]> => store.entries(conversation),
  };
}

/** Only what stands in the journal may prove an argument. */
async function* writtenDown(text: string): Writing<void> {
  const commit: CommitDraft = { entries: [{ kind: HEARD, kindVersion: 1, data: { text } }] };
  yield commit;
}
