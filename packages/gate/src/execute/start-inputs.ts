import { type CapabilityKey, type JsonObject, timestampOf } from '@rolecall/base';
import type { CallContext } from '../call-context.ts';
import type { ApprovalInput, CallInputs, ConfirmationInput } from '../call-inputs.ts';
import { contactSeen, contradicts } from '../identity.ts';

/** What a caller knows beyond the context. */
export interface KnownInputs {
  readonly confirmation?: ConfirmationInput | undefined;
  readonly approval?: ApprovalInput | undefined;
  /** Only what was said and read up to here may prove an argument. */
  readonly before?: number | undefined;
  readonly refused?: CallInputs['refused'];
}

/**
 * So many of the newest texts, and of the newest reads, may prove an argument. They are searched and recorded, and nothing
 * older is: a decision of a long conversation costs no more than one of a short one, and is the same when it is made again.
 */
const MOST_REMEMBERED = 50;

/** The inputs that need no question. */
export function startInputs(capability: CapabilityKey, context: CallContext, known: KnownInputs = {}): CallInputs {
  const { release, contact, conversation } = context;
  const { employee } = release;
  const identity = context.identity?.();
  const refused = contradicts(contact, identity) ? 'identity_changed' : known.refused;
  const isBefore = ({ sequence }: { readonly sequence: number }) =>
    known.before === undefined || sequence < known.before;
  return {
    now: timestampOf(context.clock),
    language: context.language,
    contact: contactSeen(contact, identity),
    ...(identity === undefined ? {} : { identity }),
    conversation: { id: conversation.id, channel: conversation.channel },
    employee: { id: employee.id, grants: employee.grants, time_zone: employee.time_zone },
    configuration: configurationOf(capability, context),
    said: context.said.filter(isBefore).slice(-MOST_REMEMBERED),
    earlierReads: context.earlierReads.filter(isBefore).slice(-MOST_REMEMBERED),
    ...(known.confirmation === undefined ? {} : { confirmation: known.confirmation }),
    ...(known.approval === undefined ? {} : { approval: known.approval }),
    ...(refused === undefined ? {} : { refused }),
  };
}

/** The configuration of the task that binds the capability. */
function configurationOf(capability: CapabilityKey, { release }: CallContext): JsonObject {
  const task = Object.hasOwn(release.contracts, capability) ? release.contracts[capability]?.task : undefined;
  return release.tasks.find((installation) => installation.task.id === task)?.configuration ?? {};
}
