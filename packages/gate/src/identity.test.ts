import type { CommitAnswer, ContactRecord, Writing } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import { ledgerBase } from './boundaries/ledger-rule.ts';
import { limitRules } from './boundaries/limit-rule.ts';
import { proposeCall } from './execute/propose-call.ts';
import { contactSeen, type Identity } from './identity.ts';
import type { CallOutcome } from './receipt.ts';
import { assetIn, type SampleAsset, sampleRelease } from './testing/index.ts';
import { blocked, ended } from './testing/outcomes.ts';
import { replayedBenches } from './testing/replayed.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const THEIRS = '#L7777777';

/** Whoever names a loan is its holder: weak, and enough to see what an identification does. */
const identifying = (identifies: object = {}, edit: (assets: SampleAsset[]) => void = () => {}) =>
  sampleRelease((assets) => {
    const get = assetIn(assets, 'loan_get');
    get.authorization = { scopes: ['loans:read'] };
    assetIn(assets, 'loan_list').authorization = { require: "contact.level == 'verified'" };
    get.identifies = { external_id: 'result.holder', level: 'verified', ...identifies };
    get.result = {
      schema: 'loan_record',
      codes: [{ code: 'found', when: '!has(result.error)', outcome: 'succeeded' }],
      otherwise: 'failed',
      project: { loan_id: 'result.loan_id', state: 'result.state' },
    };
    edit(assets);
  });
const anonymous = (release = identifying()) => open({ level: 'anonymous', release });
const inputsOf = async (bench: Awaited<ReturnType<typeof open>>) =>
  (await bench.gateEntries()).flatMap((entry) => (entry.kind === 'gate.decision' ? [entry.data.inputs] : []));

describe('a read that identifies', () => {
  it('says who the contact is from then on, and every decision records it', async () => {
    const bench = await anonymous();
    expect(blocked(await bench.propose('loan:list')).code).toBe('not_authorized');
    await bench.say(`my loan is ${THEIRS}`);
    const receipt = ended(await bench.propose('loan:get', { loan_id: THEIRS }));
    expect(receipt).toMatchObject({ outcome: 'succeeded', proven: true });
    expect(ended(await bench.propose('loan:list')).result).toEqual({ loans: [THEIRS] });
    const inputs = await inputsOf(bench);
    expect(inputs.map(({ contact }) => contact.level)).toEqual(['anonymous', 'anonymous', 'verified']);
    expect(inputs.at(-1)).toMatchObject({
      contact: { external_id: 'reader-2' },
      identity: { external_id: 'reader-2', level: 'verified', by: receipt.id },
    });
    expect(await bench.store.contact(bench.contact)).toMatchObject({ externalId: 'reader-1', level: 'anonymous' });
  });

  it('does so only with proven arguments: what a model made up identifies nobody', async () => {
    const bench = await anonymous();
    expect(ended(await bench.propose('loan:get', { loan_id: THEIRS })).outcome).toBe('succeeded');
    expect(blocked(await bench.propose('loan:list')).code).toBe('not_authorized');
    const call = (await bench.gateEntries()).find((entry) => entry.kind === 'gate.call_ended');
    expect(call?.data).toMatchObject({ problems: ['identifies: the argument loan_id is not proven'] });
  });

  it.each([
    ['its condition does not hold', { when: "result.state == 'closed'" }],
    ['its condition cannot be evaluated', { when: 'result.nothing' }],
    ['there is no id', { external_id: "''" }],
    ['the id cannot be evaluated', { external_id: 'result.nothing' }],
    ['the id is no text', { external_id: 'result.fee' }],
  ])('identifies nobody when %s', async (_, identifies) => {
    const bench = await anonymous(identifying(identifies));
    await bench.say(OWN);
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).outcome).toBe('succeeded');
    expect(blocked(await bench.propose('loan:list')).code).toBe('not_authorized');
  });

  it('identifies nobody when it failed', async () => {
    const bench = await anonymous();
    bench.system.faults.set('loan:get', ['tool_error', 'tool_error', 'tool_error']);
    await bench.say(OWN);
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).outcome).toBe('failed');
    expect(blocked(await bench.propose('loan:list')).code).toBe('not_authorized');
  });

  it('cannot make the conversation somebody else’s: nothing of the read is let out', async () => {
    const bench = await anonymous();
    await bench.say(`${OWN} and ${THEIRS}`);
    await bench.propose('loan:get', { loan_id: OWN });
    const { decision } = blocked(await bench.propose('loan:get', { loan_id: THEIRS }));
    expect(decision).toMatchObject({ boundary: 'satisfied', code: 'not_authorized', reason: 'identity_changed' });
    expect(decision.say).toContain('另一位客户');
    const receipts = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.call_ended' ? [entry.data.receipt] : [],
    );
    expect(receipts.at(-1)).toMatchObject({ outcome: 'failed', code: 'identity_changed', result: {}, facts: {} });
    expect(ended(await bench.propose('loan:list')).result).toEqual({ loans: [OWN, '#L1000002'] });
  });

  it('is held against what the channel has verified', async () => {
    const bench = await open({ release: identifying() });
    await bench.say(THEIRS);
    expect(blocked(await bench.propose('loan:get', { loan_id: THEIRS })).decision.reason).toBe('identity_changed');
    await bench.say(OWN);
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).outcome).toBe('succeeded');
    expect((await bench.gateEntries()).some(({ kind }) => kind === 'gate.identified')).toBe(false);
  });

  it('leaves the contact’s other conversations as they are', async () => {
    const bench = await anonymous();
    const beside = await open({ level: 'anonymous', release: identifying(), beside: bench });
    await bench.say(OWN);
    await bench.propose('loan:get', { loan_id: OWN });
    expect(blocked(await beside.propose('loan:list')).code).toBe('not_authorized');
  });

  it('blocks everything once the channel verifies somebody else', async () => {
    const bench = await anonymous();
    await bench.say(THEIRS);
    await bench.propose('loan:get', { loan_id: THEIRS });
    const context = await bench.context();
    const contact: ContactRecord = { ...context.contact, level: 'verified' };
    const call = proposeCall({ id: 'later', capability: 'loan:list', arguments: {} }, { ...context, contact });
    expect(blocked(await bench.run(call)).decision.reason).toBe('identity_changed');
  });

  it('of two at once, the first one written counts', async () => {
    const bench = await anonymous();
    await bench.say(`${OWN} and ${THEIRS}`);
    const context = await bench.context();
    const reads = [OWN, THEIRS].map((loan_id, index) =>
      proposeCall({ id: `read-${index}`, capability: 'loan:get', arguments: { loan_id } }, context),
    );
    // Both have been answered before either writes whom it identified.
    const [first, second] = await bench.run(inLockstep(reads));
    expect(first?.kind).toBe('ended');
    expect(second).toMatchObject({ kind: 'blocked', decision: { reason: 'identity_changed' } });
  });
});

describe('what counts under an identity', () => {
  const contact = { id: 'contact_own', external_id: 'page-1', level: 'verified' } as const;
  const identity: Identity = { external_id: 'reader-2', level: 'verified', owner: 'contact_2', by: 'call-1' };
  const conversation = { id: 'conv_1', channel: 'page' };
  const contract = { capability: 'loan:close', arguments: {}, limits: { per_contact: 1, within: '1d' } };
  const employee = { id: 'mia', grants: [], time_zone: 'Asia/Shanghai' };
  const base = (known: object) =>
    ledgerBase({ ...contract, idempotency: undefined }, {}, { contact, conversation, ...known });

  it('is the person’s own, under whatever contact they come', () => {
    expect(base({ identity })).toBe(base({ contact: { ...contact, id: 'contact_2' } }));
    expect(base({ identity })).not.toBe(base({}));
    expect(limitRules(contract, { contact, identity, employee })[0]?.counter).toContain('contact_2');
  });

  it('stays the contact’s while nothing is verified', () => {
    expect(base({ identity: { ...identity, level: 'anonymous' } })).toBe(base({}));
  });

  it('a channel’s verified word is seen before a read’s', () => {
    const record: ContactRecord = {
      id: 'c',
      externalId: 'a',
      level: 'verified',
      createdAt: '2026-03-02T08:00:00.000Z',
    };
    expect(contactSeen(record, identity)).toEqual({ id: 'c', external_id: 'a', level: 'verified' });
    expect(contactSeen({ ...record, level: 'anonymous' }, identity)).toEqual({
      id: 'c',
      external_id: 'reader-2',
      level: 'verified',
    });
  });
});

/** Takes one step of each in turn, so that each computes what it writes next before the other's is written. */
async function* inLockstep(writings: readonly Writing<CallOutcome>[]): Writing<readonly CallOutcome[]> {
  const steps = await Promise.all(writings.map((writing) => writing.next()));
  while (steps.some(({ done }) => !done)) {
    const answers: (CommitAnswer | undefined)[] = [];
    for (const step of steps) answers.push(step.done ? undefined : yield step.value);
    for (const [index, answer] of answers.entries()) {
      const writing = writings[index];
      if (writing && answer) steps[index] = await writing.next(answer);
    }
  }
  return steps.map(({ value }) => value as CallOutcome);
}
