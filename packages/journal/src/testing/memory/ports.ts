import { type JsonValue, newId } from '@rolecall/base';
import { epochMs, isoTime } from '../../epoch.ts';
import { newContactKey } from '../../evidence.ts';
import { jsonOf, jsonText } from '../../json-text.ts';
import { grantLease, isSameLease, leaseOf } from '../../lease-rules.ts';
import type { ContactRecord, Lease, StorePorts } from '../../ports.ts';
import { unknownId } from '../../store-error.ts';
import { checkpointPorts } from './checkpoints.ts';
import { commitInMemory, countedAfter } from './commit.ts';
import { deleteContactInMemory, projectedRowOf } from './delete-contact.ts';
import { readApart, readEntries, readStoredEntries } from './entries.ts';
import { acceptInMemory, claimInMemory, inboxItemOf, timerOf } from './inbox.ts';
import { letterPorts, outboxDataOf } from './letters.ts';
import type { MemoryOrganisation } from './organisation.ts';
import { endTakenIn, takeUpInMemory } from './take-up.ts';

const ALL = Number.POSITIVE_INFINITY;

/** The ports of one organisation in memory. Everything is synchronous inside, so that every method is atomic. */
export function memoryPorts(organisation: MemoryOrganisation): StorePorts {
  return {
    commit: async (commit) => commitInMemory(organisation, commit),
    accept: async (draft) => acceptInMemory(organisation, draft),
    ...letterPorts(organisation),
    ...checkpointPorts(organisation),
    ...leasePorts(organisation),
    ...contactPorts(organisation),
    ...conversationPorts(organisation),
    ...organisationPorts(organisation),
  };
}

function leasePorts(
  organisation: MemoryOrganisation,
): Pick<StorePorts, 'acquireLease' | 'renewLease' | 'releaseLease' | 'takeUp'> {
  const { leases, undo } = organisation;
  return {
    acquireLease: async (conversation, holder, ttlMs, at) =>
      undo.transaction(() => {
        if (!organisation.conversations.get(conversation)) throw unknownId('conversation', conversation);
        const granted = grantLease(leases.get(conversation), holder, ttlMs, at);
        if (granted) leases.put(granted, conversation);
        return granted && leaseOf(conversation, granted);
      }),
    renewLease: async (lease, ttlMs, at) =>
      undo.transaction(() => {
        if (!isSameLease(leases.get(lease.conversation), lease)) return false;
        leases.put({ ...heldBy(lease), expiresAt: epochMs(at) + ttlMs }, lease.conversation);
        return true;
      }),
    releaseLease: async (lease) =>
      undo.transaction(() => {
        if (!isSameLease(leases.get(lease.conversation), lease)) return;
        leases.put({ holder: null, fence: lease.fence, expiresAt: 0 }, lease.conversation);
        endTakenIn(organisation, lease);
      }),
    takeUp: async (lease, upTo) => takeUpInMemory(organisation, lease, upTo),
  };
}

function heldBy(lease: Lease): { readonly holder: string; readonly fence: number } {
  return { holder: lease.holder, fence: lease.fence };
}

function contactPorts(
  organisation: MemoryOrganisation,
): Pick<StorePorts, 'upsertContact' | 'contact' | 'contactByExternalId' | 'deleteContact'> {
  const byExternalId = (externalId: string) =>
    organisation.contacts.where((contact) => contact.externalId === externalId)[0];
  return {
    upsertContact: async ({ externalId, level, displayName, at }) =>
      organisation.undo.transaction(() => {
        const present = byExternalId(externalId);
        const name = displayName === undefined ? present?.displayName : organisation.redacted(displayName);
        const contact: ContactRecord = {
          id: present?.id ?? newId('contact'),
          externalId,
          level,
          ...(name === undefined ? {} : { displayName: name }),
          createdAt: present?.createdAt ?? isoTime(epochMs(at)),
        };
        organisation.contacts.put(contact, contact.id);
        if (!present) organisation.contactKeys.put(newContactKey(), contact.id);
        return { ...contact };
      }),
    contact: async (id) => copyOf(organisation.contacts.get(id)),
    contactByExternalId: async (externalId) => copyOf(byExternalId(externalId)),
    deleteContact: async (id, at) => deleteContactInMemory(organisation, id, at),
  };
}

function conversationPorts(
  organisation: MemoryOrganisation,
): Pick<
  StorePorts,
  | 'conversation'
  | 'conversations'
  | 'entries'
  | 'readApart'
  | 'storedEntries'
  | 'inbox'
  | 'waiting'
  | 'outbox'
  | 'dueTimers'
  | 'claimTimer'
> {
  const waitingItems = () => organisation.inbox.where((row) => !row.consumed);
  return {
    conversation: async (id) => copyOf(organisation.conversations.get(id)),
    conversations: async ({ contact, employee, limit = ALL } = {}) =>
      organisation.conversations
        .where((row) => (contact ?? row.contact) === row.contact && (employee ?? row.employee) === row.employee)
        .reverse()
        .sort((left, right) => epochMs(right.openedAt) - epochMs(left.openedAt))
        .slice(0, limit)
        .map((row) => ({ ...row })),
    entries: async (conversation, after = 0, limit = ALL) => readEntries(organisation, conversation, after, limit),
    readApart: async (conversation, sequence, field) => readApart(organisation, conversation, sequence, field),
    storedEntries: async (conversation) => readStoredEntries(organisation, conversation),
    inbox: async (conversation, limit = ALL) =>
      waitingItems()
        .filter((row) => row.conversation === conversation)
        .slice(0, limit)
        .map((row) => inboxItemOf(organisation, row)),
    waiting: async (limit = ALL) => [...new Set(waitingItems().map((row) => row.conversation))].slice(0, limit),
    outbox: async (conversation, afterSequence = 0) =>
      organisation.outbox
        .where((row) => row.conversation === conversation && row.sequence > afterSequence)
        .map((row) => ({ ...row, data: outboxDataOf(organisation, row) })),
    dueTimers: async (at, limit = ALL) =>
      organisation.timers
        .where((row) => row.dueAt <= epochMs(at))
        .sort((left, right) => left.dueAt - right.dueAt)
        .slice(0, limit)
        .map(timerOf),
    claimTimer: async (timer, at) => claimInMemory(organisation, timer, at),
  };
}

function organisationPorts(
  organisation: MemoryOrganisation,
): Pick<StorePorts, 'row' | 'rows' | 'ledger' | 'counted' | 'putDocument' | 'document' | 'recordFact' | 'facts'> {
  return {
    row: async (table, key) => parsed(organisation.rows.get(table, key)?.value),
    rows: async (table, scope) =>
      organisation.rows
        .where((row) => row.table === table && row.scope === scope)
        .sort((left, right) => (left.key < right.key ? -1 : 1))
        .map(projectedRowOf),
    ledger: async (base) =>
      copyOf(organisation.ledger.where((row) => row.base === base).sort((a, b) => b.intent - a.intent)[0]),
    counted: async (counter, since) => countedAfter(organisation, counter, epochMs(since)),
    putDocument: async (hash, document) => {
      if (organisation.documents.get(hash) === undefined)
        organisation.documents.put(jsonText(organisation.redacted(document), 'document'), hash);
    },
    document: async (hash) => parsed(organisation.documents.get(hash)),
    recordFact: async (kind, data, at) => {
      organisation.facts.push({
        kind,
        at: isoTime(epochMs(at)),
        data: jsonText(organisation.redacted(data), 'fact.data'),
      });
    },
    facts: async (kind) =>
      organisation.facts
        .filter((fact) => (kind ?? fact.kind) === fact.kind)
        .map((fact) => ({ ...fact, data: jsonOf(fact.data) })),
  };
}

function parsed(text: string | undefined): JsonValue | undefined {
  return text === undefined ? undefined : jsonOf<JsonValue>(text);
}

function copyOf<Row extends object>(row: Row | undefined): Row | undefined {
  return row && { ...row };
}
