import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { bindingOf, CANARY, type OpenResources, openResources } from '../test/open-resources.ts';

/** The secret as it is, inside JSON, as base64 and in a URL. */
const SHAPES = [
  CANARY,
  JSON.stringify(CANARY).slice(1, -1),
  Buffer.from(CANARY).toString('base64'),
  encodeURIComponent(CANARY),
];

function expectClean(...seen: unknown[]): void {
  const text = seen.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');
  for (const shape of SHAPES) {
    expect(text).not.toContain(shape);
    expect(text).not.toContain(JSON.stringify(shape).slice(1, -1));
  }
}

describe('a credential that a server gives back', () => {
  test.each(['leak', 'leak_text', 'leak_failure', 'leak_garbage'])(
    'by %s is in no answer and no log line',
    async (tool) => {
      await using world = openResources();
      const answer = await world.call(tool);
      expect(answer.status).toBe('answered');
      if (tool === 'leak') await vi.waitFor(() => expect(world.log.join('\n')).toContain('token=[redacted:canary]'));
      if (tool === 'leak_garbage')
        expect(world.log).toEqual(['hostile: Received a response for an unknown message ID.']);
      else expect(JSON.stringify(answer)).toContain('[redacted:canary]');
      expectClean(answer, world.log);
    },
  );

  test('is in no reason for which a server did not start', async () => {
    await using world = openResources({ flags: ['--crashes'] });
    const state = await world.resources.inspect('thing:do', bindingOf('echo'));
    const answer = await world.call('echo');
    const error = await world.resources.listTools('hostile').catch((thrown: Error) => thrown);
    expect(state.reason).toContain('[redacted:canary]');
    expect(error).toMatchObject({ code: 'server_unavailable' });
    expectClean(state, answer, String(error), (error as Error).stack, world.log);
  });

  test('is in no file of the workspace', async () => {
    await using world = openResources();
    await world.resources.pinAll({ 'thing:do': bindingOf('leak') });
    await world.call('leak');
    expectClean(...readdirSync(world.folder).map((file) => readFileSync(join(world.folder, file), 'utf8')));
  });
});

describe('a credential that cannot be had', () => {
  test('is named, and nothing starts', async () => {
    await using world = openResources({ environment: {} });
    expect(await world.resources.inspect('thing:do', bindingOf('echo'))).toEqual({
      credential: 'missing',
      missing: 'canary',
      liveness: 'down',
      pinned: undefined,
      reason: 'No credential "canary" was found.',
    });
    expect(await world.call('echo')).toMatchObject({ status: 'not_sent' });
    expect(world.starts()).toEqual([]);
  });

  test('because its file is broken says so without quoting the file', async () => {
    await using world = openResources({ environment: {} });
    breakCredentials(world);
    const state = await world.resources.inspect('thing:do', bindingOf('echo'));
    expect(state).toMatchObject({ credential: 'missing', reason: expect.stringContaining('credentials_invalid') });
    expectClean(state);
  });

  test('is used as soon as it is there', async () => {
    await using world = openResources({ environment: {} });
    expect(await world.call('echo')).toMatchObject({ status: 'not_sent' });
    await world.credentials.ensureCredential('canary');
    expect(await world.call('echo')).toMatchObject({ status: 'answered' });
  });
});

function breakCredentials(world: OpenResources): void {
  mkdirSync(join(world.folder, '.rolecall'), { recursive: true });
  writeFileSync(join(world.folder, '.rolecall', 'credentials.json'), `{ "canary": ${JSON.stringify(CANARY)} oops }`, {
    mode: 0o600,
  });
}
