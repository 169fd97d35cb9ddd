import { describe, expect, test } from 'vitest';
import { add, BUSINESS, check, EMPLOYEE, edit, runCases, STDIO_LOCKERS, TASK } from '../../test/check-cases.ts';
import { assembleAssets } from '../loading/assemble-assets.ts';
import { editedSample, rolePackShare, type SampleEdit } from '../testing/index.ts';
import { checkWorkspace } from './check-workspace.ts';

const SAMPLED: SampleEdit = {
  file: EMPLOYEE,
  from: 'tool: get_parcel }',
  to: 'tool: get_parcel, sampling: { max_tokens: 200 } }',
};

describe('a business', () => {
  runCases([
    [
      'permits what an installed task introduces',
      [
        add(TASK, '---\nkind: mcp_requirement\nid: other_system\nversion: 1.0.0\ncapability_keys: [parcel:weigh]\n'),
        edit(
          BUSINESS,
          'mcp_requirements: [{ id: parcel_system',
          'mcp_requirements: [{ id: other_system, capabilities: [parcel:weigh] }, { id: parcel_system',
        ),
      ],
      ['task_not_installed task_installations', 'permission_without_task resource_permissions.mcp_requirements[0]'],
    ],
    [
      'permits keys that the requirement has',
      edit(BUSINESS, 'capabilities: [parcel:list,', 'capabilities: [parcel:lst, parcel:list,'),
      'permission_unknown_capability resource_permissions.mcp_requirements[0].capabilities[0]',
    ],
    [
      'permits no platform tool that no task introduces',
      edit(BUSINESS, '}] }\npolicies', '}], platform_tools: [parcel:redirect] }\npolicies'),
      'permission_without_task resource_permissions.platform_tools[0]',
    ],
    [
      'answers events that are defined',
      edit(BUSINESS, 'sys_first_seen_contact', 'sys_first_seen_contakt'),
      'event_undefined events.sys_first_seen_contakt',
    ],
    [
      'answers with replies that exist',
      edit(BUSINESS, 'reply: greeting', 'reply: greting'),
      'reply_unknown events.sys_first_seen_contact.reply',
    ],
    [
      'words texts that a contract has',
      edit(BUSINESS, 'text.refused: {', 'text.refuse: {'),
      'text_slot_unknown overrides.parcel_redirect["text.refuse"]',
    ],
    [
      'words contracts that exist',
      edit(BUSINESS, 'overrides: { parcel_redirect:', 'overrides: { parcel_redirct:'),
      'reference_unknown overrides.parcel_redirct',
    ],
    [
      'forbids with patterns that compile',
      edit(BUSINESS, "'保证.{0,8}送达'", "'保证(?=送达)'"),
      'pattern_invalid never_say[0]',
    ],
    [
      'forbids no word of its own',
      edit(BUSINESS, "zh: '您好，我是", "zh: '您好，保证准时送达。我是"),
      'policy_forbids_own_text replies.greeting.text',
    ],
    [
      'names knowledge that exists, and has a task that looks it up',
      edit(BUSINESS, 'replies: [desk_replies]', 'replies: [desk_replies]\nknowledge: [desk_faq]'),
      ['reference_unknown knowledge[0]', 'knowledge_without_lookup knowledge'],
    ],
  ]);
});

describe('an employee', () => {
  runCases([
    [
      'connects capabilities that exist',
      add(EMPLOYEE, '  parcel:gett: { server: lockers, tool: get }\n'),
      ['task_not_installed task_installations', 'capability_unknown resources.parcel:gett'],
    ],
    [
      'uses servers that it declares',
      edit(EMPLOYEE, 'parcel:get: { server: lockers', 'parcel:get: { server: locker'),
      [
        'needed_read_held_back preconditions[0].read.capability',
        'needed_read_held_back result.read_back.capability',
        'server_unknown resources.parcel:get.server',
        'resource_not_bound resources.parcel:get',
      ],
    ],
    [
      'declares no server that it does not use',
      edit(EMPLOYEE, 'mcp_servers:\n', 'mcp_servers:\n  spare: { transport: stdio, command: node }\n'),
      'server_without_use mcp_servers.spare',
    ],
    [
      'does not start a process for each conversation without being told so',
      edit(EMPLOYEE, 'lockers: { transport: stdio,', 'lockers: { transport: stdio, session: conversation,'),
      'server_per_conversation mcp_servers.lockers.session',
    ],
    [
      'lets no system use its model without being told so',
      [edit(EMPLOYEE, 'builtin/matcher', 'deepseek/deepseek-chat'), SAMPLED],
      'sampling_allowed resources.parcel:get.sampling',
    ],
    ['has a model where a system is to use it', SAMPLED, 'sampling_without_model resources.parcel:get.sampling'],
    [
      'sends no credential without encryption',
      edit(
        EMPLOYEE,
        STDIO_LOCKERS,
        "transport: http, url: 'http://lockers.example/mcp', headers: { Authorization: { credential: locker_token } }",
      ),
      'credential_without_encryption mcp_servers.lockers.url',
    ],
    [
      'asks for no token without encryption',
      edit(EMPLOYEE, STDIO_LOCKERS, "transport: http, url: 'http://lockers.example/mcp', authorization: {}"),
      'credential_without_encryption mcp_servers.lockers.url',
    ],
    ['lives in a time zone', edit(EMPLOYEE, 'Asia/Shanghai', 'Asia/Nowhere'), 'time_zone_unknown time_zone'],
    [
      'is granted what its contracts ask for',
      edit(EMPLOYEE, "grants: ['parcels:write']", 'grants: []'),
      'grant_missing grants',
    ],
    [
      'is granted nothing else',
      edit(EMPLOYEE, "grants: ['parcels:write']", "grants: ['parcels:write', 'parcels:burn']"),
      'grant_without_use grants[1]',
    ],
    [
      'that does not connect a capability of its business is told the boundary',
      edit(
        EMPLOYEE,
        '  parcel:redirect: { server: lockers, tool: redirect_parcel, request_id_argument: request_id }\n',
        '',
      ),
      'resource_not_bound resources',
    ],
  ]);

  test('a permission that was narrowed on purpose is only a notice', () => {
    const findings = check(
      edit(BUSINESS, 'parcel:get, parcel:redirect', 'parcel:get'),
      edit(
        EMPLOYEE,
        '  parcel:redirect: { server: lockers, tool: redirect_parcel, request_id_argument: request_id }\n',
        '',
      ),
    );
    expect(findings).toMatchObject([{ severity: 'notice', code: 'requirement_not_permitted' }]);
  });

  test('names a role pack that is there, and is told what the pack holds back', () => {
    const assets = assembleAssets(editedSample());
    expect(checkWorkspace(assets, { rolePacks: new Map() })).toMatchObject([
      { code: 'role_pack_unknown', path: 'role_pack' },
    ]);
    const share = rolePackShare({ capabilities: ['parcel:get', 'parcel:list'] });
    const findings = checkWorkspace(assets, { rolePacks: new Map([['parcel-clerk', share]]) });
    expect(findings).toMatchObject([{ severity: 'warning', code: 'role_not_declared' }]);
    expect(findings[0]?.message).toContain('boundary permitted');
  });
});
