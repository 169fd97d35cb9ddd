import { type Bilingual, durationMs } from '@rolecall/base';
import type { CapabilityContract } from '../schema/capability-contract.ts';
import type { TaskControl } from '../schema/task-package.ts';
import { looserApproval, tightenApproval } from './tighten-approval.ts';
import { tightenLimits } from './tighten-limits.ts';

type Authorization = NonNullable<CapabilityContract['authorization']>;

/**
 * A contract as one task uses it: with the task's control where that is stricter, unchanged where it would loosen.
 *
 * Scopes add up, a second `require` must hold as well, limits and the time to confirm shrink field by field, the window in which a
 * repetition is recognised grows. Source: design, section 8, `control_contract`.
 */
export function tightenContract(contract: CapabilityContract, control: TaskControl | undefined): CapabilityContract {
  if (!control) return contract;
  const { limits } = tightenLimits(contract.limits, control.limits);
  const authorization = bothAuthorizations(contract.authorization, control.authorization);
  return {
    ...contract,
    ...(limits ? { limits } : {}),
    ...(authorization ? { authorization } : {}),
    ...(contract.confirmation ? { confirmation: tightenConfirmation(contract.confirmation, control) } : {}),
    ...tightenApproval(contract, control),
    ...(contract.idempotency ? { idempotency: tightenIdempotency(contract.idempotency, control) } : {}),
  };
}

function bothAuthorizations(
  own: Authorization | undefined,
  added: Authorization | undefined,
): Authorization | undefined {
  if (!own || !added) return own ?? added;
  const requires = [own.require, added.require].filter((require) => require !== undefined);
  const require = requires.length === 2 ? requires.map((each) => `(${each})`).join(' && ') : requires[0];
  return { scopes: [...new Set([...own.scopes, ...added.scopes])], ...(require === undefined ? {} : { require }) };
}

function tightenConfirmation(
  confirmation: NonNullable<CapabilityContract['confirmation']>,
  control: TaskControl,
): NonNullable<CapabilityContract['confirmation']> {
  const wanted = control.confirmation?.expires_in;
  return wanted !== undefined && ms(wanted) < ms(confirmation.expires_in)
    ? { ...confirmation, expires_in: wanted }
    : confirmation;
}

function tightenIdempotency(
  idempotency: NonNullable<CapabilityContract['idempotency']>,
  control: TaskControl,
): NonNullable<CapabilityContract['idempotency']> {
  const wanted = control.idempotency?.window;
  return wanted !== undefined && ms(wanted) > ms(idempotency.window) ? { ...idempotency, window: wanted } : idempotency;
}

function ms(duration: string): number {
  return durationMs(duration) ?? 0;
}

/** A part of a control that does not tighten its contract. */
export interface Loosening {
  /** Inside the control. */
  readonly path: readonly string[];
  readonly message: Bilingual;
}

/** What a control asks for that its contract is already stricter about, or does not have at all. */
export function findLoosening(contract: CapabilityContract, control: TaskControl): readonly Loosening[] {
  const { confirmation, idempotency } = contract;
  const { looser } = tightenLimits(contract.limits, control.limits);
  const found: Loosening[] = looser.map(({ path, message }) => ({ path: ['limits', ...path], message }));
  const expires = control.confirmation?.expires_in;
  if (expires !== undefined && !confirmation) {
    found.push({
      path: ['confirmation'],
      message: { en: 'the contract asks for no confirmation', zh: '契约不要求确认' },
    });
  } else if (expires !== undefined && confirmation && ms(expires) > ms(confirmation.expires_in)) {
    const message = {
      en: `a confirmation of the contract expires after ${confirmation.expires_in}`,
      zh: `契约的确认在 ${confirmation.expires_in} 后过期`,
    };
    found.push({ path: ['confirmation', 'expires_in'], message });
  }
  found.push(...looserApproval(contract, control));
  const window = control.idempotency?.window;
  if (window !== undefined && !idempotency) {
    found.push({
      path: ['idempotency'],
      message: { en: 'the contract recognises no repetition', zh: '契约不识别重复' },
    });
  } else if (window !== undefined && idempotency && ms(window) < ms(idempotency.window)) {
    found.push({
      path: ['idempotency', 'window'],
      message: {
        en: `the contract recognises repetitions for ${idempotency.window}`,
        zh: `契约在 ${idempotency.window} 内识别重复`,
      },
    });
  }
  return found;
}
