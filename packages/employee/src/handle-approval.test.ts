import { waitingApprovalsOf } from '@rolecall/gate';
import { describe, expect, it } from 'vitest';
import { Died, deskRelease, openBench, replaceIn, textOf } from './testing/index.ts';

const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };
const approved = deskRelease((files) =>
  replaceIn(
    files,
    'assets/capabilities/loan-return.yaml',
    'confirmation:\n  by: customer',
    'approval: { by: operator, expires_in: 2h }\nconfirmation:\n  by: customer',
  ),
);

/** The customer has said yes, and the request is before the operator. */
async function requested() {
  const bench = await openBench({ release: approved, script: [RETURN, '还在等批准。'] });
  await bench.say('我要还书 L200001');
  const told = textOf(await bench.say('确认'));
  const [request] = await waitingApprovalsOf(bench.store);
  if (!request) throw new Error(told);
  const decide = async (verdict: string, more: object = {}) => {
    await bench.accept('approval', { operation: request.operation, verdict, person: 'desk-7', ...more });
    return bench.work();
  };
  return { bench, told, request, decide };
}

const TOLD = '「登记还书」需要我的同事批准后才能执行，目前没有执行。我已经转交，有了结果会告诉您。';

describe('a write that a colleague has to approve', () => {
  it('is passed on after the customer’s yes, and the customer is told', async () => {
    const { bench, told } = await requested();
    expect(told).toBe(TOLD);
    expect(bench.system.effects.size).toBe(0);
  });

  it('is done when it is approved, and told without being asked', async () => {
    const { bench, decide } = await requested();
    expect(textOf(await decide('approve'))).toBe('已为您登记归还 L200001。');
    expect(await decide('approve')).toEqual([]);
    expect([...bench.system.effects.values()]).toEqual([1]);
    expect(await bench.different()).toEqual([]);
  });

  it('is not done when it is refused, and the reason stays inside', async () => {
    const { bench, decide } = await requested();
    const text = textOf(await decide('refuse', { reason: 'looks like a fraud' }));
    expect(text).toBe('「登记还书」没有得到我同事的批准，没有执行。');
    expect(bench.system.effects.size).toBe(0);
    expect(await waitingApprovalsOf(bench.store)).toEqual([]);
  });

  it('ends when nobody approves it in time, and the customer hears so', async () => {
    const { bench, decide } = await requested();
    bench.clock.advance(2 * 3_600_000);
    expect(await bench.claimTimers()).toBe(1);
    expect(textOf(await bench.work())).toBe('「登记还书」在规定的时间内没有得到批准，没有执行。');
    expect(await decide('approve')).toEqual([]);
    expect(bench.system.effects.size).toBe(0);
  });

  it('has no timer left once it is decided', async () => {
    const { bench, decide } = await requested();
    await decide('approve');
    bench.clock.advance(3 * 3_600_000);
    expect(await bench.claimTimers()).toBe(0);
  });

  it('is known to the model as something that waits', async () => {
    const { bench } = await requested();
    await bench.say('怎么样了？');
    expect(JSON.stringify(bench.model.calls.at(-1)?.prompt)).toContain('等待同事批准：登记还书（还没有执行）');
  });

  it.each([{ verdict: 'maybe' }, { person: '' }, { operation: 7 }, { operation: 'op_none' }])(
    'is not touched by an incomplete or foreign word: %j',
    async (wrong) => {
      const { bench, decide } = await requested();
      expect(await decide('approve', wrong)).toEqual([]);
      expect(bench.system.effects.size).toBe(0);
      expect(await waitingApprovalsOf(bench.store)).toHaveLength(1);
    },
  );
});

describe('a process that dies over an approval', () => {
  it.each(['approve', 'refuse', 'expire', 'yes'] as const)('%s: is done at most once, and told', async (act) => {
    for (let dieBefore = 1; dieBefore < 10; dieBefore++) {
      const bench = await openBench({ release: approved, script: () => RETURN });
      await bench.say('我要还书 L200001');
      if (act !== 'yes') await bench.say('确认');
      const [request] = await waitingApprovalsOf(bench.store);
      if (act === 'yes') await bench.accept('message', { text: '确认' });
      else if (act === 'expire') {
        bench.clock.advance(2 * 3_600_000);
        await bench.claimTimers();
      } else await bench.accept('approval', { operation: request!.operation, verdict: act, person: 'desk-7' });
      const { length } = await bench.entries();
      const hasDied = await bench.work({ dieBefore }).then(
        () => false,
        (error: unknown) => error instanceof Died,
      );
      await bench.work();
      const text = (await bench.entries())
        .slice(length)
        .flatMap(({ kind, data }) => (kind === 'employee.replied' ? [String(data.text)] : []))
        .join('');
      const says = {
        approve: /已为您登记归还 L200001|已经成功|还不知道有没有成功/,
        refuse: /^「登记还书」没有得到我同事的批准，没有执行。$/,
        expire: /^「登记还书」在规定的时间内没有得到批准，没有执行。$/,
        yes: new RegExp(`^${TOLD}$`),
      };
      expect(text).toMatch(says[act]);
      expect(bench.system.effects.size).toBeLessThanOrEqual(act === 'approve' ? 1 : 0);
      expect(await bench.different()).toEqual([]);
      if (!hasDied) break;
    }
  });
});
