/** A table of an organisation's rows, with the columns that place a row among the others. */
export interface ExportedTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

/** Everything that a store holds of an organisation, in the order in which it is exported. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  { name: 'contacts', key: ['id'], columns: ['id', 'external_id', 'level', 'display_name', 'created_at'] },
  { name: 'contact_keys', key: ['contact'], columns: ['contact', 'key'] },
  {
    name: 'conversations',
    key: ['id'],
    columns: [
      'id',
      'ordinal',
      'contact',
      'employee',
      'channel',
      'opened_at',
      'last_activity_at',
      'closed_at',
      'sequence',
    ],
  },
  { name: 'leases', key: ['conversation'], columns: ['conversation', 'holder', 'fence', 'expires_at'] },
  {
    name: 'entries',
    key: ['conversation', 'sequence'],
    columns: [
      'conversation',
      'sequence',
      'ordinal',
      'at',
      'round',
      'step',
      'kind',
      'kind_version',
      'caused_by',
      'release',
      'engine',
      'data',
      'evidence',
    ],
  },
  {
    name: 'checkpoints',
    key: ['conversation'],
    columns: ['conversation', 'sequence', 'version', 'state', 'cut_entries', 'cut_evidence', 'cut_until'],
  },
  { name: 'evidence', key: ['contact', 'ref'], columns: ['contact', 'ref', 'value'] },
  {
    name: 'inbox',
    key: ['id'],
    columns: [
      'id',
      'ordinal',
      'conversation',
      'position',
      'kind',
      'data',
      'content_hash',
      'idempotency_hash',
      'accepted_at',
      'is_consumed',
      'attempts',
      'last_error',
      'failed_at',
    ],
  },
  {
    name: 'outbox',
    key: ['conversation', 'sequence', 'item_index'],
    columns: ['conversation', 'sequence', 'item_index', 'kind', 'data', 'at'],
  },
  {
    name: 'deliveries',
    key: ['conversation', 'sequence', 'item_index'],
    columns: ['conversation', 'sequence', 'item_index', 'target', 'state', 'attempts', 'claim', 'due_at', 'last_error'],
  },
  { name: 'timers', key: ['conversation', 'id'], columns: ['conversation', 'id', 'due_at', 'data'] },
  {
    name: 'projected_rows',
    key: ['table_name', 'key'],
    columns: ['table_name', 'key', 'scope', 'value', 'conversation'],
  },
  { name: 'ledger', key: ['base', 'intent'], columns: ['base', 'intent', 'operation', 'at'] },
  { name: 'counters', key: ['counter', 'operation'], columns: ['counter', 'operation', 'at', 'amount'] },
  { name: 'documents', key: ['hash'], columns: ['hash', 'document'] },
  { name: 'facts', key: ['ordinal'], columns: ['ordinal', 'kind', 'at', 'data'] },
  {
    name: 'memories',
    key: ['scope', 'id'],
    columns: [
      'scope',
      'id',
      'round',
      'session',
      'at',
      'written',
      'subject',
      'summary',
      'original',
      'supersedes',
      'superseded_by',
      'accessed_at',
      'deleted_at',
      'vector',
    ],
  },
  { name: 'memory_scopes', key: ['scope'], columns: ['scope', 'written', 'purged'] },
];
