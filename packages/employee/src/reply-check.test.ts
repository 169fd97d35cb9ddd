import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskInstance } from './journey.ts';
import { checkReply, type Grounds } from './reply-check.ts';
import { deskRelease, replaceIn } from './testing/library-desk.ts';
import { receiptOf } from './testing/outcomes.ts';

const { release } = deskRelease();
const NOTHING: Grounds = { receipts: [], instances: [] };

const left = (text: string, grounds: Grounds = NOTHING) => checkReply(text, release, grounds).sentences.join('');
const leaves = (text: string, grounds?: Grounds) => left(text, grounds) === text;

function instanceOf(loan_id: string, loan_state: string): TaskInstance {
  return {
    instance: `task_${loan_id}`,
    task: 'loan_desk',
    subject: loan_id,
    stage: 'open',
    terminal: false,
    facts: { loan_id: { value: loan_id, from: 'call_1' }, loan_state: { value: loan_state, from: 'call_1' } },
  };
}

describe('a claim without a receipt does not leave', () => {
  it.each([
    '已为您归还。',
    '好的，已经归还了。',
    '借阅 L200001 归还成功。',
    'Your loan has been returned.',
    'Good news! The loan IS NOW RETURNED.',
  ])('%j', (text) => expect(leaves(text)).toBe(false));

  it.each([
    ['line breaks', '已为您\n归\n还'],
    ['blanks', '已 为 您 归 还'],
    ['wide blanks', '已\u3000为您\u2003归还'],
    ['emphasis', '已**为您**归还'],
    ['a heading', '已为您\n# 归还'],
    ['a list', '- 已为您\n- 归还'],
    ['a link', '[已为](https://example.test/a)您归还'],
    ['code', '`已``为您归还`'],
    ['signs between', '已·为—您…归还'],
    ['commas between', '已，为，您，归，还'],
    ['full stops between', '已。为。您。归。还。'],
    ['emoji between', '已✅为您✅归还✅'],
    ['tags', '已<b>为您</b>归<br/>还'],
    ['a comment', '已<!-- x -->为您归还'],
    ['entities', '&#24050;&#x4E3A;您归还'],
    ['blank entities', '已&nbsp;为您&ensp;归还'],
    ['zero width', '已\u200b为\u200d您\ufeff归\u2060还'],
    ['soft hyphens', '已\u00ad为您归还'],
    ['combining marks', '已\u0336为\u0336您归\u0336还'],
    ['variation selectors', '已\ufe0f为您归\ufe0f还'],
    ['traditional characters', '已為您歸還'],
    ['traditional characters, written apart', '已 為 您 歸 還'],
    ['variants of traditional characters', '已爲您歸還'],
    ['full width', 'Ｙｏｕｒ ｌｏａｎ ｈａｓ ｂｅｅｎ ｒｅｔｕｒｎｅｄ'],
    ['double blanks', 'It has  been \t returned'],
    ['a line break in English', 'It has been\nreturned.'],
    ['hyphens', 'It has-been-returned.'],
    ['emphasis in English', 'It has been re**turn**ed.'],
    ['underscores', 'It has been re_turn_ed.'],
    ['letters apart', 'It h a s  b e e n  r e t u r n e d'],
    ['letters apart with dots', 'r.e.t.u.r.n.e.d: h.a.s b.e.e.n r.e.t.u.r.n.e.d'],
    ['look-alikes', 'It hаs bееn rеturnеd.'],
    ['accents', 'It hás béen retürned.'],
    ['two sentences', '好的。您的书已为您。归还了。'],
  ])('nor with %s', (_, text) => expect(left(text)).not.toMatch(/归|歸|r\W*e\W*t\W*u/i));

  it('whatever stands between its characters', () => {
    const noise = fc.constantFrom(
      '',
      ' ',
      '\n',
      '*',
      '_',
      '~~',
      '`',
      '\u200b',
      '\u00ad',
      '、',
      '—',
      '(',
      '）',
      '\u3000',
      '!',
      '。',
      '<i>',
      '&nbsp;',
    );
    fc.assert(
      fc.property(
        fc.constantFrom('已为您归还', '已经归还', '归还成功', '已為您歸還'),
        fc.array(noise, { minLength: 5, maxLength: 5 }),
        fc.constantFrom('', '好的。', '您好！'),
        (claim, noises, before) => {
          const noisy = Array.from(claim, (character, index) => `${character}${noises[index] ?? ''}`).join('');
          const rest = left(`${before}${noisy}`).replace(/&nbsp;|<i>/g, '');
          expect(rest.replace(/[^\p{L}]/gu, '').replace(/好的|您好/, '').length).toBeLessThan(claim.length);
        },
      ),
    );
  });
});

describe('what claims nothing leaves', () => {
  it.each([
    '要归还吗？',
    '您是要归还 L200001 吗？',
    '还没有归还成功。',
    '借阅 L200001 尚未归还成功，请稍后再试。',
    '目前未归还成功。',
    '您是想知道这笔借阅是否已归还？',
    '您是问 L200001 已归还了吗？',
    '归还成功后，您会收到通知。',
    '归还完成之前请不要离开。',
    '归还需要您确认。',
    'Has it not been possible? I cannot return it yet.',
    'Would you like me to return it?',
    'I do not know whether it has been returned.',
  ])('%s', (text) => expect(leaves(text)).toBe(true));

  it.each([
    '没问题，已为您归还。',
    '没错，已归还。',
    '不用担心，归还成功。',
    '没问题归还成功。',
    '没错已归还。',
    '不是没有归还成功。',
    '没有归还成功是不可能的。',
    '毫无疑问已归还。',
    '已为您归还，对吗？',
    '已为您归还好吗？',
    '已归还，是吗？',
    '无论是否方便，已归还。',
    '是否方便已为您归还？',
    '已为您归还后，请放心。',
    '已归还后就没事了。',
    '这不是已归还了吗。',
    '如果没记错，已归还。',
    '还没有归还成功，不过现在已归还。',
    'Not only that, it has been returned.',
    'No worries, it has been returned.',
    'It has been returned, right?',
    'Why not? It has been returned.',
    'I never lie: it has been returned.',
    '没有\u200b归还成功。',
    '没有**归还**成功。',
  ])('but not: %s', (text) => expect(leaves(text)).toBe(false));
});

describe('a claim with grounds', () => {
  const returned = receiptOf();

  it('leaves for the target of the receipt, and for no other', () => {
    const grounds: Grounds = { receipts: [returned], instances: [] };
    expect(leaves('借阅 L200001 已为您归还。', grounds)).toBe(true);
    expect(leaves('借阅 l20-0001 已为您归还。', grounds)).toBe(true);
    expect(leaves('借阅 L200002 已为您归还。', grounds)).toBe(false);
    expect(leaves('借阅 Ｌ２００００２ 已为您归还。', grounds)).toBe(false);
    expect(leaves('Returned: it has been returned, L200002.', grounds)).toBe(false);
    expect(leaves('It has been returned: L 200002.', grounds)).toBe(false);
    expect(leaves('L200001 和 L200002 已归还。', grounds)).toBe(false);
  });

  it('leaves for several targets when each has its own', () => {
    const both = [returned, receiptOf({ id: 'op_2', arguments: { loan_id: 'L200002' } })];
    expect(leaves('L200001 和 L200002 已归还。', { receipts: both, instances: [] })).toBe(true);
  });

  it('is about what the customer named, where it names nothing itself', () => {
    const grounds: Grounds = { receipts: [returned], instances: [] };
    expect(leaves('已为您归还。', { ...grounds, input: '还书 L200001' })).toBe(true);
    expect(leaves('已为您归还。', { ...grounds, input: '还书 L200002' })).toBe(false);
  });

  it('is about what was done last, where nobody names anything', () => {
    const failed = receiptOf({ id: 'op_2', outcome: 'failed', arguments: { loan_id: 'L200002' } });
    expect(leaves('已为您归还。', { receipts: [returned], instances: [] })).toBe(true);
    expect(leaves('已为您归还。', { receipts: [returned, failed], instances: [] })).toBe(false);
    expect(leaves('已为您归还。', { receipts: [returned], instances: [instanceOf('L200002', 'open')] })).toBe(false);
    expect(leaves('已为您归还。', { receipts: [returned], instances: [], open: new Set(['loan:return']) })).toBe(false);
    expect(leaves('L200001 已归还。', { receipts: [returned], instances: [], open: new Set(['loan:return']) })).toBe(
      true,
    );
  });

  it.each(['failed', 'unknown'] as const)('does not leave for a write that is %s', (outcome) => {
    expect(leaves('L200001 已归还。', { receipts: [receiptOf({ outcome })], instances: [] })).toBe(false);
  });

  it('leaves with the fact that the claim names, of the instance it is about', () => {
    const instances = [instanceOf('L200001', 'returned'), instanceOf('L200002', 'open')];
    expect(leaves('L200001 已归还。', { receipts: [], instances })).toBe(true);
    expect(leaves('L200002 已归还。', { receipts: [], instances })).toBe(false);
    expect(leaves('已归还。', { receipts: [], instances })).toBe(false);
    expect(leaves('已归还。', { receipts: [], instances: [...instances].reverse() })).toBe(true);
  });

  it('is not the receipt of a read or of another capability', () => {
    const read = receiptOf({ effect: 'read' });
    const other = receiptOf({ capability: 'note:leave' });
    expect(leaves('L200001 已归还。', { receipts: [read, other], instances: [] })).toBe(false);
  });
});

describe('what a policy never lets be said', () => {
  it.each([
    '保证明天到馆。',
    '保证\n到馆',
    '保**证**到\u200b馆',
    '保證明天到館。',
    'We guarantee that it arrives.',
    '您能保证到馆吗？',
    '我不保证到馆。',
  ])('%j does not leave', (text) =>
    expect(checkReply(text, release, NOTHING)).toMatchObject({ sentences: [], withheld: [{ check: 'never_say' }] }),
  );
});

describe('only what is at fault is held back', () => {
  it('one sentence of several', () => {
    const checked = checkReply('您好。已为您归还。还有什么可以帮您？', release, NOTHING);
    expect(checked.sentences.join('')).toBe('您好。还有什么可以帮您？');
    expect(checked.withheld).toMatchObject([{ text: '已为您归还。', check: 'claim' }]);
  });

  it('of what is said across sentences, the fewest that say it', () => {
    const checked = checkReply('您好。书已为您。归还了。还有吗？', release, NOTHING);
    expect(checked.sentences.join('')).toBe('您好。还有吗？');
    expect(checked.withheld).toMatchObject([{ text: '书已为您。归还了。', check: 'claim' }]);
  });

  it('nothing of an ordinary answer', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '您好！',
            '这笔借阅还在借。',
            '应还日期是 2026-04-01。\n',
            '- 馆内开放到 21:00；',
            'See you. ',
            '要归还吗？',
          ),
        ),
        (sentences) => leaves(sentences.join('')),
      ),
    );
  });

  it('every sentence is left or withheld, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const { sentences, withheld } = checkReply(text, release, NOTHING);
        const kept = [...sentences, ...withheld.map((each) => each.text)].join('');
        expect([...kept].sort()).toEqual([...text].sort());
      }),
    );
  });
});

it('a pattern that cannot be evaluated holds everything back', () => {
  const contract = release.contracts['loan:return'];
  const broken = {
    ...release,
    contracts: { 'loan:return': { ...contract, contract: { ...contract?.contract, claims: [{ pattern: '(?=a)' }] } } },
  } as unknown as typeof release;
  expect(checkReply('您好。', broken, NOTHING)).toMatchObject({ sentences: [], withheld: [{ check: 'claim' }] });
});

it('a pattern written in traditional characters finds both scripts', () => {
  const traditional = deskRelease((files) =>
    replaceIn(files, 'assets/library.yaml', '保证.{0,6}到馆', '保證.{0,6}到館'),
  ).release;
  for (const text of ['保證到館', '保证到馆']) expect(checkReply(text, traditional, NOTHING).sentences).toEqual([]);
});
