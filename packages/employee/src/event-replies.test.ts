import { describe, expect, it } from 'vitest';
import { Died, deskRelease, openBench, replaceIn } from './testing/index.ts';

const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };

/** A desk whose reply asset answers events. */
function answering(more: string, edit: (files: Record<string, string>) => void = () => undefined) {
  return deskRelease((files) => {
    replaceIn(
      files,
      'assets/library.yaml',
      'id: house_replies\nversion: 1.0.0\n',
      `id: house_replies\nversion: 1.0.0\n${more}`,
    );
    edit(files);
  });
}

const TEMPLATE =
  "hard_templates: { loan.returned: { zh: '请记得带走 {{ event.loan_id }} 的收据。', en: 'Please take the slip of {{ event.loan_id }}.' } }\n";

/** What is found out later by a read-back names nothing. */
const PLAIN = 'hard_templates: { loan.returned: { zh: 请记得带走收据。 } }\n';

describe('an event with a hard template', () => {
  it('is answered with it word for word, in a message of its own', async () => {
    const bench = await openBench({ release: answering(TEMPLATE), script: [RETURN] });
    await bench.say('我要还书 L200001');
    expect(
      (await bench.say('确认')).map(({ kind, parts }) => [kind, parts.map((part) => [part.kind, part.text])]),
    ).toEqual([
      ['reply', [['fixed', '已为您登记归还 L200001。']]],
      ['reply', [['template', '请记得带走 L200001 的收据。']]],
    ]);
  });

  it('speaks the language of the contact’s last message', async () => {
    const bench = await openBench({ release: answering(TEMPLATE), script: [RETURN] });
    await bench.say('I want to return L200001');
    expect((await bench.say('confirm')).at(-1)?.text).toBe('Please take the slip of L200001.');
  });

  it('is answered once when it was raised, whichever commit the process dies at', async () => {
    for (let dieBefore = 1; dieBefore <= 8; dieBefore++) {
      const bench = await openBench({ release: answering(PLAIN), script: [RETURN] });
      await bench.say('我要还书 L200001');
      const isDead = await bench.say('确认', { dieBefore }).then(
        () => false,
        (error) => error instanceof Died,
      );
      bench.clock.advance(120_000);
      await bench.claimTimers();
      await bench.work();
      const sent = (await bench.store.outbox(bench.conversation)).filter(({ data }) =>
        String(data.text).includes('收据'),
      );
      const raised = (await bench.entries()).filter(({ data }) => data.event === 'loan.returned');
      expect(sent, `died before commit ${dieBefore}`).toHaveLength(raised.length);
      if (!isDead) return;
    }
    throw new Error('The item has more commits than were tried.');
  });

  it('leaves a notice the last thing that is sent', async () => {
    const ready = answering('hard_templates: { sys_operation_succeeded: { zh: 已登记在册。 } }\n');
    const both = { calls: [{ name: 'note__leave', input: { text: '请留意' } }, ...RETURN.calls] };
    const bench = await openBench({ release: ready, script: [both] });
    const sent = await bench.say('请留言：请留意。我要还书 L200001');
    expect(sent.at(-1)?.kind).toBe('notice');
  });

  it('is answered with the reply that the business names, where it names one', async () => {
    const ready = answering(TEMPLATE, (files) => {
      replaceIn(files, 'assets/library.yaml', 'replies:\n', 'replies:\n  slip: { text: { zh: 收据在出口领取。 } }\n');
      replaceIn(
        files,
        'assets/library.yaml',
        '{ reply: greeting } }',
        '{ reply: greeting }, loan.returned: { reply: slip } }',
      );
    });
    const bench = await openBench({ release: ready, script: [RETURN] });
    await bench.say('我要还书 L200001');
    expect((await bench.say('确认')).map(({ text }) => text)).toEqual(['已为您登记归还 L200001。', '收据在出口领取。']);
  });

  it('is told to the operator where it cannot be written, and the rest is still sent', async () => {
    const ready = answering("hard_templates: { loan.returned: { zh: '{{ event.nothing }}' } }\n");
    const bench = await openBench({ release: ready, script: [RETURN] });
    await bench.say('我要还书 L200001');
    expect((await bench.say('确认')).map(({ text }) => text)).toEqual(['已为您登记归还 L200001。']);
    expect(bench.problems.map(String)).toEqual([expect.stringContaining('loan.returned')]);
  });
});
