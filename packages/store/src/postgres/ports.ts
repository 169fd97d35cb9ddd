import { epochMs, type StorePorts } from '@rolecall/journal';
import { acceptToPostgres } from './accept.ts';
import { agedConversations, readCheckpoint, writeCheckpoint } from './checkpoints.ts';
import { commitToPostgres } from './commit.ts';
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
import { type PostgresOrganisation, reading } from './organisation.ts';
import { readOutbox } from './outbox.ts';
import { readRow, readRows } from './projected-rows.ts';
import { takeUp } from './take-up.ts';
import { claimTimer, dueTimers } from './timers.ts';

/** The ports of one organisation. Each is one transaction. */
export function postgresPorts(organisation: PostgresOrganisation): StorePorts {
  return {
    commit: (commit) => commitToPostgres(organisation, commit),
    accept: (draft) => acceptToPostgres(organisation, draft),

    acquireLease: (conversation, holder, ttlMs, at) => acquireLease(organisation, conversation, holder, ttlMs, at),
    renewLease: (lease, ttlMs, at) => renewLease(organisation, lease, ttlMs, at),
    releaseLease: (lease) => releaseLease(organisation, lease),
    takeUp: (lease, upTo) => takeUp(organisation, lease, upTo),

    upsertContact: (contact) => upsertContact(organisation, contact),
    contact: (id) => reading(organisation, (scope) => contactById(scope, id)),
    contactByExternalId: (externalId) => reading(organisation, (scope) => contactByExternalId(scope, externalId)),
    deleteContact: (id, at) => deleteContact(organisation, id, at),
    conversation: (id) => reading(organisation, (scope) => findConversation(scope, id)),
    conversations: (filter = {}) => reading(organisation, (scope) => listConversations(scope, filter)),

    entries: (conversation, after = 0, limit) =>
      reading(organisation, (scope) => readEntries(scope, conversation, after, limit)),
    readApart: (conversation, sequence, field) =>
      reading(organisation, (scope) => readApart(scope, conversation, sequence, field)),
    storedEntries: (conversation) => reading(organisation, (scope) => readStoredEntries(scope, conversation)),
    inbox: (conversation, limit) => reading(organisation, (scope) => readInbox(scope, conversation, limit)),
    waiting: (limit) => reading(organisation, (scope) => waitingConversations(scope, limit)),
    outbox: (conversation, afterSequence = 0) =>
      reading(organisation, (scope) => readOutbox(scope, conversation, afterSequence)),
    dueTimers: (at, limit) => reading(organisation, (scope) => dueTimers(scope, at, limit)),
    claimTimer: (timer, at) => claimTimer(organisation, timer, at),
    claimDeliveries: (claim) => claimDeliveries(organisation, claim),
    settleDelivery: (delivery, outcome, at) => settleDelivery(organisation, delivery, outcome, at),
    deliveries: (filter = {}) => reading(organisation, (scope) => listDeliveries(scope, filter)),
    decideDelivery: (place, verdict, at) => decideDelivery(organisation, place, verdict, at),
    countFailure: (item, error, at) => countFailure(organisation, item, error, at),
    setAside: (item, error, at) => setAside(organisation, item, error, at),
    setAsideItems: (limit) => reading(organisation, (scope) => listSetAside(scope, limit)),
    decideItem: (item, verdict) => decideItem(organisation, item, verdict),
    row: (table, key) => reading(organisation, (scope) => readRow(scope, table, key)),
    rows: (table, scopeName) => reading(organisation, (scope) => readRows(scope, table, scopeName)),
    ledger: (base) => reading(organisation, (scope) => latestHolder(scope, base)),
    counted: (counter, since) => reading(organisation, (scope) => countedAfter(scope, counter, epochMs(since))),

    checkpoint: (conversation) => reading(organisation, (scope) => readCheckpoint(scope, conversation)),
    writeCheckpoint: (draft) => writeCheckpoint(organisation, draft),
    agedConversations: (aged) => reading(organisation, (scope) => agedConversations(scope, aged)),

    putDocument: (hash, document) => putDocument(organisation, hash, document),
    document: (hash) => reading(organisation, (scope) => readDocument(scope, hash)),
    recordFact: (kind, data, at) => recordFact(organisation, kind, data, at),
    facts: (kind) => reading(organisation, (scope) => readFacts(scope, kind)),
  };
}
