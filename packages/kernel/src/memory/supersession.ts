import type { RoundSummary } from './memory-port.ts';

/** What a new memory does to those on its subject, and they to it. */
export interface Supersession {
  /** Ids of the older ones that it takes the place of. */
  readonly supersedes: readonly string[];
  /** The newer one that was there first, when the new memory is of an earlier round. */
  readonly supersededBy?: string | undefined;
}

/** `others` are on the same subject, not deleted and not superseded yet. For adapters of the storage. */
export function supersessionOf(added: Pick<RoundSummary, 'at'>, others: readonly RoundSummary[]): Supersession {
  const newer = others.filter(({ at }) => at > added.at).sort((left, right) => (left.at < right.at ? -1 : 1));
  const supersedes = others.filter(({ at }) => at <= added.at).map(({ id }) => id);
  return { supersedes, supersededBy: newer[0]?.id };
}
