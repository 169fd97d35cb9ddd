import { describe, expect, it } from 'vitest';
import {
  type DeskFiles,
  Died,
  deskRelease,
  type EmployeeBench,
  openBench,
  replaceIn,
  type WorkOptions,
} from '../testing/index.ts';

const RECALLED = `---
kind: event_definition
id: loan.recalled
version: 1.0.0
emitted_by: outside
payload:
  type: object
  required: [loan_id]
  properties: { loan_id: { type: string }, state: { type: string } }
`;

/** A desk whose task waits for events. */
function waiting(subscribes: string, more: (files: Record<string, string>) => void = () => undefined) {
  return deskRelease((files: Record<string, string> & DeskFiles) => {
    files['assets/events.yaml'] = RECALLED.replace('---\n', '');
    replaceIn(
      files,
      'assets/tasks/loan-desk.yaml',
      'emits: [loan.returned]',
      `emits: [loan.returned], subscribes: ${subscribes}`,
    );
    replaceIn(files, 'assets/library.yaml', 'replies:\n', "replies:\n  recalled: { text: '这本书被召回了。' }\n");
    more(files);
  });
}

const FACTS = 'facts: { loan_id: event.loan_id, loan_state: event.state }';

async function raise(bench: EmployeeBench, payload: object, options?: WorkOptions) {
  await bench.accept('event', { event: 'loan.recalled', payload: { ...payload }, source: 'catalogue' });
  return bench.work(options);
}

const ran = async (bench: EmployeeBench) =>
  (await bench.entries()).filter(({ kind }) => kind === 'employee.subscription_ran').map(({ data }) => data);

describe('a subscription', () => {
  it('starts a task for its subject, writes facts with their source, and sends a reply', async () => {
    const release = waiting(`[{ event: loan.recalled, start: true, ${FACTS}, reply: recalled }]`);
    const bench = await openBench({ release });
    const sent = await raise(bench, { loan_id: 'L200001', state: 'open' });

    expect(sent.map(({ text }) => text).join('')).toContain('这本书被召回了。');
    const { instances } = await bench.state();
    expect(instances).toMatchObject([{ task: 'loan_desk', subject: 'L200001', stage: 'open', terminal: false }]);
    expect(instances[0]?.facts.loan_state).toMatchObject({
      value: 'open',
      from: expect.stringMatching(/^event:inbox:in_/),
    });
    expect(await ran(bench)).toMatchObject([{ event: 'loan.recalled', task: 'loan_desk', index: 0, outcome: 'done' }]);
  });

  it('by its name alone starts the task, with the payload as the arguments of its subject', async () => {
    const bench = await openBench({ release: waiting('[loan.recalled]') });
    await raise(bench, { loan_id: 'L200002' });
    await raise(bench, { loan_id: 'L200002' });
    expect((await bench.state()).instances).toMatchObject([{ subject: 'L200002', facts: {} }]);
  });

  it('without start writes into an open instance and opens none; facts move the stage on', async () => {
    const bench = await openBench({ release: waiting(`[{ event: loan.recalled, ${FACTS} }]`) });
    await raise(bench, { loan_id: 'L200001', state: 'returned' });
    expect((await ran(bench)).map(({ outcome }) => outcome)).toEqual(['no_instance']);
    expect((await bench.state()).instances).toEqual([]);

    const open = await openBench({
      release: waiting(`[loan.recalled, { event: loan.recalled, when: event.state == 'returned', ${FACTS} }]`),
    });
    await raise(open, { loan_id: 'L200001', state: 'open' });
    await raise(open, { loan_id: 'L200001', state: 'returned' });
    expect((await open.state()).instances).toMatchObject([{ stage: 'done', terminal: true }]);
    expect((await ran(open)).map(({ outcome }) => outcome)).toEqual(['done', 'not_met', 'done', 'done']);
  });

  it('whose condition or value cannot be evaluated, or does not fit its fact, does nothing and is told', async () => {
    const subscribes = `[{ event: loan.recalled, when: event.nothing == 'x', start: true }, { event: loan.recalled, start: true, facts: { loan_state: event.state } }, { event: loan.recalled, start: true, subject: event.nothing }]`;
    const bench = await openBench({ release: waiting(subscribes) });
    await raise(bench, { loan_id: 'L200001', state: 'burnt' });

    expect((await bench.state()).instances).toEqual([]);
    expect((await ran(bench)).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
    expect(bench.problems).toHaveLength(3);
  });

  it('of a contract’s own event runs once, whichever commit the process dies at', async () => {
    const script = [{ calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] }];
    for (let dieBefore = 1; dieBefore <= 8; dieBefore++) {
      const release = waiting(
        '[{ event: loan.returned, reply: recalled }, { event: sys_operation_succeeded, reply: recalled }]',
      );
      const bench = await openBench({ release, script });
      await bench.say('我要还书 L200001');
      const isDead = await bench.say('确认', { dieBefore }).then(
        () => false,
        (error) => error instanceof Died,
      );
      bench.clock.advance(120_000);
      await bench.claimTimers();
      await bench.work();
      const raised = (await bench.entries()).filter(
        ({ kind, data }) => kind === 'employee.event_raised' && /loan.returned|succeeded/.test(String(data.event)),
      );
      const sent = (await bench.store.outbox(bench.conversation)).filter(({ data }) => /召回/.test(String(data.text)));
      expect(sent, `died before commit ${dieBefore}`).toHaveLength(raised.length);
      expect(await ran(bench)).toHaveLength(raised.length);
      if (!isDead) return;
    }
    throw new Error('the round never came to its end');
  });

  it('of an event from outside runs once, whichever commit the process dies at', async () => {
    for (let dieBefore = 1; dieBefore <= 3; dieBefore++) {
      const bench = await openBench({
        release: waiting(`[{ event: loan.recalled, start: true, ${FACTS}, reply: recalled }]`),
      });
      await raise(bench, { loan_id: 'L200001', state: 'open' }, { dieBefore }).catch((error) => {
        if (!(error instanceof Died)) throw error;
      });
      bench.clock.advance(120_000);
      await bench.work();
      expect(await bench.store.outbox(bench.conversation)).toHaveLength(1);
      expect(await ran(bench)).toHaveLength(1);
      expect((await bench.state()).instances).toHaveLength(1);
    }
  });

  it('to a message has its task open before the model is asked', async () => {
    let prompt = '';
    const release = waiting('[{ event: sys_message_received, start: true, subject: "conversation.id" }]');
    const bench = await openBench({
      release,
      script: [
        (request) => {
          prompt = JSON.stringify(request);
          return { text: '您好。' };
        },
      ],
    });
    await bench.say('你好');
    const entries = (await bench.entries()).map(({ kind }) => kind);
    expect(entries.indexOf('employee.task_opened')).toBeLessThan(entries.indexOf('employee.replied'));
    expect(prompt).toContain('loan_desk');
    expect((await ran(bench)).map(({ outcome }) => outcome)).toEqual(['done']);
  });

  it('to the first sight of a contact runs beside the greeting', async () => {
    const bench = await openBench({
      release: waiting('[{ event: sys_first_seen_contact, reply: recalled }]'),
    });
    await bench.accept('opened');
    const sent = await bench.work();
    expect(sent.map(({ kind }) => kind)).toEqual(['greeting', 'reply']);
    await bench.accept('opened');
    expect(await bench.work()).toEqual([]);
  });
});

describe('an event from outside', () => {
  it('that nobody waits for ends so, and is on record', async () => {
    const bench = await openBench({ release: waiting('[]') });
    expect(await raise(bench, { loan_id: 'L200001' })).toEqual([]);
    const entries = await bench.entries();
    expect(entries.find(({ kind }) => kind === 'employee.event_received')?.data).toMatchObject({
      event: 'loan.recalled',
      payload: { loan_id: 'L200001' },
      source: 'catalogue',
    });
    expect(entries.at(-1)?.data).toMatchObject({ end: 'event_unheard' });
  });

  it('is answered with the hard template that the business has for it', async () => {
    const bench = await openBench({
      release: waiting('[]', (files) =>
        replaceIn(
          files,
          'assets/library.yaml',
          'id: house_replies\nversion: 1.0.0\n',
          "id: house_replies\nversion: 1.0.0\nhard_templates: { loan.recalled: { zh: '请归还 {{ event.loan_id }}。' } }\n",
        ),
      ),
    });
    expect((await raise(bench, { loan_id: 'L200001' })).at(-1)?.text).toContain('请归还 L200001。');
  });
});
