import type { CapabilityKey } from '@rolecall/base';
import type { CallContext } from '../call-context.ts';
import type { CallInputs, LedgerInput, Needs, ReadInput } from '../call-inputs.ts';
import { decideWith } from '../decide-call.ts';
import type { Decision, ProposedCall } from '../decision.ts';
import { OPERATIONS, operationFrom } from '../operations/projections.ts';
import type { ResourceState } from '../resource-port.ts';
import { CustomerWords } from '../words/customer-words.ts';
import { inspect } from './inspect-resource.ts';
import { makeRead } from './make-read.ts';
import { type KnownInputs, startInputs } from './start-inputs.ts';

/** A decision and the inputs from which it is the same again. */
export interface Decided {
  readonly call: ProposedCall;
  readonly decision: Decision;
  readonly inputs: CallInputs;
  /** What the customer said in them, as far as it was looked into. */
  readonly words: CustomerWords;
}

/** Task, resource, ledger with counters, and a read after each of up to eight preconditions; anything beyond is a fault. */
const MOST_QUESTIONS = 16;

/** Decides a call: asks the pure decision, gets what it lacks, and asks again. Whatever cannot be got blocks. */
export async function decide(call: ProposedCall, context: CallContext, known: KnownInputs = {}): Promise<Decided> {
  let inputs = startInputs(call.capability, context, known);
  const words = new CustomerWords(inputs.said);
  for (let questions = 0; questions < MOST_QUESTIONS; questions++) {
    const decision = decideWith(words, call, context.space, context.release, inputs);
    if (decision.verdict !== 'needs') return { call, decision, inputs, words };
    inputs = { ...inputs, ...(await fulfil(decision, call, inputs, context)) };
  }
  throw new TypeError('a decision kept asking for what it had been given');
}

async function fulfil(
  needs: Needs,
  call: ProposedCall,
  inputs: CallInputs,
  context: CallContext,
): Promise<Partial<CallInputs>> {
  const [resource, ledger, counters, reads] = await Promise.all([
    needs.resource ? resourceOf(call.capability, context) : undefined,
    needs.ledger ? ledgerInput(needs.ledger.base, context) : undefined,
    needs.counters ? countAll(needs.counters, context) : undefined,
    needs.reads
      ? Promise.all(needs.reads.map(async (need) => [need.id, await makeRead(need, context)] as const))
      : undefined,
  ]);
  const { task } = needs;
  return {
    ...(task ? { task: context.taskState(task.task, task.provenFacts, task.subject) } : {}),
    ...(resource ? { resource } : {}),
    ...(ledger ? { ledger } : {}),
    ...(counters ? { counters: { ...inputs.counters, ...counters } } : {}),
    ...(reads ? { reads: { ...inputs.reads, ...Object.fromEntries(reads) } satisfies Record<string, ReadInput> } : {}),
  };
}

async function resourceOf(capability: CapabilityKey, context: CallContext): Promise<ResourceState> {
  const binding = context.space.entries[capability]?.binding;
  return binding
    ? inspect(capability, binding, context)
    : { credential: 'present', liveness: 'down', reason: 'nothing is bound' };
}

async function ledgerInput(base: string, context: CallContext): Promise<LedgerInput> {
  const holder = await context.store.ledger(base);
  if (!holder) return { base };
  const { operation, intent, at } = holder;
  // The key belongs to whoever asks, so that its holder does too, under whatever contact it began.
  const row = operationFrom(await context.store.row(OPERATIONS, operation));
  if (!row) return { base, holder: { operation, intent, state: 'missing', wish: '', at } };
  return {
    base,
    holder: {
      operation,
      intent,
      state: row.state,
      wish: row.wish,
      at: row.since,
      ...('receipt' in row ? { receipt: row.receipt } : {}),
    },
  };
}

async function countAll(
  counters: NonNullable<Needs['counters']>,
  { store }: Pick<CallContext, 'store'>,
): Promise<Record<string, number>> {
  const counts = counters.map(async ({ counter, since }) => [counter, await store.counted(counter, since)] as const);
  return Object.fromEntries(await Promise.all(counts));
}
