import { OPERATIONS, operationFrom } from '@rolecall/gate';
import type { ProjectedRow } from '@rolecall/journal';

/** A write that is on its way, or of which nobody knows whether it happened, keeps its contact from being deleted. */
export function keepsContact({ table, value }: ProjectedRow): boolean {
  if (table !== OPERATIONS) return false;
  const state = operationFrom(value)?.state;
  return state === 'executing' || state === 'unknown';
}
