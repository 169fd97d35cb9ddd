import { describe, expect, test } from 'vitest';
import { add, check, EMPLOYEE, edit, GET, runCases } from '../../test/check-cases.ts';

describe('secrets', () => {
  const KEY = `sk-${'a1B2'.repeat(8)}`;
  runCases([
    ['by their shape, anywhere', add(GET, `description: 'use ${KEY}'\n`), 'secret_in_asset description'],
    ['in a sentence', add(GET, `description: 取件系统的密码是 Xk93jfl2\n`), 'secret_in_asset description'],
    ['in an English sentence', add(GET, `description: 'the password is Xk93jfl2'\n`), 'secret_in_asset description'],
    ['a sentence about one is none', add(GET, `description: 密码是客户自己设的，password is chosen by them\n`), []],
    [
      'in the environment of a server',
      edit(EMPLOYEE, 'LOCKER_TOKEN: { credential: locker_token }', 'LOCKER_TOKEN: hunter2hunter2'),
      'secret_in_asset mcp_servers.lockers.env.LOCKER_TOKEN',
    ],
    [
      'in a header of a remote server',
      edit(
        EMPLOYEE,
        'transport: stdio, command: node, args: [systems/lockers.ts], env: { LOCKER_TOKEN: { credential: locker_token } }',
        "transport: http, url: 'https://lockers.example/mcp', headers: { Authorization: Bearer hunter2hunter2 }",
      ),
      'secret_in_asset mcp_servers.lockers.headers.Authorization',
    ],
    [
      'in an address',
      edit(
        EMPLOYEE,
        'args: [systems/lockers.ts]',
        "args: [systems/lockers.ts, 'postgres://desk:swordfish@db.example/x']",
      ),
      'secret_in_asset mcp_servers.lockers.args[1]',
    ],
    [
      'behind an option that names it',
      edit(EMPLOYEE, 'args: [systems/lockers.ts]', 'args: [systems/lockers.ts, --api-token, hunter2hunter2]'),
      'secret_in_asset mcp_servers.lockers.args[2]',
    ],
    [
      'a file behind such an option is none',
      edit(
        EMPLOYEE,
        'args: [systems/lockers.ts]',
        'args: [systems/lockers.ts, --token, keys/desk.pem, --secret, --fast]',
      ),
      [],
    ],
    [
      'as a private key',
      edit(EMPLOYEE, 'LOCKER_TOKEN: { credential: locker_token }', 'LOCKER_PEM: "-----BEGIN PRIVATE KEY-----"'),
      'secret_in_asset mcp_servers.lockers.env.LOCKER_PEM',
    ],
    [
      'as a constant',
      edit(EMPLOYEE, 'request_id_argument: request_id', 'constants: { password: swordfish }'),
      'secret_in_asset resources.parcel:redirect.constants.password',
    ],
    [
      'an argument that is called so is none',
      edit(
        GET,
        'result:',
        '  access_token: { schema: { type: string, description: words }, origin: [customer] }\nresult:',
      ),
      [],
    ],
  ]);

  test('are never repeated in a finding', () => {
    const findings = check(
      add(GET, `description: 'use ${KEY}'\n`),
      edit(EMPLOYEE, 'LOCKER_TOKEN: { credential: locker_token }', 'LOCKER_TOKEN: swordfish-swordfish'),
    );
    expect(findings).toHaveLength(2);
    expect(JSON.stringify(findings)).not.toContain(KEY);
    expect(JSON.stringify(findings)).not.toContain('swordfish');
  });
});
