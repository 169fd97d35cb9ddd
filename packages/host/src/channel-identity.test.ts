import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { channelIdentity } from './channel-identity.ts';
import { readWorkspaceConfig } from './workspace-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-channels-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (identity: string) => {
  writeFileSync(join(folder, 'rolecall.yaml'), `name: shop\nchannels:\n  widget:\n    identity: ${identity}\n`);
  return readWorkspaceConfig(folder);
};
const credentials = { resolve: async (name: string) => (name === 'widget_key' ? 'the secret' : undefined) };

test('a channel takes tokens under the key that its credential holds', async () => {
  const { config, findings } = read('{ algorithm: HS256, key: widget_key, max_lifetime: 1h }');
  expect(findings).toEqual([]);
  expect(await channelIdentity('widget', config, credentials)).toEqual({
    algorithm: 'HS256',
    key: 'the secret',
    audience: 'rolecall',
    maxLifetimeMs: 3_600_000,
  });
  expect(await channelIdentity('constructor', config, credentials)).toBeUndefined();
});

test('a credential that is not set gives no key, and no token is taken then', async () => {
  const { config } = read('{ algorithm: EdDSA, key: app_key, audience: shop }');
  expect(await channelIdentity('widget', config, credentials)).toMatchObject({ key: undefined, audience: 'shop' });
});

test.each([
  ['{ algorithm: none, key: widget_key }', 'channels.widget.identity.algorithm'],
  ['{ algorithm: RS256, key: widget_key }', 'channels.widget.identity.algorithm'],
  ["{ algorithm: HS256, key: 'A secret in the file' }", 'channels.widget.identity.key'],
  ['{ algorithm: HS256, key: widget_key, max_lifetime: long }', 'channels.widget.identity'],
])('%s is no identity, and the channel takes no tokens', async (identity, path) => {
  const { config, findings } = read(identity);
  expect(findings).toMatchObject([{ code: 'workspace_config_invalid', path }]);
  expect(await channelIdentity('widget', config, credentials)).toBeUndefined();
});
