import { partWords } from '@rolecall/gate/record-words';
import { expect, test } from 'vitest';
import { bindingOf, type OpenResources, openResources, stdioServer } from '../test/open-resources.ts';
import { remoteServer } from '../test/remote-server.ts';

/** A sentence that is not English with a few signs changed. */
const CHINESE = /\p{Script=Han}{2}/u;

function reasonsOf(world: OpenResources, server: string) {
  const state = world.resources.states().find((known) => known.server === server);
  return { en: state?.reason ?? '', zh: state?.zh?.reason ?? '' };
}

function expectBoth({ en, zh }: { readonly en: string; readonly zh: string }, part: string): void {
  expect(en).toContain(part);
  expect(en).not.toMatch(CHINESE);
  expect(zh).toMatch(CHINESE);
}

test('why a server cannot be had is told in both languages, with its own words and without a secret', async () => {
  await using world = openResources({ flags: ['--crashes'] });
  const look = () => world.resources.inspect('thing:do', bindingOf('echo'));
  await look();
  const first = reasonsOf(world, 'hostile');
  expectBoth(first, 'could not be started');
  expect(first.zh).toContain('[redacted:canary]');
  await look();
  const error = await world.resources.listTools('hostile').catch((thrown: unknown) => thrown);
  const { message, zh } = error as { readonly message: string; readonly zh: { readonly message: string } };
  expectBoth({ en: message, zh: zh.message }, 'is not tried again for');
  expect(zh.message).not.toMatch(/The server|is not tried/);
});

test('a credential that is missing, or whose source fails, is told of in both languages', async () => {
  await using none = openResources({ environment: {} });
  await none.resources.inspect('thing:do', bindingOf('echo'));
  expectBoth(reasonsOf(none, 'hostile'), 'No credential "canary" was found.');
  const sources = [{ from: 'command', argv: ['no-such-program'], timeoutMs: 1_000, refreshMs: 0 }] as const;
  await using failing = openResources({ environment: {}, sources });
  await failing.resources.inspect('thing:do', bindingOf('echo'));
  expectBoth(reasonsOf(failing, 'hostile'), 'could not be started (ENOENT)');
});

test('why a system cannot be used is recorded in English, and read in Chinese as it is told in Chinese', async () => {
  const lost = { ...stdioServer([]), command: 'no-such-command-anywhere' };
  await using crashing = openResources({ flags: ['--crashes'] });
  await using losing = openResources({ servers: { lost } });
  await using closed = openResources();
  await closed.resources.close();
  const look = (world: OpenResources, server: string) =>
    world.resources.inspect('thing:do', bindingOf('echo', { server }));
  const looks = [
    await look(crashing, 'hostile'),
    await look(crashing, 'hostile'),
    await look(losing, 'lost'),
    await look(losing, 'last'),
    await look(losing, 'elsewhere'),
    await losing.resources.inspect('human:follow-up', { platform: 'follow_up' }),
    await look(closed, 'hostile'),
  ];
  for (const { liveness, reason } of looks) {
    expect(liveness).toBe('down');
    const told = partWords({ what: 'system', detail: reason }, 'zh').detail ?? '';
    expect(told).toMatch(CHINESE);
    expect(told).not.toMatch(/The s|No server|tool of/);
  }
  for (const { en, zh } of [reasonsOf(crashing, 'hostile'), reasonsOf(losing, 'lost')]) {
    expect(partWords({ what: 'system', detail: en }, 'zh').detail).toBe(zh);
  }
});

test('what the log says of a server beside its own words is in both languages', async () => {
  await using server = await remoteServer();
  const binding = { server: 'remote', tool: 'echo' };
  await using world = openResources({ servers: { remote: { transport: 'http', url: server.url, headers: {} } } });
  await world.call('asks_roots');
  await world.call('', {}, { binding });
  server.forgetSessions();
  await world.call('', {}, { binding });
  const said = world.log.map((line, index) => ({ en: line, zh: world.logZh[index] ?? '' }));
  const ours = said.filter(({ en }) => / The server (?:asked|no longer)/.test(en));
  expect(ours.length).toBeGreaterThan(0);
  for (const line of ours) expectBoth(line, 'The server');
});
