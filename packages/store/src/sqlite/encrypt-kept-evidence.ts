import { encryptEvidence, isEncrypted } from '@rolecall/journal';
import type { SqliteConnection } from './connection.ts';
import { query, tables } from './query.ts';

const selectKept = query((_: Record<never, never>) =>
  tables
    .selectFrom('evidence')
    .innerJoin('contact_keys', (join) =>
      join
        .onRef('contact_keys.organisation', '=', 'evidence.organisation')
        .onRef('contact_keys.contact', '=', 'evidence.contact'),
    )
    .select(['evidence.organisation', 'evidence.contact', 'evidence.ref', 'evidence.value', 'contact_keys.key']),
);

const updateValue = query((args: { organisation: string; contact: string; ref: string; value: string }) =>
  tables
    .updateTable('evidence')
    .set({ value: args.value })
    .where('organisation', '=', args.organisation)
    .where('contact', '=', args.contact)
    .where('ref', '=', args.ref),
);

/** Encrypts the personal values of a store that was written before they were. */
export function encryptKeptEvidence(connection: SqliteConnection): void {
  for (const { organisation, contact, ref, value, key } of connection.all(selectKept, {})) {
    if (isEncrypted(value)) continue;
    connection.run(updateValue, { organisation, contact, ref, value: encryptEvidence(value, key, ref) });
  }
}
