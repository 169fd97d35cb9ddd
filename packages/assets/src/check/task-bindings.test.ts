import { describe } from 'vitest';
import { add, edit, runCases, TASK } from '../../test/check-cases.ts';

describe('a task', () => {
  runCases([
    [
      'declares the facts that its contracts set',
      edit(TASK, '    parcel_id: { schema: { type: string } }\n', ''),
      ['fact_undeclared arguments.parcel_id.fact', 'fact_undeclared arguments.parcel_id.fact'],
    ],
    [
      'declares no fact that nothing sets',
      edit(TASK, '  facts:\n', '  facts:\n    mood: { schema: { type: string } }\n'),
      'fact_without_writer data_contract.facts.mood',
    ],
    [
      'goes on to stages that exist',
      edit(TASK, 'next: done, on_timeout', 'next: dne, on_timeout'),
      'stage_unknown journey_contract.stages[0].next',
    ],
    [
      'reaches every stage',
      edit(TASK, '    - { id: done }\n', '    - { id: done }\n    - { id: lost }\n'),
      'stage_unreachable journey_contract.stages[2]',
    ],
    [
      'leaves a stage by more than a condition that never holds',
      edit(TASK, '    - { id: done }\n', '    - { id: done, complete_when: false, next: open }\n'),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'leaves a stage by more than a constant that is false',
      edit(TASK, '    - { id: done }\n', "    - { id: done, complete_when: '1 == 2', next: open }\n"),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'leads from a stage to another one',
      edit(TASK, '    - { id: done }\n', '    - { id: done, complete_when: true, next: done }\n'),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'and not by time to the same one',
      edit(TASK, '    - { id: done }\n', '    - { id: done, on_timeout: { after: 1d, next: done } }\n'),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'leaves every stage that has a next',
      edit(TASK, '    - { id: done }\n', '    - { id: done, next: open }\n'),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'completes no stage that leads nowhere',
      edit(TASK, '    - { id: done }\n', "    - { id: done, complete_when: facts.parcel_state == 'moving' }\n"),
      'stage_without_next journey_contract.stages[1].complete_when',
    ],
    [
      'binds in stages that exist',
      edit(TASK, 'stages: [open]', 'stages: [opn]'),
      'stage_unknown capability_bindings[2].stages[0]',
    ],
    [
      'binds keys of its requirements',
      edit(TASK, 'capability_keys: [parcel:list, parcel:get', 'capability_keys: [parcel:get'),
      [
        'task_not_installed task_installations',
        'permission_unknown_capability resource_permissions.mcp_requirements[0].capabilities[0]',
        'capability_in_no_requirement capability_bindings[0].capability',
      ],
    ],
    [
      'binds a key of one requirement only',
      [
        edit(TASK, 'mcp_requirements: [parcel_system]', 'mcp_requirements: [parcel_system, other_system]'),
        add(TASK, '---\nkind: mcp_requirement\nid: other_system\nversion: 1.0.0\ncapability_keys: [parcel:get]\n'),
      ],
      'capability_in_two_requirements capability_bindings[1].capability',
    ],
    [
      'names no requirement that it does not use',
      [
        edit(TASK, 'mcp_requirements: [parcel_system]', 'mcp_requirements: [parcel_system, other_system]'),
        add(TASK, '---\nkind: mcp_requirement\nid: other_system\nversion: 1.0.0\ncapability_keys: [parcel:weigh]\n'),
      ],
      'requirement_without_use mcp_requirements[1]',
    ],
    [
      'controls what it binds',
      edit(TASK, '  parcel:redirect: { risk: medium', '  parcel:redirct: { risk: medium'),
      'control_without_binding control_contract.parcel:redirct',
    ],
    [
      'tightens and never loosens',
      edit(TASK, 'per_contact: 2', 'per_contact: 9'),
      'control_loosens control_contract.parcel:redirect.limits.per_contact',
    ],
    [
      'asks for an operator’s approval where the risk is high',
      edit(TASK, '  parcel:redirect: { risk: medium', '  parcel:redirect: { risk: high'),
      'high_risk_without_approval control_contract.parcel:redirect.risk',
    ],
    [
      'that only replies writes nothing',
      edit(TASK, 'mode: operation', 'mode: reply'),
      'reply_task_binds_write capability_bindings[2]',
    ],
    [
      'binds contracts that exist',
      edit(TASK, 'contract: parcel_get@^1', 'contract: parcel_gett@^1'),
      [
        'needed_read_held_back preconditions[0].read.capability',
        'needed_read_held_back result.read_back.capability',
        'capability_not_bound capability_bindings',
        'contract_unknown capability_bindings[1].contract',
      ],
    ],
    [
      'lets nothing be configured that nobody reads',
      edit(
        TASK,
        'properties: { heaviest: { type: number } }',
        'properties: { heaviest: { type: number }, mood: { type: string } }',
      ),
      'configuration_without_use configuration_contract.schema.properties.mood',
    ],
  ]);
});
