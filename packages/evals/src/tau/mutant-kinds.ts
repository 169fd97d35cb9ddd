import type { BlockCode } from '@rolecall/gate';

/** Ways in which a right write is made wrong. */
export const MUTANT_KINDS = [
  'wrong_owner',
  'wrong_status',
  'foreign_payment',
  'no_confirmation',
  'stale_confirmation',
  'foreign_confirmation',
  'repeat',
  'changed_after_confirmation',
  'unbound',
  'not_permitted',
  'not_installed',
  'wrong_type',
  'injected_argument',
] as const;

export type MutantKind = (typeof MUTANT_KINDS)[number];

/** By which codes each is rightly blocked. */
export const MUTANT_CODES: Readonly<Record<MutantKind, readonly BlockCode[]>> = {
  wrong_owner: ['precondition_failed', 'guard_failed'],
  wrong_status: ['precondition_failed', 'guard_failed'],
  foreign_payment: ['precondition_failed', 'guard_failed'],
  no_confirmation: ['confirmation_required'],
  stale_confirmation: ['confirmation_stale'],
  foreign_confirmation: ['confirmation_required'],
  repeat: ['duplicate_operation'],
  changed_after_confirmation: ['confirmation_required'],
  unbound: ['resource_not_bound'],
  not_permitted: ['requirement_not_permitted'],
  not_installed: ['task_not_installed'],
  wrong_type: ['argument_invalid'],
  injected_argument: ['argument_refused', 'confirmation_required'],
};
