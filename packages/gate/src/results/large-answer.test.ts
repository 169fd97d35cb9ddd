import type { JsonObject, JsonValue } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleByAnswer } from '../execute/settle-operation.ts';
import type { ResourceAnswer } from '../resource-port.ts';
import { assetIn, type GateBench, lendingSystem, openBench, sampleRelease } from '../testing/index.ts';
import { shortenTexts } from './large-answer.ts';

const OWN = '#L2890441';
const LONG = `开头${'字'.repeat(20_000)}结尾`;
const SECRET_OF_SYSTEM = '内部评级';

/** A bench whose system answers `capability` with this, marked large as the adapter does. */
async function answering(
  capability: string,
  more: JsonObject,
  part: Partial<ResourceAnswer> = {},
  field = 'untrusted_text',
  edit: (get: JsonObject) => JsonObject = (get) => get,
): Promise<GateBench> {
  const system = lendingSystem({
    [OWN]: { holder: 'reader-1', state: 'open', fee: 12.5 },
    '#L7777777': { holder: 'reader-2', state: 'open', fee: 1 },
  });
  const plain = system.call;
  const call: typeof plain = async (made) => {
    const answer = await plain(made);
    if (made.capability !== capability || answer.status !== 'answered') return answer;
    const structured = { ...(answer.structured as JsonObject), ...more };
    return { ...answer, structured, largeBytes: 2_000_000, ...part } as ResourceAnswer;
  };
  const release = sampleRelease((files) => {
    const get = assetIn(files, 'loan_get');
    const { remark: _, ...project } = (get.result as { project: Record<string, string> }).project;
    get.result = { ...(get.result as object), project: { ...project, [field]: 'result.remark' } };
    Object.assign(get, edit(get as JsonObject));
  });
  return await openBench({ release, system: Object.assign(system, { call }) });
}

const entriesOf = async (bench: GateBench, kind: string) =>
  (await bench.gateEntries())
    .filter((entry) => entry.kind === kind)
    .map(({ data, sequence }) => ({ ...data, sequence }));

async function kept(bench: GateBench, kind: string, field: string): Promise<JsonValue | undefined> {
  const [entry] = await entriesOf(bench, kind);
  const { conversation } = await bench.context();
  return entry && (await bench.store.readApart(conversation.id, entry.sequence, field));
}

describe('a large answer', () => {
  it('of a read is kept whole under the contact’s key, and its receipt holds what is declared, texts shortened', async () => {
    const bench = await answering('loan:get', { remark: LONG, rating: SECRET_OF_SYSTEM });
    await bench.say(`查 ${OWN}`);
    const outcome = await bench.propose('loan:get', { loan_id: OWN });
    if (outcome.kind !== 'ended') throw new Error(JSON.stringify(outcome));
    const { receipt } = outcome;
    expect(receipt).toMatchObject({
      outcome: 'succeeded',
      result: { untrusted_text: expect.stringMatching(/^开头字+\n\[…\]\n字+结尾$/) },
      cut: [{ field: 'untrusted_text', characters: LONG.length, shown: 3_000 }],
    });
    expect(JSON.stringify(receipt).length).toBeLessThan(10_000);
    expect(JSON.stringify(receipt)).not.toContain(SECRET_OF_SYSTEM);
    expect(await entriesOf(bench, 'gate.large_answer')).toMatchObject([{ bytes: 2_000_000, answer: { $apart: true } }]);
    expect(await kept(bench, 'gate.large_answer', 'answer')).toMatchObject({
      structured: { loan_id: OWN, remark: LONG, rating: SECRET_OF_SYSTEM },
      isError: false,
    });
    expect(await entriesOf(bench, 'gate.kept_text')).toMatchObject([{ reference: receipt.cut?.[0]?.reference }]);
    expect(await kept(bench, 'gate.kept_text', 'text')).toBe(LONG);
    expect(await bench.replay()).toMatchObject({ different: [] });
  });

  it('of which even what is declared is too much has failed for a read, with its own code', async () => {
    const bench = await answering('loan:get', { remark: 'x'.repeat(1_100_000) }, {}, 'title');
    await bench.say(`查 ${OWN}`);
    const outcome = await bench.propose('loan:get', { loan_id: OWN });
    expect(outcome).toMatchObject({ receipt: { outcome: 'failed', code: 'answer_too_large', result: {}, facts: {} } });
    expect(await entriesOf(bench, 'gate.large_answer')).toHaveLength(1);
    expect((await entriesOf(bench, 'gate.call_ended')).at(-1)).toMatchObject({
      problems: [expect.stringContaining('at most 1048576 are told')],
    });
  });

  it('about somebody else is not kept under this contact’s name', async () => {
    const bench = await answering('loan:get', { holder: 'reader-2', remark: LONG });
    await bench.say(`查 ${OWN}`);
    await bench.propose('loan:get', { loan_id: OWN });
    expect((await entriesOf(bench, 'gate.call_ended')).at(-1)).toMatchObject({ outcome: 'failed' });
    expect(await entriesOf(bench, 'gate.large_answer')).toEqual([]);
    expect(await entriesOf(bench, 'gate.kept_text')).toEqual([]);
  });

  it('of a read that says who the contact is, and is too much to be told, is not kept under a name that it may not be', async () => {
    const identifies = { external_id: 'result.holder', level: 'verified' };
    const bench = await answering('loan:get', { remark: 'x'.repeat(1_100_000) }, {}, 'title', () => ({ identifies }));
    await bench.say(`查 ${OWN}`);
    const outcome = await bench.propose('loan:get', { loan_id: OWN });
    expect(outcome).toMatchObject({ receipt: { outcome: 'failed', code: 'answer_too_large' } });
    expect(await entriesOf(bench, 'gate.identified')).toEqual([]);
    expect(await entriesOf(bench, 'gate.large_answer')).toEqual([]);
  });

  it('of a write ends it as its codes say, is kept, and its receipt leaves out what is too much', async () => {
    const bench = await answering('loan:close', { fee: 1, receipt_text: LONG });
    await bench.say(`结束 ${OWN}，看完了`);
    const shown = await bench.propose('loan:close', { loan_id: OWN, reason: 'read to the end' });
    if (shown.kind !== 'awaiting_confirmation') throw new Error(JSON.stringify(shown));
    const outcome = await bench.confirm(shown.notice.operation);
    expect(outcome).toMatchObject({ receipt: { outcome: 'succeeded', code: 'closed' } });
    expect(await kept(bench, 'gate.large_answer', 'answer')).toMatchObject({ structured: { receipt_text: LONG } });
  });

  it('that a write gives late is kept apart from the entry that settles it', async () => {
    const bench = await answering('none', {});
    await bench.say(`结束 ${OWN}，看完了`);
    const shown = await bench.propose('loan:close', { loan_id: OWN, reason: 'read to the end' });
    if (shown.kind !== 'awaiting_confirmation') throw new Error(JSON.stringify(shown));
    bench.system.faults.set('loan:close', ['answer_lost']);
    await bench.confirm(shown.notice.operation);
    const structured = { loan_id: OWN, state: 'closed', fee: 1, receipt_text: LONG };
    const late = { status: 'answered', isError: false, structured, largeBytes: 2_000_000 } as const;
    const receipt = await bench.run(settleByAnswer(shown.notice.operation, late, await bench.context()));
    expect(receipt).toMatchObject({ outcome: 'succeeded' });
    const [settled] = await entriesOf(bench, 'gate.settled');
    expect(JSON.stringify(settled)).not.toContain('字字');
    expect(await kept(bench, 'gate.large_answer', 'answer')).toMatchObject({ structured });
  });
});

describe('an answer over the limit', () => {
  const refused = { status: 'too_large', limitBytes: 4_194_304 } as never;

  it('is a read that failed and is not sent again, with its own code', async () => {
    const bench = await answering('loan:get', {}, refused);
    await bench.say(`查 ${OWN}`);
    const outcome = await bench.propose('loan:get', { loan_id: OWN });
    expect(outcome).toMatchObject({ receipt: { outcome: 'failed', code: 'answer_too_large', result: {} } });
    expect(bench.system.calls).toHaveLength(1);
    expect(await entriesOf(bench, 'gate.large_answer')).toEqual([]);
  });

  it('leaves a write unknown: it may have happened', async () => {
    const bench = await answering('loan:close', {}, refused);
    await bench.say(`结束 ${OWN}，看完了`);
    const shown = await bench.propose('loan:close', { loan_id: OWN, reason: 'read to the end' });
    if (shown.kind !== 'awaiting_confirmation') throw new Error(JSON.stringify(shown));
    const outcome = await bench.confirm(shown.notice.operation);
    expect(outcome).toMatchObject({ receipt: { outcome: 'unknown', code: 'answer_too_large' } });
    expect(await bench.settle(shown.notice.operation)).toMatchObject({ outcome: 'succeeded' });
  });
});

describe('shortening texts', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 6_000, size: 'max' });
  const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), text);
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'untrusted_text'), tie('value'), { maxKeys: 3 }),
    ),
  }));

  it('changes nothing but declared free text, and what it keeps goes on where the receipt ends', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'untrusted_text'), value), (projected) => {
        const { result, kept: texts } = shortenTexts(projected as JsonObject);
        expect(outsideOfFreeText(result)).toEqual(outsideOfFreeText(projected as JsonObject));
        for (const { text: whole } of texts) expect(whole.length).toBeGreaterThan(4_000);
        const shown = freeTexts(result);
        const given = freeTexts(projected as JsonObject);
        const whole = new Set(texts.map((each) => each.text));
        for (const [index, each] of shown.entries()) {
          const before = given[index] ?? '';
          if (!whole.has(before)) {
            expect(each).toBe(before);
            continue;
          }
          const [head = '', tail = ''] = each.split('\n[…]\n');
          expect(before.startsWith(head) && before.endsWith(tail)).toBe(true);
          expect(each.isWellFormed()).toBe(before.isWellFormed());
        }
      }),
    );
  });
});

function outsideOfFreeText(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(outsideOfFreeText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([name, member]) =>
      name === 'untrusted_text' || member === undefined ? [] : [[name, outsideOfFreeText(member)]],
    ),
  );
}

function freeTexts(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(freeTexts);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as JsonObject).flatMap(([name, member]) => {
    if (member === undefined || member === null) return [];
    if (name !== 'untrusted_text') return freeTexts(member);
    return [typeof member === 'string' ? member : JSON.stringify(member)];
  });
}
