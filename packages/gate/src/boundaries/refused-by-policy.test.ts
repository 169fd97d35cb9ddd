import { describe, expect, it } from 'vitest';
import { assetIn, type SampleAsset, sampleRelease } from '../testing/index.ts';
import { asked, blocked, ended } from '../testing/outcomes.ts';
import { replayedBenches } from '../testing/replayed.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };

const refusing = (when: string, more: object = {}) => ({
  release: sampleRelease((assets: SampleAsset[]) => {
    assets.push({
      kind: 'business_policy',
      id: 'house',
      version: '1.0.0',
      must_refuse: [
        { id: 'closed_days', when, say: { zh: '今天不办理。', en: 'Not today, {{ args.loan_id }}.' }, ...more },
      ],
    });
    const business = assets.find(({ kind }) => kind === 'business_asset_package');
    if (business) assetIn(assets, business.id).policies = ['house@^1'];
  }),
});

describe('what the business must refuse in a state', () => {
  it('is not run, and the customer is told in its words', async () => {
    const bench = await open(refusing("contact.level == 'verified'"));
    const { decision, code } = blocked(await bench.propose('loan:close', CLOSE));
    expect({ code, reason: decision.reason, say: decision.say }).toEqual({
      code: 'guard_failed',
      reason: 'closed_days',
      say: '今天不办理。',
    });
  });

  it('is not run either when the state cannot be told', async () => {
    const bench = await open(refusing("facts.nothing == 'x'"));
    expect(blocked(await bench.propose('loan:close', CLOSE)).decision.reason).toBe('closed_days');
  });

  it('runs in every other state', async () => {
    const bench = await open(refusing("contact.level == 'anonymous'"));
    expect(asked(await bench.propose('loan:close', CLOSE)).kind).toBe('awaiting_confirmation');
  });

  it('holds back no read', async () => {
    const bench = await open(refusing('true'));
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).outcome).toBe('succeeded');
  });

  it('holds nothing back where it is about words', async () => {
    const bench = await open(refusing('true', { pattern: '赔偿' }));
    expect(asked(await bench.propose('loan:close', CLOSE)).kind).toBe('awaiting_confirmation');
  });
});
