import { describe } from 'vitest';
import { add, BUSINESS, edit, GET, RECORDS, runCases, TASK } from '../../test/check-cases.ts';

describe('only the employee names servers, tools and commands', () => {
  runCases([
    [
      'no address in a task',
      edit(TASK, 'applies_when: [客户问到包裹]', "applies_when: ['客户问到 https://lockers.example/api 的包裹']"),
      'address_above_employee task_contract.applies_when[0]',
    ],
    [
      'no address in a policy',
      edit(BUSINESS, 'never_say: [', "statements: ['Ask 10.0.0.7:8080 first']\nnever_say: ["),
      'address_above_employee statements[0]',
    ],
    [
      'no command in a contract',
      add(GET, 'description: npx some-server --port 1\n'),
      'command_above_employee description',
    ],
    [
      'no credential in a policy',
      edit(BUSINESS, 'never_say: [', "statements: ['Log in with locker_token at night']\nnever_say: ["),
      'credential_above_employee statements[0]',
    ],
    [
      'no tool in a policy',
      edit(BUSINESS, 'never_say: [', "statements: ['Never use redirect_parcel at night']\nnever_say: ["),
      'tool_above_employee statements[0]',
    ],
    ...['10.0.0.7', 'localhost', 'lockers.desk.internal:8443', 'api.lockers.example.com/v2', 'grpc://lockers/desk'].map(
      (address) =>
        [
          `no address ${address} in a task, not even beside Chinese`,
          edit(TASK, 'applies_when: [客户问到包裹]', `applies_when: ['客户问到在${address}上的包裹']`),
          'address_above_employee task_contract.applies_when[0]',
        ] as const,
    ),
    ['a version is no address', add(GET, 'description: since 1.2.3.4.5 of the desk, see 3.5/4\n'), []],
    [
      'no tool in a reply',
      edit(BUSINESS, "en: 'Hello, this", "en: 'I ran redirect_parcel. Hello, this"),
      'tool_above_employee replies.greeting.text.en',
    ],
    [
      'an address for customers in a reply is right',
      edit(BUSINESS, "en: 'Hello, this", "en: 'See https://parcels.example. Hello, this"),
      [],
    ],
    [
      'the dialect of a schema is no address',
      edit(
        RECORDS,
        'schema:\n  type: object\n  required: [state]',
        "schema:\n  $schema: 'https://json-schema.org/draft/2020-12/schema'\n  type: object\n  required: [state]",
      ),
      [],
    ],
  ]);
});
