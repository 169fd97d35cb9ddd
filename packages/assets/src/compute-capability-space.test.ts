import { describe, expect, test } from 'vitest';
import type { SpaceEntry } from './capability-space.ts';
import { computeCapabilitySpace } from './compute-capability-space.ts';
import { linkEmployee } from './linking/link-employee.ts';
import { assembleAssets } from './loading/assemble-assets.ts';
import type { RolePackShare } from './release.ts';
import { editedSample, rolePackShare, type SampleEdit } from './testing/index.ts';

const TASK = 'assets/task.yaml';
const BUSINESS = 'assets/business.yaml';
const EMPLOYEE = 'employees/desk.yaml';

function entryOf(
  capability: string,
  edits: readonly SampleEdit[],
  share: Partial<RolePackShare> = {},
): SpaceEntry | undefined {
  const { release } = linkEmployee(assembleAssets(editedSample(...edits)), 'desk', rolePackShare(share));
  return release && computeCapabilitySpace(release).entries[capability];
}

function heldBack(
  edits: readonly SampleEdit[],
  share: Partial<RolePackShare> = {},
  capability = 'parcel:redirect',
): unknown {
  const entry = entryOf(capability, edits, share);
  return entry?.heldBackBy ? [entry.heldBackBy, entry.checks[entry.heldBackBy].code] : undefined;
}

test('a capability that every boundary lets through is held back by none, with the asset and line behind each', () => {
  const entry = entryOf('parcel:redirect', []);
  expect(entry?.heldBackBy).toBeUndefined();
  expect(entry?.requirement).toBe('parcel_system');
  expect(entry?.binding).toMatchObject({ server: 'lockers', tool: 'redirect_parcel' });
  expect(Object.values(entry?.checks ?? {}).map(({ reason, at }) => [reason, at?.file, at?.line])).toEqual([
    ['parcel_desk installs parcel_service, which introduces parcel:redirect through parcel_system', BUSINESS, 4],
    ['parcel_service binds parcel_redirect@2.0.0 for parcel:redirect, in the stage open', TASK, 14],
    ['parcel_desk permits parcel_system with parcel:redirect', BUSINESS, 5],
    ['desk binds the tool redirect_parcel of the server lockers', EMPLOYEE, 15],
  ]);
});

describe('the first boundary that fails holds it back', () => {
  const uninstalled: SampleEdit = {
    file: BUSINESS,
    from: 'task_installations: [{ task: parcel_service@^1, configuration: { heaviest: 20 } }]',
    to: 'task_installations: []',
  };
  const unbound: SampleEdit = {
    file: TASK,
    from: '  - { capability: parcel:redirect, contract: parcel_redirect@^2, stages: [open] }\n',
    to: '',
  };
  const unpermitted: SampleEdit = {
    file: BUSINESS,
    from: '[{ id: parcel_system, capabilities: [parcel:list, parcel:get, parcel:redirect] }]',
    to: '[]',
  };
  const partly: SampleEdit = { file: BUSINESS, from: ', parcel:redirect] }]', to: '] }]' };
  const unconnected: SampleEdit = {
    file: EMPLOYEE,
    from: '  parcel:redirect: { server: lockers, tool: redirect_parcel, request_id_argument: request_id }\n',
    to: '',
  };

  test.each<[string, readonly SampleEdit[], unknown]>([
    ['the task is not installed', [uninstalled], ['installed', 'task_not_installed']],
    ['the task binds no contract', [unbound], ['bound', 'capability_not_bound']],
    ['the business does not permit the requirement', [unpermitted], ['permitted', 'requirement_not_permitted']],
    ['the business permits the requirement without it', [partly], ['permitted', 'requirement_not_permitted']],
    ['the employee binds no tool', [unconnected], ['connected', 'resource_not_bound']],
    [
      'the employee names a server it does not declare',
      [{ file: EMPLOYEE, from: 'server: lockers, tool: redirect', to: 'server: locker, tool: redirect' }],
      ['connected', 'resource_not_bound'],
    ],
    ['several fail', [unpermitted, unconnected, unbound], ['bound', 'capability_not_bound']],
  ])('%s', (_, edits, expected) => {
    expect(heldBack(edits)).toEqual(expected);
  });

  test('those after it are looked at all the same', () => {
    const entry = entryOf('parcel:redirect', [uninstalled, unconnected]);
    expect(entry?.heldBackBy).toBe('installed');
    expect(entry?.checks.connected.code).toBe('resource_not_bound');
    expect(entry?.checks.installed.reason).toBe(
      'parcel_desk installs no task that introduces parcel:redirect (parcel_service would)',
    );
  });

  test('a requirement that is permitted without a list is permitted with all that tasks introduce', () => {
    expect(
      heldBack([
        {
          file: BUSINESS,
          from: '[{ id: parcel_system, capabilities: [parcel:list, parcel:get, parcel:redirect] }]',
          to: '[{ id: parcel_system }]',
        },
      ]),
    ).toBeUndefined();
  });
});

describe('a role pack', () => {
  test('without declared capabilities limits nothing', () => {
    expect(heldBack([])).toBeUndefined();
  });

  test('limits every domain of which it names a key', () => {
    expect(heldBack([], { capabilities: ['parcel:get'] })).toEqual(['permitted', 'role_not_declared']);
    expect(heldBack([], { capabilities: ['parcel:get'] }, 'parcel:get')).toBeUndefined();
  });

  test('leaves a business domain that it does not mention to the business', () => {
    expect(heldBack([], { capabilities: ['web:search'] })).toBeUndefined();
    expect(heldBack([], { capabilities: [] })).toBeUndefined();
  });

  test('that declares anything limits the standard domains', () => {
    const rename = (text: string): string => text.replaceAll('parcel:list', 'file:list');
    const texts = editedSample().map(({ file, text }) => ({ file, text: rename(text) }));
    const of = (capabilities: readonly string[] | undefined): string | undefined => {
      const { release } = linkEmployee(assembleAssets(texts), 'desk', rolePackShare({ capabilities }));
      return release && computeCapabilitySpace(release).entries['file:list']?.heldBackBy;
    };
    expect(of(undefined)).toBeUndefined();
    expect(of([])).toBe('permitted');
    expect(of(['parcel:get'])).toBe('permitted');
    expect(of(['file:list'])).toBeUndefined();
  });
});

describe('a strategy narrows', () => {
  test('toolMode: block forbids every tool', () => {
    const strategy = { toolMode: 'block', toolReadonly: false } as const;
    expect(heldBack([], { strategy }, 'parcel:get')).toEqual(['permitted', 'strategy_forbids']);
  });

  test('toolReadonly forbids writes', () => {
    const strategy = { toolMode: 'allow', toolReadonly: true } as const;
    expect(heldBack([], { strategy })).toEqual(['permitted', 'strategy_forbids']);
    expect(heldBack([], { strategy }, 'parcel:get')).toBeUndefined();
  });
});

describe('a platform tool', () => {
  const asPlatform: readonly SampleEdit[] = [
    {
      file: TASK,
      from: 'capability_keys: [parcel:list, parcel:get, parcel:redirect]',
      to: 'capability_keys: [parcel:list, parcel:get]',
    },
    {
      file: TASK,
      from: 'mcp_requirements: [parcel_system]',
      to: 'mcp_requirements: [parcel_system]\nplatform_tools: [parcel:redirect]',
    },
    { file: BUSINESS, from: ', parcel:redirect] }]', to: '] }], platform_tools: [parcel:redirect]' },
    {
      file: EMPLOYEE,
      from: '{ server: lockers, tool: redirect_parcel, request_id_argument: request_id }',
      to: '{ platform: redirect }',
    },
  ];

  test('is permitted and bound by name', () => {
    expect(heldBack(asPlatform)).toBeUndefined();
    expect(entryOf('parcel:redirect', asPlatform)?.requirement).toBeUndefined();
  });

  test('is held back when the business does not name it', () => {
    expect(
      heldBack(
        asPlatform.map((edit) => ({ ...edit, to: edit.to.replace('], platform_tools: [parcel:redirect]', ']') })),
      ),
    ).toEqual(['permitted', 'requirement_not_permitted']);
  });

  test('is not connected by a server', () => {
    expect(heldBack(asPlatform.slice(0, 3))).toEqual(['connected', 'resource_not_bound']);
  });
});

test('what is bound to a tool and known nowhere else has an entry, too', () => {
  const edits = [{ file: EMPLOYEE, from: '', to: '  parcel:gone: { server: lockers, tool: gone }\n' }];
  expect(heldBack(edits, {}, 'parcel:gone')).toEqual(['installed', 'task_not_installed']);
});
