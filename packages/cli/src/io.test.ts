import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const IO = new URL('./io.ts', import.meta.url).href;
const SECRET = 'canary-of-the-crash-5f0c';

test.each([
  [
    'an error that nobody catches',
    "setTimeout(() => { throw Object.assign(new Error('with ' + secret), { secret }); })",
  ],
  ['a promise that nobody waits for', "void Promise.reject(new Error('with ' + secret))"],
  [
    'what is no error',
    "setTimeout(() => { throw { headers: { authorization: 'Bearer a1b2c3d4e5f6g7h8i9j0k1' }, secret }; })",
  ],
])('%s ends the process without a secret of its environment or of a known shape', (_, fault) => {
  const program = `import { processIo } from ${JSON.stringify(IO)}; processIo(); const secret = process.env.SHOP_TOKEN; ${fault};`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { SHOP_TOKEN: SECRET, PATH: process.env.PATH },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('[redacted:SHOP_TOKEN]');
  expect(stderr).not.toMatch(/canary-of-the-crash|a1b2c3d4e5/);
});
