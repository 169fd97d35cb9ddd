import type { CapabilitySpace, Release } from '@rolecall/assets';
import { durationMs } from '@rolecall/base';

/** How a business hands over, with what holds where it says nothing. */
export interface HandOverSettings {
  /** So many messages in a row that came to nothing hand the conversation over; 0 never does. */
  readonly afterFailedRounds: number;
  /** So long without a person's word, and the customer is told. */
  readonly unattendedAfterMs: number;
}

const FAILED_ROUNDS = 3;
const UNATTENDED_MS = 15 * 60_000;

/**
 * From `hand_over` of the business package. Without a word of it, only an employee that may be asked for a person hands
 * over by itself: where nobody is there to take over, that would help nobody.
 */
export function handOverSettings({ business }: Release, space: CapabilitySpace): HandOverSettings {
  const declared = business.hand_over;
  const standard = handOverKeys(space).length > 0 ? FAILED_ROUNDS : 0;
  return {
    afterFailedRounds: declared?.after_failed_rounds ?? standard,
    unattendedAfterMs: durationMs(declared?.unattended_after ?? '') ?? UNATTENDED_MS,
  };
}

/** The name of the platform tool that asks for a person. */
export const HAND_OVER_TOOL = 'hand_over';

/** The capabilities by which a customer may ask this employee for a person. */
export function handOverKeys(space: CapabilitySpace): readonly string[] {
  return Object.values(space.entries)
    .filter(({ binding, heldBackBy }) => heldBackBy === undefined && isHandOver(binding))
    .map(({ capability }) => capability);
}

function isHandOver(binding: CapabilitySpace['entries'][string]['binding']): boolean {
  return binding !== undefined && 'platform' in binding && binding.platform === HAND_OVER_TOOL;
}
