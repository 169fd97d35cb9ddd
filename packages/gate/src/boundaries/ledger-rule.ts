import type { CapabilityContract } from '@rolecall/assets';
import {
  canonicalJson,
  canonicalMembers,
  durationMs,
  isHashOf,
  type JsonObject,
  textHash,
  timestampMs,
} from '@rolecall/base';
import { argumentList } from '../arguments/argument-list.ts';
import type { CallInputs, LedgerInput } from '../call-inputs.ts';
import { ownerOf } from '../identity.ts';
import { onceFor } from '../once-for.ts';
import type { PartDetail } from '../parts/part-sentences.ts';
import type { PlainFinding } from './first-four.ts';
import { type Block, failed, passed } from './walk.ts';

/** Under which key a write is reserved, and for how long the key remembers it. */
export interface LedgerRule {
  readonly scope: 'contact' | 'conversation';
  readonly windowMs: number;
  readonly repeat: 'ask' | undefined;
  /** The first part of the text that the key is the hash of: capability, and arguments of the key; one without a value is null. */
  readonly keyed: (values: JsonObject) => string;
}

const DAY_MS = 86_400_000;

/**
 * The ledger rule of a write. A contract without one is keyed by all arguments that the customer chooses, for the contact
 * and a day: the same wish never runs twice unnoticed.
 */
export function ledgerRule(contract: LedgerContract): LedgerRule {
  return ruleOnce(contract);
}

type LedgerContract = Pick<CapabilityContract, 'capability' | 'idempotency' | 'arguments'>;

/** A contract of a release never changes. */
const ruleOnce = onceFor(ruleOf);

function ruleOf(contract: LedgerContract): LedgerRule {
  const declared = contract.idempotency;
  const key = declared?.key ?? argumentList(contract).semantic.map(({ name }) => name);
  const keyText = canonicalMembers(key, 'null');
  const hashedBefore = `{"capability":${canonicalJson(contract.capability)},"key":`;
  return {
    scope: declared?.scope ?? 'contact',
    keyed: (values) => hashedBefore + keyText(values),
    windowMs: durationMs(declared?.window ?? '24h') ?? DAY_MS,
    repeat: declared?.repeat,
  };
}

/** The ledger key of a write without organisation and intent number: the content hash of `{ capability, key, scope }`. */
export function ledgerBase(contract: LedgerContract, values: JsonObject, inputs: Owned): string {
  return textHash(ledgerText(contract, values, inputs));
}

/** Whether a ledger key is the one of a write. */
export function isLedgerBase(base: string, contract: LedgerContract, values: JsonObject, inputs: Owned): boolean {
  return isHashOf(base, ledgerText(contract, values, inputs));
}

type Owned = Pick<CallInputs, 'contact' | 'identity' | 'conversation'>;

function ledgerText(contract: LedgerContract, values: JsonObject, inputs: Owned): string {
  const { scope, keyed } = ledgerRule(contract);
  const owner = scope === 'contact' ? ownerOf(inputs) : inputs.conversation.id;
  return `${keyed(values)},"scope":"${scope}:${canonicalJson(owner).slice(1)}}`;
}

/** What is to be reserved for an allowed write. */
export interface LedgerClaim {
  readonly base: string;
  readonly intent: number;
  /** The operation that had the key and has no more right to it. */
  readonly replaces: string | undefined;
}

/**
 * The key that an allowed write takes: the first; the next intent number after a success with other arguments; the same
 * one again after a failure or when the window has passed.
 */
export function ledgerClaim(ledger: LedgerInput, rule: LedgerRule, now: string): LedgerClaim {
  const { base, holder } = ledger;
  if (!holder) return { base, intent: 1, replaces: undefined };
  const isFree = holder.state === 'failed' || isOver(holder.at, rule, now);
  return isFree
    ? { base, intent: holder.intent, replaces: holder.operation }
    : { base, intent: holder.intent + 1, replaces: undefined };
}

/**
 * Whether the ledger lets a write through. An earlier one that executes, or of which the outcome is unknown, holds it back;
 * so does one that succeeded in the window with the same arguments. Source: design, section 6, "Ledger".
 */
export function ledgerFree(
  ledger: LedgerInput,
  rule: LedgerRule,
  wish: () => string,
  inputs: CallInputs,
): PlainFinding {
  if (inputs.refused === 'key_taken') {
    return held('operation_in_doubt', 'another process took the key while this call was being decided');
  }
  const { holder } = ledger;
  if (!holder) return { parts: [passed('ledger', 'nobody holds the key')] };
  switch (holder.state) {
    case 'succeeded': {
      if (isOver(holder.at, rule, inputs.now))
        return free(`${holder.operation} succeeded at ${holder.at}, its window has passed`);
      if (holder.wish !== wish()) return free(`${holder.operation} succeeded at ${holder.at} with other arguments`);
      const detail = `${holder.operation} succeeded at ${holder.at} with the same arguments` as const;
      return rule.repeat === 'ask'
        ? free(`${detail}; a repetition that the customer confirms as one is let through`)
        : held('duplicate_operation', detail);
    }
    case 'failed':
      return free(`${holder.operation} failed at ${holder.at}`);
    default:
      return held('operation_in_doubt', `${holder.operation} is ${holder.state} since ${holder.at}`);
  }
}

/** The earlier write of which this one would be a deliberate repetition, for a contract with `repeat: ask`. */
export function repeatedHolder(
  { ledger, now }: Pick<CallInputs, 'ledger' | 'now'>,
  rule: LedgerRule,
  wish: () => string,
): LedgerInput['holder'] {
  const holder = ledger?.holder;
  const mayRepeat = rule.repeat === 'ask' && holder?.state === 'succeeded' && !isOver(holder.at, rule, now);
  return mayRepeat && holder.wish === wish() ? holder : undefined;
}

function isOver(at: string, { windowMs }: LedgerRule, now: string): boolean {
  return timestampMs(now) - timestampMs(at) >= windowMs;
}

function free(detail: PartDetail): PlainFinding {
  return { parts: [passed('ledger', detail)] };
}

function held(code: Block['code'], detail: PartDetail): PlainFinding {
  return { parts: [failed('ledger', detail)], block: { code } };
}
