import type { CapabilityKey, JsonObject } from '@rolecall/base';
import type { ResourceAnswer, ResourceCall, ResourcePort, ResourceState } from '@rolecall/gate';

/** A loan in the desk's system. */
export interface DeskLoan {
  readonly holder: string;
  readonly state: 'open' | 'returned';
  readonly due: string;
  readonly remark?: string;
}

/** What the next call of a capability meets instead of an ordinary answer. */
export type DeskFault =
  /** Takes effect, and the answer is lost. */
  | 'answer_lost'
  /** Is lost on the way. */
  | 'call_lost'
  | 'not_sent'
  | 'refused'
  | 'throws';

/** The system behind the desk's capabilities. It really changes, counts what took effect, and fails as it is told to. */
export interface DeskSystem extends ResourcePort {
  readonly loans: Map<string, DeskLoan>;
  readonly notes: string[];
  /** Every call that arrived, in order. */
  readonly calls: ResourceCall[];
  /** How often each request of a write took effect. */
  readonly effects: Map<string, number>;
  readonly faults: Map<CapabilityKey, DeskFault[]>;
  /** What `inspect` says otherwise than that all is well. */
  readonly states: Map<CapabilityKey, Partial<ResourceState>>;
  /** Called when a call arrives, before it is answered. */
  onCall: (call: ResourceCall) => void | Promise<void>;
}

/** A desk with two loans of `reader-1` and one of `reader-2`. */
export function deskSystem(): DeskSystem {
  const system: DeskSystem = {
    loans: new Map<string, DeskLoan>([
      ['L200001', { holder: 'reader-1', state: 'open', due: '2026-04-01' }],
      ['L200002', { holder: 'reader-1', state: 'open', due: '2026-05-01', remark: 'see L300003' }],
      ['L300003', { holder: 'reader-2', state: 'open', due: '2026-06-01' }],
    ]),
    notes: [],
    calls: [],
    effects: new Map(),
    faults: new Map(),
    states: new Map(),
    onCall: () => undefined,
    inspect: async (capability) => ({
      credential: 'present',
      liveness: 'up',
      fingerprint: 'sha256:tool',
      pinned: 'sha256:tool',
      ...system.states.get(capability),
    }),
    call: async (call) => {
      system.calls.push(call);
      await system.onCall(call);
      return answer(system, call, system.faults.get(call.capability)?.shift());
    },
  };
  return system;
}

function answer(system: DeskSystem, call: ResourceCall, fault: DeskFault | undefined): ResourceAnswer {
  switch (fault) {
    case 'not_sent':
      return { status: 'not_sent', reason: 'the pipe is closed' };
    case 'call_lost':
      return { status: 'no_answer', reason: 'timed_out' };
    case 'refused':
      return { status: 'answered', isError: true, text: 'the system refuses' };
    case 'throws':
      throw new Error('the adapter is broken');
    case 'answer_lost':
      act(system, call);
      return { status: 'no_answer', reason: 'connection_lost' };
    case undefined:
      return act(system, call);
    default:
      return fault satisfies never;
  }
}

function act(system: DeskSystem, { capability, arguments: args, requestId }: ResourceCall): ResourceAnswer {
  const id = String(args.loan_id);
  const loan = system.loans.get(id);
  switch (capability) {
    case 'book:find':
      return structured({ books: [String(args.words)] });
    case 'loan:get':
      return loan ? structured({ loan_id: id, ...loan }) : toolError('no such loan');
    case 'loan:return':
      if (!loan) return toolError('no such loan');
      count(system, requestId);
      system.loans.set(id, { ...loan, state: 'returned' });
      return structured({ loan_id: id, ...loan, state: 'returned' });
    case 'note:leave':
      count(system, requestId);
      system.notes.push(String(args.text));
      return structured({ left: true });
    // The platform's own, which answer and do nothing.
    case 'human:hand-over':
      return structured({ status: 'requested' });
    case 'human:follow-up':
      return structured({ follow_up: `F-${requestId}`, status: 'created' });
    case 'contact:remind':
      return structured({ reminder: `R-${requestId}`, status: 'set', at: String(args.at) });
    default:
      return toolError('unknown tool');
  }
}

function count({ effects }: DeskSystem, requestId: string): void {
  effects.set(requestId, (effects.get(requestId) ?? 0) + 1);
}

function structured(content: JsonObject): ResourceAnswer {
  return { status: 'answered', isError: false, structured: content };
}

function toolError(text: string): ResourceAnswer {
  return { status: 'answered', isError: true, text };
}
