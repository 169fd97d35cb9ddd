import type { JsonValue } from '@rolecall/base';
import { type CheckpointPorts, checkpointRef, grownCut } from '../../checkpoint.ts';
import { epochMs } from '../../epoch.ts';
import { decryptEvidence, encryptEvidence } from '../../evidence.ts';
import { jsonOf, jsonText } from '../../json-text.ts';
import { allowsFence } from '../../lease-rules.ts';
import { unknownId } from '../../store-error.ts';
import type { MemoryOrganisation } from './organisation.ts';

/** Checkpoints and cuts in memory. */
export function checkpointPorts(organisation: MemoryOrganisation): CheckpointPorts {
  const keyOf = (conversation: string) =>
    organisation.contactKeys.get(organisation.conversations.get(conversation)?.contact ?? '');
  return {
    async checkpoint(conversation) {
      const row = organisation.checkpoints.get(conversation);
      if (!row) return undefined;
      const key = keyOf(conversation);
      const { kept, ...rest } = row;
      const state = key && kept ? jsonOf<JsonValue>(decryptEvidence(kept, key, checkpointRef(conversation))) : null;
      return { ...rest, state };
    },
    async writeCheckpoint({ conversation, fence, at, sequence, version, state, cut }) {
      return organisation.undo.transaction(() => {
        const record = organisation.conversations.get(conversation);
        if (!record) throw unknownId('conversation', conversation);
        const before = organisation.checkpoints.get(conversation);
        if (!allowsFence(organisation.leases.get(conversation), fence, at)) return false;
        if (record.sequence < sequence || (before?.sequence ?? 0) > sequence) return false;
        if (cut && Math.max(cut.entries, cut.evidence) > sequence) return false;
        const key = keyOf(conversation);
        const text = jsonText(organisation.redacted(state), 'checkpoint.state');
        const kept = key ? encryptEvidence(text, key, checkpointRef(conversation)) : '';
        const grown = grownCut(before?.cut, cut);
        organisation.checkpoints.put({ sequence, version, kept, ...(grown ? { cut: grown } : {}) }, conversation);
        if (cut && grown) cutAway(organisation, conversation, grown);
        return true;
      });
    },
    async agedConversations({ entriesBefore = '', evidenceBefore = '', after = '', limit }) {
      const aged = organisation.entries.where(({ conversation, sequence, envelope, evidence }) => {
        const { at } = JSON.parse(envelope) as { readonly at: string };
        const cut = organisation.checkpoints.get(conversation)?.cut?.evidence ?? 0;
        return at < entriesBefore || (at < evidenceBefore && evidence !== undefined && sequence > cut);
      });
      return [...new Set(aged.map(({ conversation }) => conversation))]
        .filter((conversation) => conversation > after)
        .sort()
        .slice(0, limit)
        .map((conversation) => ({
          conversation,
          contact: organisation.conversations.get(conversation)?.contact ?? '',
        }));
    },
  };
}

/** What stands where a message stood. */
const GONE = '{"$deleted":true}';

function cutAway(
  organisation: MemoryOrganisation,
  conversation: string,
  { entries, evidence, until }: { readonly entries: number; readonly evidence: number; readonly until: string },
): void {
  const through = Math.max(entries, evidence);
  for (let sequence = 1; sequence <= through; sequence++) {
    const row = organisation.entries.get(conversation, sequence);
    for (const { ref } of row?.evidence ?? []) organisation.evidence.delete(ref);
    if (sequence <= entries) organisation.entries.delete(conversation, sequence);
  }
  organisation.outbox.replace(
    (row) =>
      row.conversation === conversation &&
      row.sequence <= through &&
      !organisation.deliveries
        .where((delivery) => delivery.conversation === conversation && delivery.sequence === row.sequence)
        .some(({ index, state }) => index === row.index && (state === 'waiting' || state === 'dead')),
    (row) => ({ ...row, data: GONE }),
  );
  organisation.inbox.replace(
    (row) =>
      row.conversation === conversation && row.consumed && !row.isSetAside && epochMs(row.acceptedAt) < epochMs(until),
    (row) => ({ ...row, data: GONE, contentHash: '' }),
  );
}
