import type { CapabilityKey, JsonObject } from '@rolecall/base';
import type { ResourceAnswer, ResourceCall, ResourcePort, ResourceState } from '../resource-port.ts';

/** A loan in the sample's system. */
export interface SampleLoan {
  readonly holder: string;
  readonly state: 'open' | 'closed';
  readonly fee: number;
  readonly remark?: string;
}

/** What a call meets instead of an ordinary answer. */
export type Fault =
  /** Takes effect, and the answer is lost. */
  | 'answer_lost'
  /** Is lost on the way: no effect, no answer. */
  | 'call_lost'
  | 'not_sent'
  | 'tool_error'
  | 'wrong_shape'
  | 'throws';

/** The system behind the sample's capabilities: it really changes, keeps every call, and fails as it is told to. */
export interface LendingSystem extends ResourcePort {
  readonly loans: Map<string, SampleLoan>;
  readonly notes: string[];
  /** Every call that arrived at the port, in order. */
  readonly calls: ResourceCall[];
  /** How often each request id of a write took effect. */
  readonly effects: Map<string, number>;
  /** Faults for the next calls of a capability, one each. */
  readonly faults: Map<CapabilityKey, Fault[]>;
  /** What `inspect` says of a capability; up and present without it. */
  readonly states: Map<CapabilityKey, Partial<ResourceState>>;
  /** Called when a call arrives, before it is answered. */
  onCall: (call: ResourceCall) => void | Promise<void>;
}

export function lendingSystem(loans: Readonly<Record<string, SampleLoan>> = {}): LendingSystem {
  const system: LendingSystem = {
    loans: new Map(Object.entries(loans)),
    notes: [],
    calls: [],
    effects: new Map(),
    faults: new Map(),
    states: new Map(),
    onCall: () => {},
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

function answer(system: LendingSystem, call: ResourceCall, fault: Fault | undefined): ResourceAnswer {
  switch (fault) {
    case 'not_sent':
      return { status: 'not_sent', reason: 'the pipe is closed' };
    case 'call_lost':
      return { status: 'no_answer', reason: 'timed_out' };
    case 'tool_error':
      return { status: 'answered', isError: true, text: 'the system refuses' };
    case 'wrong_shape':
      return { status: 'answered', isError: false, structured: { strange: true } };
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

function act(system: LendingSystem, { capability, arguments: args, requestId }: ResourceCall): ResourceAnswer {
  const loan = system.loans.get(String(args.loan_id));
  switch (capability) {
    case 'loan:get':
      return loan ? structured({ loan_id: String(args.loan_id), ...loan }) : toolError('no such loan');
    case 'loan:list': {
      const own = [...system.loans].filter(([, { holder }]) => holder === args.holder);
      return structured({ loans: own.map(([id]) => id) });
    }
    case 'loan:close': {
      count(system, requestId);
      if (!loan) return toolError('no such loan');
      system.loans.set(String(args.loan_id), { ...loan, state: 'closed' });
      return structured({ loan_id: String(args.loan_id), state: 'closed', fee: loan.fee });
    }
    case 'note:add':
    case 'phone:set':
      count(system, requestId);
      system.notes.push(String(args.text ?? args.phone));
      return structured({ added: true });
    default:
      return toolError('unknown tool');
  }
}

function count(system: LendingSystem, requestId: string): void {
  system.effects.set(requestId, (system.effects.get(requestId) ?? 0) + 1);
}

function structured(content: JsonObject): ResourceAnswer {
  return { status: 'answered', isError: false, structured: content };
}

function toolError(text: string): ResourceAnswer {
  return { status: 'answered', isError: true, text };
}
