import { epochMs, type StorePorts } from '@rolecall/journal';
import { acceptToSqlite } from './accept.ts';
import { agedConversations, readCheckpoint, writeCheckpoint } from './checkpoints.ts';
import { commitToSqlite } from './commit.ts';
import { contactByExternalId, contactById, upsertContact } from './contacts.ts';
import { findConversation, listConversations } from './conversations.ts';
import { countedAfter } from './counters.ts';
import { deleteContact } from './delete-contact.ts';
import { putDocument, readDocument, readFacts, recordFact } from './documents.ts';
import { readApart, readEntries, readStoredEntries } from './entries.ts';
import { readInbox, waitingConversations } from './inbox.ts';
import { acquireLease, releaseLease, renewLease } from './leases.ts';
import { latestHolder } from './ledger.ts';
import {
  claimDeliveries,
  countFailure,
  decideDelivery,
  decideItem,
  listDeliveries,
  listSetAside,
  setAside,
  settleDelivery,
} from './letters.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { readOutbox } from './outbox.ts';
import { readRow, readRows } from './projected-rows.ts';
import { takeUp } from './take-up.ts';
import { claimTimer, dueTimers } from './timers.ts';

/** SQLite's "no limit". */
const ALL = -1;

/** The ports of one organisation. Each runs to its end before it returns; the promise only carries the answer. */
export function sqlitePorts(organisation: SqliteOrganisation): StorePorts {
  return {
    commit: async (commit) => commitToSqlite(organisation, commit),
    accept: async (draft) => acceptToSqlite(organisation, draft),

    acquireLease: async (conversation, holder, ttlMs, at) =>
      acquireLease(organisation, conversation, holder, ttlMs, at),
    renewLease: async (lease, ttlMs, at) => renewLease(organisation, lease, ttlMs, at),
    releaseLease: async (lease) => releaseLease(organisation, lease),
    takeUp: async (lease, upTo) => takeUp(organisation, lease, upTo),

    upsertContact: async (contact) => upsertContact(organisation, contact),
    contact: async (id) => contactById(organisation, id),
    contactByExternalId: async (externalId) => contactByExternalId(organisation, externalId),
    deleteContact: async (id, at) => deleteContact(organisation, id, at),
    conversation: async (id) => findConversation(organisation, id),
    conversations: async (filter = {}) => listConversations(organisation, filter),

    entries: async (conversation, after = 0, limit = ALL) => readEntries(organisation, conversation, after, limit),
    readApart: async (conversation, sequence, field) => readApart(organisation, conversation, sequence, field),
    storedEntries: async (conversation) => readStoredEntries(organisation, conversation),
    inbox: async (conversation, limit = ALL) => readInbox(organisation, conversation, limit),
    waiting: async (limit = ALL) => waitingConversations(organisation, limit),
    outbox: async (conversation, afterSequence = 0) => readOutbox(organisation, conversation, afterSequence),
    dueTimers: async (at, limit = ALL) => dueTimers(organisation, at, limit),
    claimTimer: async (timer, at) => claimTimer(organisation, timer, at),
    claimDeliveries: async (claim) => claimDeliveries(organisation, claim),
    settleDelivery: async (delivery, outcome, at) => settleDelivery(organisation, delivery, outcome, at),
    deliveries: async (filter = {}) => listDeliveries(organisation, filter),
    decideDelivery: async (place, verdict, at) => decideDelivery(organisation, place, verdict, at),
    countFailure: async (item, error, at) => countFailure(organisation, item, error, at),
    setAside: async (item, error, at) =>
      organisation.connection.transaction('power', () => setAside(organisation, item, error, at)),
    setAsideItems: async (limit = ALL) => listSetAside(organisation, limit),
    decideItem: async (item, verdict) => decideItem(organisation, item, verdict),
    row: async (table, key) => readRow(organisation, table, key),
    rows: async (table, scope) => readRows(organisation, table, scope),
    ledger: async (base) => latestHolder(organisation, base),
    counted: async (counter, since) => countedAfter(organisation, counter, epochMs(since)),

    checkpoint: async (conversation) => readCheckpoint(organisation, conversation),
    writeCheckpoint: async (draft) => writeCheckpoint(organisation, draft),
    agedConversations: async (aged) => agedConversations(organisation, aged),

    putDocument: async (hash, document) => putDocument(organisation, hash, document),
    document: async (hash) => readDocument(organisation, hash),
    recordFact: async (kind, data, at) => recordFact(organisation, kind, data, at),
    facts: async (kind) => readFacts(organisation, kind),
  };
}
