import type { ContactRecord } from '@rolecall/journal';
import type { Tables } from '../tables.ts';

/** What is read of a contact. */
export const CONTACT_COLUMNS = ['id', 'external_id', 'level', 'display_name', 'created_at'] as const;

/** A contact as the ports show it. */
export function contactOf(row: Omit<Tables['contacts'], 'organisation'>): ContactRecord {
  return {
    id: row.id,
    externalId: row.external_id,
    level: row.level,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    createdAt: row.created_at,
  };
}
