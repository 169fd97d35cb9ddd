import type { JsonValue } from '@rolecall/base';
import { epochMs, isoTime } from '../../epoch.ts';
import { jsonOf } from '../../json-text.ts';
import type { ContactDeletion, ProjectedRow } from '../../ports.ts';
import type { MemoryOrganisation, ProjectionRow } from './organisation.ts';

/** What stands where a message stood. */
const DELETED = '{"$deleted":true}';

/** `StorePorts.deleteContact` in memory. */
export function deleteContactInMemory(organisation: MemoryOrganisation, id: string, at: string): ContactDeletion {
  return organisation.undo.transaction(() => {
    if (!organisation.contacts.get(id)) return { status: 'unknown' };
    const own = new Set(organisation.conversations.where((row) => row.contact === id).map((row) => row.id));
    const isOwn = (row: { readonly conversation: string }) => own.has(row.conversation);
    const isOwnRow = (row: ProjectionRow) => isOwn(row) || row.scope === `contact:${id}`;
    const keeping = organisation.rows
      .where(isOwnRow)
      .map(projectedRowOf)
      .filter(organisation.keepsContact ?? (() => false));
    if (keeping.length > 0) return { status: 'waiting', rows: keeping };

    organisation.rows.replace(isOwnRow, () => undefined);
    for (const conversation of own) {
      const checkpoint = organisation.checkpoints.get(conversation);
      if (checkpoint) organisation.checkpoints.put({ ...checkpoint, kept: '' }, conversation);
    }
    organisation.evidence.replace(
      (row) => row.contact === id,
      () => undefined,
    );
    organisation.inbox.replace(isOwn, (row) => ({
      ...row,
      data: DELETED,
      contentHash: '',
      consumed: true,
      isSetAside: false,
      lastError: undefined,
    }));
    organisation.outbox.replace(isOwn, (row) => ({ ...row, data: DELETED }));
    organisation.deliveries.replace(isOwn, () => undefined);
    organisation.timers.replace(isOwn, () => undefined);
    for (const conversation of own) {
      const lease = organisation.leases.get(conversation);
      if (lease) organisation.leases.put({ ...lease, holder: null }, conversation);
    }
    organisation.conversations.replace(
      (row) => row.contact === id && row.closedAt === undefined,
      (row) => ({ ...row, closedAt: isoTime(epochMs(at)) }),
    );
    organisation.contactKeys.delete(id);
    organisation.contacts.delete(id);
    const data = JSON.stringify({ contact: id });
    organisation.facts.push({ kind: 'contact.deleted', at: isoTime(epochMs(at)), data });
    return { status: 'deleted' };
  });
}

/** A row as the ports show it. */
export function projectedRowOf({ table, key, scope, value }: ProjectionRow): ProjectedRow {
  return { table, key, scope, value: jsonOf<JsonValue>(value) };
}
