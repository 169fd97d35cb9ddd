import type { Workspace } from '@rolecall/host';
import type { Texts } from '../texts.ts';

type Verified = Awaited<ReturnType<Workspace['verify']>>;

/**
 * Every decision comes out the same, and nothing shows that the record was changed. A time that goes back is said, and does
 * not count: a clock may have been set back.
 */
export function isUnchanged({ different, faults }: Verified): boolean {
  return different.length === 0 && faults.every(({ code }) => code === 'time_goes_back');
}

/** What there is to say of a conversation's record, a line each. */
export function verifiedLines({ different, faults, gone }: Verified, { tracing }: Texts): readonly string[] {
  return [
    ...(different.length > 0 ? [tracing.different(different.join(', '))] : []),
    ...faults.map(({ sequence, code }) => tracing.fault(sequence, code)),
    ...(gone ? [tracing.gone(gone.through, gone.reason)] : []),
  ];
}
