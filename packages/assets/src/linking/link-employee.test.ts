import type { Finding } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembleAssets } from '../loading/assemble-assets.ts';
import { editedSample, rolePackShare, type SampleEdit } from '../testing/index.ts';
import { linkEmployee } from './link-employee.ts';

const TASK = 'assets/task.yaml';
const BUSINESS = 'assets/business.yaml';
const REDIRECT = 'assets/contracts/parcel-redirect.yaml';

function linked(...edits: readonly SampleEdit[]) {
  const { release, findings } = linkEmployee(assembleAssets(editedSample(...edits)), 'desk', rolePackShare());
  return { release, findings };
}

function found(findings: readonly Finding[]): readonly unknown[] {
  return findings.map(({ code, file, line, path }) => [code, file, line, path]);
}

test('the closure of an employee holds what it uses and nothing else', () => {
  const { release, findings } = linked({
    file: 'assets/records.yaml',
    from: '',
    to: '---\nkind: record_schema\nid: unused\nversion: 1.0.0\nschema: { type: object }\n',
  });
  expect(findings).toEqual([]);
  expect(Object.keys(release?.contracts ?? {})).toEqual(['parcel:list', 'parcel:get', 'parcel:redirect']);
  expect(Object.keys(release?.records ?? {}).sort()).toEqual(['parcel_list', 'parcel_record', 'redirect_result']);
  expect(release?.events.map(({ id }) => id)).toContain('parcel.redirected');
  expect(release?.tasks[0]?.configuration).toEqual({ heaviest: 20 });
  expect(release?.contracts['parcel:redirect']).toMatchObject({
    task: 'parcel_service',
    stages: ['open'],
    control: { risk: 'medium' },
  });
  expect(release?.places['task_asset_package parcel_service']).toEqual({ file: TASK, line: 1, path: undefined });
});

test('records the hash of every system asset', () => {
  const { release } = linked();
  expect(Object.keys(release?.system ?? {}).sort()).toEqual([
    'sys_contact_known',
    'sys_contact_verified',
    'sys_first_seen_contact',
    'sys_follow_up',
    'sys_follow_up_created',
    'sys_follow_up_result',
    'sys_hand_over',
    'sys_hand_over_requested',
    'sys_hand_over_result',
    'sys_knowledge_lookup',
    'sys_knowledge_passages',
    'sys_message_received',
    'sys_money',
    'sys_operation_failed',
    'sys_operation_in_doubt',
    'sys_operation_succeeded',
    'sys_period',
    'sys_reminder',
    'sys_reminder_result',
    'sys_silence',
  ]);
  expect(Object.values(release?.system ?? {}).every((hash) => /^sha256:[0-9a-f]{64}$/.test(hash))).toBe(true);
});

describe('the hash', () => {
  test('does not depend on the order of files or on where things stand', () => {
    const texts = editedSample();
    const expected = linked().release?.hash;
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...texts], { minLength: texts.length }),
        fc.constantFrom('', '# words\n'),
        (shuffled, comment) => {
          const moved = shuffled.map(({ file, text }, index) => ({
            file: `assets/${index}-${file.length}.yaml`,
            text: comment + text,
          }));
          const { release } = linkEmployee(assembleAssets(moved), 'desk', rolePackShare());
          expect(release?.hash).toBe(expected);
        },
      ),
      { numRuns: 15 },
    );
  });

  test.each<[string, SampleEdit]>([
    ['a contract', { file: REDIRECT, from: 'per_contact: 5', to: 'per_contact: 4' }],
    ['a configuration', { file: BUSINESS, from: 'heaviest: 20', to: 'heaviest: 21' }],
    ['a reply', { file: BUSINESS, from: 'Hello', to: 'Hi' }],
    ['an employee', { file: 'employees/desk.yaml', from: 'Asia/Shanghai', to: 'UTC' }],
  ])('changes with %s', (_, edit) => {
    expect(linked(edit).release?.hash).not.toBe(linked().release?.hash);
  });

  test('changes with the role pack', () => {
    const assets = assembleAssets(editedSample());
    const share = rolePackShare({ capabilities: ['parcel:get'] });
    expect(linkEmployee(assets, 'desk', share).release?.hash).not.toBe(linked().release?.hash);
  });
});

describe('versions', () => {
  const second: SampleEdit = {
    file: 'assets/contracts/parcel-get.yaml',
    from: '',
    to: `---\n${
      editedSample()
        .find(({ file }) => file === 'assets/contracts/parcel-get.yaml')
        ?.text.replace('1.1.0', '1.2.0') ?? ''
    }`,
  };

  test('the highest in the range is taken', () => {
    expect(linked(second).release?.contracts['parcel:get']?.contract.version).toBe('1.2.0');
    const pinned = linked(second, { file: TASK, from: 'parcel_get@^1', to: 'parcel_get@1.1.0' });
    expect(pinned.release?.contracts['parcel:get']?.contract.version).toBe('1.1.0');
  });

  test('a range that none meets names the versions there are, and the rest is linked', () => {
    const { release, findings } = linked(second, { file: TASK, from: 'parcel_get@^1', to: 'parcel_get@^3' });
    expect(findings).toMatchObject([{ code: 'contract_unknown', file: TASK, line: 13, fix: 'There is 1.1.0, 1.2.0.' }]);
    expect(Object.keys(release?.contracts ?? {})).toEqual(['parcel:list', 'parcel:redirect']);
  });
});

describe('what does not link is told where it stands', () => {
  test.each<[string, SampleEdit, unknown]>([
    [
      'a contract, with the near one',
      { file: TASK, from: 'parcel_redirect@^2', to: 'parcel_redirct@^2' },
      { code: 'contract_unknown', path: 'capability_bindings[2].contract', fix: 'Did you mean "parcel_redirect"?' },
    ],
    [
      'an id of another kind',
      { file: TASK, from: 'parcel_redirect@^2', to: 'redirect_result' },
      { code: 'contract_unknown', fix: '"redirect_result" is a record_schema.' },
    ],
    [
      'a contract of another capability',
      { file: TASK, from: 'contract: parcel_get@^1', to: 'contract: parcel_list_mine' },
      { code: 'contract_of_other_capability' },
    ],
    [
      'a capability bound twice',
      {
        file: TASK,
        from: '  - { capability: parcel:get, contract: parcel_get@^1 }',
        to: '  - { capability: parcel:list, contract: parcel_list_mine }',
      },
      { code: 'capability_bound_twice' },
    ],
    [
      'a task',
      { file: BUSINESS, from: 'parcel_service@^1', to: 'parcel_servise@^1' },
      { code: 'reference_unknown', path: 'task_installations[0].task', fix: 'Did you mean "parcel_service"?' },
    ],
    [
      'a policy',
      { file: BUSINESS, from: 'policies: [desk_policy]', to: 'policies: [desk_polici]' },
      { code: 'reference_unknown', path: 'policies[0]' },
    ],
    [
      'a record',
      { file: REDIRECT, from: 'schema: redirect_result', to: 'schema: redirect_results' },
      { code: 'reference_unknown', path: 'result.schema' },
    ],
    [
      'a requirement',
      { file: TASK, from: 'mcp_requirements: [parcel_system]', to: 'mcp_requirements: [parcel_sistem]' },
      { code: 'reference_unknown', path: 'mcp_requirements[0]' },
    ],
    [
      'a configuration of the wrong type',
      { file: BUSINESS, from: 'heaviest: 20', to: 'heaviest: much' },
      { code: 'configuration_invalid', path: 'task_installations[0].configuration.heaviest' },
    ],
    [
      'a configuration that is missing',
      { file: BUSINESS, from: 'configuration: { heaviest: 20 }', to: 'configuration: {}' },
      { code: 'configuration_invalid' },
    ],
    [
      'a configuration that no contract knows',
      { file: BUSINESS, from: 'heaviest: 20', to: 'heaviest: 20, heavyest: 3' },
      {
        code: 'configuration_unknown',
        path: 'task_installations[0].configuration.heavyest',
        fix: 'Did you mean "heaviest"?',
      },
    ],
  ])('%s', (_, edit, expected) => {
    const { findings } = linked(edit);
    expect(findings[0]).toMatchObject({ severity: 'error', ...(expected as object) });
    expect(findings[0]?.line).toBeGreaterThan(0);
  });

  test('without a business package there is no release', () => {
    const { release, findings } = linked({ file: 'employees/desk.yaml', from: 'parcel_desk@^1', to: 'parcel_desk@^7' });
    expect(release).toBeUndefined();
    expect(found(findings)).toEqual([['reference_unknown', 'employees/desk.yaml', 6, 'business_package']]);
  });

  test('an employee that does not exist names the near one', () => {
    const { release, findings } = linkEmployee(assembleAssets(editedSample()), 'desc', rolePackShare());
    expect(release).toBeUndefined();
    expect(findings).toMatchObject([{ code: 'employee_unknown', fix: 'Did you mean "desk"?' }]);
  });
});

test('defaults of a configuration are filled in', () => {
  const { release, findings } = linked({
    file: TASK,
    from: 'properties: { heaviest: { type: number } }',
    to: 'properties: { heaviest: { type: number }, mood: { type: string, default: calm } }',
  });
  expect(findings).toEqual([]);
  expect(release?.tasks[0]?.configuration).toEqual({ heaviest: 20, mood: 'calm' });
});

test('capabilities that the employee does not have are known with the tasks that would introduce them', () => {
  const { release } = linked({
    file: BUSINESS,
    from: 'task_installations: [{ task: parcel_service@^1, configuration: { heaviest: 20 } }]',
    to: 'task_installations: []',
  });
  expect(release?.contracts).toEqual({});
  expect(release?.known['parcel:get']).toMatchObject({
    contract: 'parcel_get@1.1.0',
    effect: 'read',
    introducedBy: ['parcel_service'],
  });
});
