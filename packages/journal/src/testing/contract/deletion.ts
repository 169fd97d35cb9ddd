import { describe, expect, it } from 'vitest';
import type { Projection } from '../../entry.ts';
import { acceptedItem, arrangeWith, at, HOUR, newConversation, note, type OpenStore, writerOf } from './arrange.ts';

const CANARY = '13800138000';

/** Rows under a scope of the contact and under none, and one that says whether something is under way. */
const contactRows: Projection = {
  name: 'test.contact-rows',
  kinds: ['test.said'],
  apply: ({ conversation, data }) => [
    { op: 'put', table: 'said', key: conversation, scope: `contact:${data.contact}`, value: data.text ?? null },
    { op: 'put', table: 'plain', key: conversation, value: data.text ?? null },
    { op: 'put', table: 'state', key: conversation, value: data.state ?? null },
  ],
};

export function deletionContract(open: OpenStore): void {
  const { openPorts, openStore } = arrangeWith(open);
  const keepsContact = ({ table, value }: { readonly table: string; readonly value: unknown }) =>
    table === 'state' && value === 'executing';

  async function talkative(options: Parameters<typeof openPorts>[0] = {}) {
    const store = await openStore({ projections: [contactRows], keepsContact, ...options });
    const ports = store.for('org-1');
    const conversation = await newConversation(ports);
    const other = await newConversation(ports, { externalId: 'customer-2' });
    const writer = await writerOf(ports, conversation.id);
    const said = (contact: string, state: string) => ({
      kind: 'test.said',
      kindVersion: 1,
      data: { contact, text: CANARY, state },
      personal: ['text'],
    });
    const message = { kind: 'message', data: { text: CANARY }, at: at() } as const;
    const first = await acceptedItem(ports, { ...message, conversation: conversation.id });
    await writer.commit({
      entries: [said(conversation.contact, 'done')],
      consume: [first.item],
      outbox: [{ kind: 'reply', data: { text: CANARY } }],
      timers: [{ op: 'set', id: 't', dueAt: at(HOUR), data: { text: CANARY } }],
    });
    await (await writerOf(ports, other.id)).commit({ entries: [said(other.contact, 'done')] });
    await acceptedItem(ports, { ...message, conversation: conversation.id });
    return { store, ports, conversation, other, writer, said };
  }

  describe('a deleted contact', () => {
    it('is gone with everything that was told of it, and its entries stay as tombstones', async () => {
      const { ports, conversation, other } = await talkative();
      const [before] = await ports.storedEntries(conversation.id);

      expect(await ports.deleteContact(conversation.contact, at(1))).toEqual({ status: 'deleted' });

      expect(await ports.contact(conversation.contact)).toBeUndefined();
      expect(await ports.contactByExternalId('customer-1')).toBeUndefined();
      expect((await ports.entries(conversation.id))[0]?.data).toMatchObject({
        text: { $deleted: true },
        state: 'done',
      });
      expect(await ports.storedEntries(conversation.id)).toEqual([before]);
      expect(await ports.inbox(conversation.id)).toEqual([]);
      expect(await ports.waiting()).toEqual([]);
      expect(await ports.dueTimers(at(HOUR))).toEqual([]);
      expect(await ports.rows('said', `contact:${conversation.contact}`)).toEqual([]);
      expect(await ports.row('plain', conversation.id)).toBeUndefined();
      expect(JSON.stringify(await ports.outbox(conversation.id))).not.toContain(CANARY);
      expect((await ports.conversation(conversation.id))?.closedAt).toBe(at(1));
      expect(await ports.facts('contact.deleted')).toMatchObject([{ data: { contact: conversation.contact } }]);
      expect((await ports.entries(other.id))[0]?.data.text).toBe(CANARY);
      expect(await ports.row('plain', other.id)).toBe(CANARY);
    });

    it('does not come back by rebuilding', async () => {
      const { store, ports, conversation, other } = await talkative();
      await ports.deleteContact(conversation.contact, at(1));

      await store.rebuildProjections();

      expect(await ports.row('plain', conversation.id)).toBeUndefined();
      expect(await ports.row('plain', other.id)).toBe(CANARY);
    });

    it('is written to by nobody any more, also not by a round that was running', async () => {
      const { ports, conversation, writer } = await talkative();
      await ports.deleteContact(conversation.contact, at(1));

      expect(await writer.commit({ entries: [note('late')] })).toEqual({ status: 'fence_lost' });
      const late = { conversation: conversation.id, kind: 'message', data: {}, at: at(2) } as const;
      await expect(ports.accept(late)).rejects.toMatchObject({ code: 'contact_unknown' });
      const again = await ports.upsertContact({ externalId: 'customer-1', level: 'verified', at: at(3) });
      expect(again.id).not.toBe(conversation.contact);
    });

    it('is deleted only once nothing of it is under way', async () => {
      const { ports, conversation, writer, said } = await talkative();
      await writer.commit({ entries: [said(conversation.contact, 'executing')] });

      expect(await ports.deleteContact(conversation.contact, at(1))).toMatchObject({
        status: 'waiting',
        rows: [{ table: 'state', key: conversation.id, value: 'executing' }],
      });
      expect((await ports.entries(conversation.id))[1]?.data.text).toBe(CANARY);

      await writer.commit({ entries: [said(conversation.contact, 'done')] });
      expect(await ports.deleteContact(conversation.contact, at(1))).toEqual({ status: 'deleted' });
      expect(await ports.deleteContact(conversation.contact, at(1))).toEqual({ status: 'unknown' });
    });

    it('is nobody of another organisation', async () => {
      const { store, ports, conversation } = await talkative();

      expect(await store.for('org-2').deleteContact(conversation.contact, at(1))).toEqual({ status: 'unknown' });
      expect(await ports.contact(conversation.contact)).toBeDefined();
    });
  });
}
