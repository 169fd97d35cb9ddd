import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemKeyring } from './keyring.ts';

/** Keeps what it is given in a file, and its arguments in another, with the interface that each system's program has. */
const SECRET_TOOL = `#!/bin/sh
echo "$@" >> "$HOME/arguments"
case "$1" in
  store) cat > "$HOME/kept" ;;
  lookup) [ -f "$HOME/kept" ] || exit 1; cat "$HOME/kept" ;;
esac
`;
const SECURITY = `#!/bin/sh
echo "$@" >> "$HOME/arguments"
case "$1" in
  -i) read -r line; printf '%s' "$line" | sed 's/.* -w "\\(.*\\)"$/\\1/' > "$HOME/kept" ;;
  find-generic-password) [ -f "$HOME/kept" ] || exit 44; cat "$HOME/kept"; echo ;;
esac
`;
const NEW_KEY = 'n'.repeat(43);

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'keyring-'));
  vi.stubEnv('PATH', [home, process.env.PATH].join(delimiter));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

describe.skipIf(process.platform === 'win32')('the keyring', () => {
  test.each([
    ['linux', 'secret-tool', SECRET_TOOL],
    ['darwin', 'security', SECURITY],
  ] as const)('of %s keeps keys and is never given one as an argument', async (platform, program, script) => {
    writeFileSync(join(home, program), script);
    chmodSync(join(home, program), 0o700);
    const keyring = systemKeyring({ HOME: home }, platform);
    expect(await keyring.read('acme')).toBeUndefined();
    await keyring.write('acme', NEW_KEY);
    expect(await keyring.read('acme')).toBe(NEW_KEY);
    await keyring.write('acme', `${NEW_KEY}\nthe.old.one, spelt out`);
    expect(await keyring.read('acme')).toBe(`${NEW_KEY}\nthe.old.one, spelt out`);
    const told = readFileSync(join(home, 'arguments'), 'utf8');
    expect(told).toContain('acme');
    expect(told).not.toContain(NEW_KEY);
  });

  test('is unavailable where its program is missing or refuses', async () => {
    vi.stubEnv('PATH', home);
    await expect(systemKeyring({}, 'linux').read('acme')).rejects.toMatchObject({ code: 'keyring_unavailable' });
    writeFileSync(join(home, 'secret-tool'), '#!/bin/sh\nexit 1\n');
    chmodSync(join(home, 'secret-tool'), 0o700);
    await expect(systemKeyring({}, 'linux').write('acme', 'x')).rejects.toMatchObject({ code: 'keyring_unavailable' });
  });
});

test.each(['win32', 'freebsd'] as const)('of %s is not supported, and that is said', (platform) => {
  expect(() => systemKeyring({}, platform)).toThrow(expect.objectContaining({ code: 'keyring_unsupported' }));
});
