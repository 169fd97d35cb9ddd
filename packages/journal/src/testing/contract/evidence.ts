import { describe, expect, it } from 'vitest';
import { APART } from '../../entry.ts';
import { arrangeWith, newConversation, note, type OpenStore, writerOf } from './arrange.ts';

export function evidenceContract(open: OpenStore): void {
  const { openConversation } = arrangeWith(open);
  const data = {
    text: '我的电话是 555-0100',
    phone: '555-0100',
    nothing: null,
    address: { city: '上海', no: [1] },
    amount: 12,
  };
  const personal = ['text', 'nothing', 'address', 'absent'] as const;
  const said = note('', { data, personal: [...personal] });

  describe('evidence', () => {
    it('keeps personal values apart from the entry and puts them back when read', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [said, note('plain')] });

      const [stored, plain] = await ports.storedEntries(conversation.id);
      const [read] = await ports.entries(conversation.id);
      expect(Object.keys(stored!.data)).toEqual(Object.keys(data));
      expect(stored!.data).toMatchObject({ phone: '555-0100', amount: 12, text: { $evidence: expect.any(String) } });
      expect(JSON.stringify(stored)).not.toContain('上海');
      expect(stored!.evidence?.map(({ field, type, length }) => [field, type, length])).toEqual([
        ['text', 'string', JSON.stringify(data.text).length],
        ['nothing', 'null', 4],
        ['address', 'object', JSON.stringify(data.address).length],
      ]);
      for (const { field, ref } of stored!.evidence ?? []) expect(stored!.data[field]).toEqual({ $evidence: ref });
      expect(read).toEqual({ ...stored, data });
      expect(read).not.toHaveProperty('personal');
      expect(plain).not.toHaveProperty('evidence');
      expect(plain).toEqual((await ports.entries(conversation.id, 1))[0]);
    });

    it('hashes under a key of the contact: equal for one contact, different for another', async () => {
      const { ports, conversation, writer } = await openConversation();
      const other = await newConversation(ports, { externalId: 'customer-2' });
      await writer.commit({ entries: [said, said] });
      await (await writerOf(ports, other.id)).commit({ entries: [said] });
      const evidenceOf = async (id: string) => (await ports.storedEntries(id)).map((entry) => entry.evidence?.[0]);

      const [first, second] = await evidenceOf(conversation.id);
      const [foreign] = await evidenceOf(other.id);
      expect(first?.hash).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
      expect(second?.hash).toBe(first?.hash);
      expect(second?.ref).not.toBe(first?.ref);
      expect(foreign?.hash).not.toBe(first?.hash);
    });

    it('leaves what is too large out of every entry, and reads it when it is asked for', async () => {
      const { ports, conversation, writer } = await openConversation();
      const text = '长'.repeat(50_000);
      const large = note('', { data: { text, kind: 'report' }, personal: ['text'], apart: ['text'] });
      await writer.commit({ entries: [said, large] });
      const sequence = 2;

      const [, read] = await ports.entries(conversation.id);
      expect(read?.data).toEqual({ text: APART, kind: 'report' });
      expect(JSON.stringify(await ports.storedEntries(conversation.id))).not.toContain('长长');
      expect(await ports.readApart(conversation.id, sequence, 'text')).toBe(text);
      expect(await ports.readApart(conversation.id, 1, 'address')).toEqual(data.address);
      for (const [at, field] of [
        [sequence, 'kind'],
        [sequence, 'none'],
        [1, 'phone'],
        [3, 'text'],
        [0, 'text'],
      ] as const) {
        expect(await ports.readApart(conversation.id, at, field)).toBeUndefined();
      }
      const other = await newConversation(ports, { externalId: 'customer-2' });
      expect(await ports.readApart(other.id, sequence, 'text')).toBeUndefined();

      await ports.deleteContact(conversation.contact, '2026-03-03T08:00:00.000Z');
      expect(await ports.readApart(conversation.id, sequence, 'text')).toBeUndefined();
      expect(await ports.readApart(conversation.id, 1, 'address')).toBeUndefined();
    });

    it('takes no field for a reference because it looks like one', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [said] });
      const [stored] = await ports.storedEntries(conversation.id);
      const forged = { text: { $evidence: stored!.evidence![0]!.ref } };
      await writer.commit({ entries: [note('', { data: forged }), note('', { data: forged, personal: ['text'] })] });

      const [, plain, sealed] = await ports.entries(conversation.id);
      expect(plain?.data).toEqual(forged);
      expect(sealed?.data).toEqual(forged);
    });
  });
}
