import { join } from 'node:path';
import type { StdioServerDeclaration } from '@rolecall/assets';
import { describe, expect, test, vi } from 'vitest';
import { bindingOf, openResources, stdioServer } from '../test/open-resources.ts';

describe('starting', () => {
  test('nothing starts before it is needed', async () => {
    await using world = openResources();
    expect(world.starts()).toEqual([]);
    await world.resources.inspect('thing:do', bindingOf('echo'));
    expect(world.starts()).toHaveLength(1);
  });

  test('many callers at once share one child', async () => {
    await using world = openResources();
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.call('pid')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect(world.starts()).toHaveLength(1);
  });

  test('a server that ends at the first question it does not know is greeted the older way', async () => {
    await using world = openResources({ flags: ['--dies-at-first-question'] });
    expect(await world.call('echo', { a: 1 })).toMatchObject({ structured: { given: { a: 1 } } });
    expect(world.starts()).toHaveLength(2);
  });

  test('a server that cannot be started is down, with what it complained of', async () => {
    await using world = openResources({ flags: ['--crashes'] });
    const state = await world.resources.inspect('thing:do', bindingOf('echo'));
    expect(state).toMatchObject({ credential: 'present', liveness: 'down' });
    expect(state.reason).toContain('Error: cannot open the database with [redacted:canary]');
  });

  test('a command that does not exist is down, and a call of it is not sent', async () => {
    const lost = { ...stdioServer([]), command: 'no-such-command-anywhere' };
    await using world = openResources({ servers: { lost } });
    const binding = bindingOf('echo', { server: 'lost' });
    expect(await world.resources.inspect('thing:do', binding)).toMatchObject({
      liveness: 'down',
      reason: expect.stringContaining('ENOENT'),
    });
    expect(await world.call('echo', {}, { binding })).toMatchObject({ status: 'not_sent' });
  });

  test('a server that says nothing at all is down once the time for starting has passed', async () => {
    await using world = openResources({ flags: ['--mute'], limits: { startTimeoutMs: 300, probeTimeoutMs: 200 } });
    const state = await world.resources.inspect('thing:do', bindingOf('echo'));
    expect(state).toMatchObject({ liveness: 'down', reason: expect.stringContaining('timed out') });
  });

  test('a server that nobody declared is down, with the name that was meant', async () => {
    await using world = openResources();
    const state = await world.resources.inspect('thing:do', bindingOf('echo', { server: 'hostil' }));
    expect(state).toMatchObject({ liveness: 'down', reason: expect.stringContaining('"hostile"') });
  });

  test('a platform tool is not for this port', async () => {
    await using world = openResources();
    const binding = { platform: 'follow_up' };
    expect(await world.resources.inspect('human:follow-up', binding)).toMatchObject({ liveness: 'down' });
    expect(await world.call('', {}, { binding })).toMatchObject({ status: 'not_sent' });
  });
});

describe('the child', () => {
  test('sees what its declaration names, a search path, and nothing else', async () => {
    await using world = openResources();
    const answer = await world.call('environment');
    expect(answer).toMatchObject({ structured: { variables: ['PATH', 'SECRET', 'STARTS'] } });
  });

  test('runs in the workspace, on the Node that runs us', async () => {
    await using world = openResources();
    const answer = await world.call('folder');
    expect(answer).toMatchObject({ structured: { folder: world.folder, node: process.execPath } });
  });

  test('ends with the port', async () => {
    const world = openResources();
    await world.call('pid');
    const [pid] = world.starts();
    await world[Symbol.asyncDispose]();
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
  });

  test('is not started again after the port was closed', async () => {
    const world = openResources();
    await world.call('pid');
    await world.resources.close();
    expect(await world.call('pid')).toEqual({ status: 'not_sent', reason: 'The systems were closed.' });
    expect(world.starts()).toHaveLength(1);
    await world[Symbol.asyncDispose]();
  });

  test('is started anew with an exchanged secret, without anybody closing anything', async () => {
    const environment: Record<string, string> = { ROLECALL_CREDENTIAL_CANARY: 'the-secret-so-far' };
    await using world = openResources({ environment });
    await world.call('pid');
    environment.ROLECALL_CREDENTIAL_CANARY = 'another-secret-from-now-on';
    await world.call('pid');
    expect(world.starts()).toHaveLength(2);
  });
});

describe('what is known after a call', () => {
  test('a server that dies during a call has lost the connection, and lives again at the next call', async () => {
    await using world = openResources();
    expect(await world.call('die')).toEqual({ status: 'no_answer', reason: 'connection_lost' });
    expect(await world.call('echo')).toMatchObject({ status: 'answered' });
    expect(world.starts()).toHaveLength(2);
  });

  test('a server that died between calls is started again without anybody noticing', async () => {
    await using world = openResources();
    await world.call('pid');
    process.kill(world.starts()[0] ?? 0, 'SIGKILL');
    await vi.waitFor(async () => expect(await world.call('pid')).toMatchObject({ status: 'answered' }), 20_000);
    expect(world.starts()).toHaveLength(2);
  });

  test('no answer in time is timed_out, and the server is kept while it answers others', async () => {
    await using world = openResources();
    expect(await world.call('silent', {}, { timeoutMs: 50 })).toEqual({ status: 'no_answer', reason: 'timed_out' });
    expect(await world.call('pid')).toMatchObject({ structured: { pid: world.starts()[0] } });
    expect(world.starts()).toHaveLength(1);
  });

  test('a server that answers nothing any more is ended and started again', async () => {
    await using world = openResources({ limits: { listTimeoutMs: 200 } });
    expect(await world.call('stuck', {}, { timeoutMs: 50 })).toEqual({ status: 'no_answer', reason: 'timed_out' });
    expect(await world.call('echo')).toMatchObject({ status: 'answered' });
    expect(world.starts()).toHaveLength(2);
  });

  test('a binding may shorten the time of a call', async () => {
    await using world = openResources();
    const answer = await world.call('silent', {}, { binding: bindingOf('silent', { timeout: '50ms' }) });
    expect(answer).toEqual({ status: 'no_answer', reason: 'timed_out' });
  });

  test('a call that its caller gives up is cancelled, which is no time-out', async () => {
    await using world = openResources();
    await world.call('pid');
    const given = new AbortController();
    const call = world.call('silent', {}, { signal: given.signal });
    setImmediate(() => given.abort());
    expect(await call).toEqual({ status: 'no_answer', reason: 'cancelled' });
  });

  test('a call that was given up before it left is not sent', async () => {
    await using world = openResources();
    const answer = await world.call('echo', {}, { signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ status: 'not_sent' });
  });

  test('a call that is given up while the server starts is not sent', async () => {
    await using world = openResources({ flags: ['--mute'], limits: { startTimeoutMs: 1_000, probeTimeoutMs: 1_000 } });
    const given = new AbortController();
    const call = world.call('echo', {}, { signal: given.signal });
    await vi.waitFor(() => expect(world.starts()).toHaveLength(1), { timeout: 10_000 });
    given.abort();
    expect(await call).toMatchObject({ status: 'not_sent', reason: expect.stringContaining('cancelled') });
  });

  test.each([
    ['2026-01-01T00:00:09.999Z', 'not_sent'],
    ['2026-01-01T00:00:10.000Z', 'answered'],
    ['whenever', 'not_sent'],
  ])('at 00:00:10 a call with send_by %s is %s', async (sendBy, status) => {
    await using world = openResources({ clock: { now: () => Date.parse('2026-01-01T00:00:10.000Z') } });
    expect(await world.call('echo', {}, { sendBy })).toMatchObject({ status });
  });

  test('send_by is looked at after a slow start, not before', async () => {
    let now = 0;
    await using world = openResources({ clock: { now: () => now } });
    const call = world.call('echo', {}, { sendBy: new Date(1_000).toISOString() });
    now = 1_001;
    expect(await call).toMatchObject({ status: 'not_sent', reason: expect.stringContaining('has passed') });
    expect(world.starts()).toHaveLength(1);
  });
});

describe('answers', () => {
  test('garbage on the standard output is logged and does no harm', async () => {
    await using world = openResources();
    expect(await world.call('garbage')).toMatchObject({ status: 'answered', structured: { fine: true } });
    expect(world.log.some((line) => line.startsWith('hostile: '))).toBe(true);
  });

  test('halves of characters and zeros arrive as signs that any store can keep', async () => {
    await using world = openResources();
    expect(await world.call('halves')).toMatchObject({ text: 'half \ufffd', structured: { name: '\ufffd\ufffd' } });
  });

  test('of two answers to one call the first counts and the second is logged', async () => {
    await using world = openResources();
    expect(await world.call('twice')).toMatchObject({ structured: { answer: 'first' } });
    await vi.waitFor(() => expect(world.log.join('\n')).toContain('unknown message ID'), { timeout: 10_000 });
  });

  test.each(['wrong_types', 'no_result', 'internal_error', 'misfit'])(
    'after %s nothing can be said of what the tool did',
    async (tool) => {
      await using world = openResources();
      const answer = await world.call(tool);
      expect(answer).toEqual({ status: 'answered', text: expect.any(String), isError: false });
    },
  );

  test.each(['invalid_params', 'failure'])('%s is an error of the tool', async (tool) => {
    await using world = openResources();
    expect(await world.call(tool)).toMatchObject({ status: 'answered', isError: true });
  });

  test('a large answer is taken whole and said to be large', async () => {
    await using world = openResources();
    const answer = await world.call('large', { bytes: 2_000_000 });
    expect(answer).toMatchObject({ structured: { status: 'done' }, largeBytes: 2_000_000 });
    expect((answer as { text: string }).text).toHaveLength(2_000_000);
    expect(await world.call('large', { bytes: 900_000 })).not.toHaveProperty('largeBytes');
  });

  test('an answer over the limit is refused, at what its declaration says', async () => {
    const small: StdioServerDeclaration = {
      ...stdioServer([join(import.meta.dirname, '../test/hostile-server.ts')]),
      answer_bytes: 65_536,
    };
    await using world = openResources({ servers: { small } });
    const refused = { status: 'too_large', limitBytes: 4 * 1024 * 1024 };
    expect(await world.call('large', { bytes: 5_000_000 })).toEqual(refused);
    expect(await world.call('echo', { text: 'x'.repeat(4_200_000) })).toEqual(refused);
    const binding = bindingOf('large', { server: 'small' });
    expect(await world.call('', { bytes: 70_000 }, { binding })).toEqual({ status: 'too_large', limitBytes: 65_536 });
    expect(await world.call('', { bytes: 60_000 }, { binding })).toMatchObject({ status: 'answered' });
  });

  test('an answer of 50 MB ends the connection and is refused as too large, and the next call works', async () => {
    await using world = openResources();
    expect(await world.call('large', { bytes: 50_000_000 })).toMatchObject({ status: 'too_large' });
    expect(await world.call('echo')).toMatchObject({ status: 'answered' });
    // Whose answer it was is known only while no other is awaited.
    const others = world.call('silent', {}, { timeoutMs: 20_000 });
    expect(await world.call('large', { bytes: 50_000_000 })).toMatchObject({ reason: 'connection_lost' });
    expect(await others).toMatchObject({ reason: 'connection_lost' });
  });

  test('a binding renames, omits, adds constants and the id of the request', async () => {
    await using world = openResources();
    const binding = bindingOf('echo', {
      rename: { order_id: 'id' },
      omit: ['contact'],
      constants: { channel: 'chat', dry_run: false },
      request_id_argument: 'request_id',
    });
    const answer = await world.call('echo', { order_id: 'A1', contact: 'c_1', reason: '不想要了' }, { binding });
    expect(answer).toMatchObject({
      structured: { given: { id: 'A1', reason: '不想要了', channel: 'chat', dry_run: false, request_id: 'op_1' } },
    });
  });

  test('a binding that gives one argument two values sends nothing', async () => {
    await using world = openResources();
    const binding = bindingOf('echo', { constants: { order_id: 'B2' } });
    const answer = await world.call('echo', { order_id: 'A1' }, { binding });
    expect(answer).toMatchObject({ status: 'not_sent', reason: expect.stringContaining('"order_id"') });
    expect(world.starts()).toEqual([]);
  });
});
