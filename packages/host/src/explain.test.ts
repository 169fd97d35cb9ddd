import { deskRelease, replaceIn } from '@rolecall/employee/testing';
import { partName } from '@rolecall/gate/record-words';
import { describe, expect, it } from 'vitest';
import { explainCapability } from './explain.ts';
import type { RunningEmployee } from './workspace.ts';

const FITTING = 'L123456';
const GRANTS = 'grants: [loans:read, loans:write]';

type Edit = Parameters<typeof deskRelease>[0];

function ida(edit?: Edit, rolePack?: Parameters<typeof deskRelease>[1]): RunningEmployee {
  const { release, space } = deskRelease(edit, rolePack);
  return {
    id: 'ida',
    displayName: { zh: '伊达', en: 'Ida' },
    model: release.employee.model,
    rolePack: 'librarian',
    release,
    space,
  };
}

const CASES: readonly {
  readonly boundary: string;
  readonly code: string;
  readonly file: string | undefined;
  readonly employee: RunningEmployee;
}[] = [
  {
    boundary: 'installed',
    code: 'task_not_installed',
    file: 'assets/library.yaml',
    employee: ida((files) => replaceIn(files, 'assets/library.yaml', '[{ task: loan_desk@^1 }]', '[]')),
  },
  {
    boundary: 'bound',
    code: 'capability_not_bound',
    file: 'assets/tasks/loan-desk.yaml',
    employee: ida((files) =>
      replaceIn(
        files,
        'assets/tasks/loan-desk.yaml',
        '  - { capability: loan:return, contract: loan_return@^1, stages: [open] }\n',
        '',
      ),
    ),
  },
  {
    boundary: 'permitted',
    code: 'requirement_not_permitted',
    file: 'assets/library.yaml',
    employee: ida((files) =>
      replaceIn(files, 'assets/library.yaml', '{ id: loan_system }', '{ id: loan_system, capabilities: [loan:get] }'),
    ),
  },
  {
    boundary: 'permitted',
    code: 'role_not_declared',
    file: undefined,
    employee: ida(undefined, { capabilities: ['loan:get'] }),
  },
  {
    boundary: 'permitted',
    code: 'strategy_forbids',
    file: undefined,
    employee: ida(undefined, { strategy: { toolMode: 'allow', toolReadonly: true } }),
  },
  {
    boundary: 'connected',
    code: 'resource_not_bound',
    file: 'employees/ida.yaml',
    employee: ida((files) =>
      replaceIn(
        files,
        'employees/ida.yaml',
        '  loan:return: { server: desk, tool: return_loan, request_id_argument: request_id }\n',
        '',
      ),
    ),
  },
];

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  it.each(CASES)(
    'a capability held back at $boundary by $code is explained by asset and line',
    ({ employee, boundary, code, file }) => {
      const explanation = explainCapability(employee, 'loan:return', language);
      expect(explanation).toMatchObject({
        employee: 'ida',
        heldBackBy: boundary,
        title: language === 'zh' ? '登记还书' : 'Return a loan',
      });
      expect(explanation.boundaries.map((check) => check.boundary)).toEqual([
        'installed',
        'bound',
        'permitted',
        'connected',
        'satisfied',
      ]);
      const held = explanation.boundaries.find((check) => check.boundary === boundary);
      expect(held).toMatchObject({ outcome: 'fail', code, reason: expect.stringMatching(/./) });
      for (const { reason } of explanation.boundaries) {
        expect(/\p{Script=Han}/u.test(reason), reason).toBe(language === 'zh');
        expect(reason).not.toMatch(/\{\w+\}|undefined/);
      }
      expect(held?.file).toBe(file);
      if (file !== undefined) expect(held?.line).toBeGreaterThan(0);
    },
  );

  it('one that is not held back says what every call has to meet', () => {
    const { heldBackBy, boundaries } = explainCapability(ida(), 'loan:return', language);
    expect(heldBackBy).toBeUndefined();
    expect(boundaries.slice(0, 4).map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass', 'pass']);
    const [satisfied] = boundaries.slice(4);
    expect(satisfied).toMatchObject({
      outcome: 'depends',
      reason: language === 'zh' ? '每次调用时逐项判定。' : 'Decided anew for each call.',
    });
    expect(satisfied?.parts?.map(({ what }) => what)).toEqual([
      'argument loan_id',
      'argument holder',
      'authorization',
      'limits',
      'ledger',
      'precondition loan',
      'guard still_open',
      'confirmation',
    ]);
  });

  it('what every call has to meet is said in the language, part by part', () => {
    const limits = 'control_contract: { loan:return: { limits: { per_contact: 2, within: 1d } } }\nevent_contract:';
    const employee = ida((files) => replaceIn(files, 'assets/tasks/loan-desk.yaml', 'event_contract:', limits));
    const parts = explainCapability(employee, 'loan:return', language).boundaries[4]?.parts ?? [];
    const told = Object.fromEntries(parts.map((part) => [partName(part.what, language), part.detail]));
    expect(told).toMatchObject(
      language === 'zh'
        ? {
            '参数 loan_id': expect.stringMatching(/^必填；来源：/),
            限额: '1d 内每位联系人 2',
            确认: expect.stringMatching(/^由客户确认；/),
          }
        : { 'argument loan_id': expect.stringMatching(/^required; origin: /), limits: 'per_contact 2 within 1d' },
    );
    if (language === 'zh') {
      for (const name of Object.keys(told)) expect(name).toMatch(/^\p{Script=Han}/u);
      expect(Object.values(told).join(' ')).not.toMatch(/\b(required|optional|origin|within|per_contact|from the)\b/);
    }
  });

  it('one without a contract has nothing to evaluate at the fifth', () => {
    const { boundaries } = explainCapability(ida(), 'card:check', language);
    expect(boundaries[0]).toMatchObject({ outcome: 'fail', code: 'task_not_installed' });
    expect(boundaries[4]).toMatchObject({ outcome: 'not_evaluated' });
  });
});

it('what a task tightens is explained as it is tightened', () => {
  const employee = ida((files) =>
    replaceIn(
      files,
      'assets/tasks/loan-desk.yaml',
      'event_contract:',
      'control_contract: { loan:return: { limits: { per_contact: 2, within: 1d } } }\nevent_contract:',
    ),
  );
  const parts = explainCapability(employee, 'loan:return', 'en').boundaries[4]?.parts;
  expect(parts?.find(({ what }) => what === 'limits')?.detail).toContain('per_contact 2');
  expect(parts?.filter(({ what }) => what.startsWith('tightened'))).toEqual([
    expect.objectContaining({
      what: 'tightened limits.per_contact',
      detail: expect.stringMatching(/^\d+ → 2 \(loan_desk\)$/),
      file: 'assets/tasks/loan-desk.yaml',
      line: expect.any(Number),
    }),
  ]);
});

it('every part of the fifth boundary has the line that asks for it', () => {
  const parts = explainCapability(ida(), 'loan:return', 'en').boundaries[4]?.parts ?? [];
  for (const { what, file, line } of parts) {
    expect(file, what).toMatch(/^assets\/.*\.yaml$/);
    expect(line, what).toBeGreaterThan(1);
  }
  expect(new Set(parts.map(({ line }) => line)).size).toBe(parts.length);
});

describe('with arguments', () => {
  const fifth = (args: Readonly<Record<string, string | number>>, edit?: Edit) => {
    const { boundaries, heldBackBy } = explainCapability(ida(edit), 'loan:return', 'en', args);
    return { ...boundaries[4], heldBackBy };
  };

  it('that fit, only the call itself can tell the rest', () => {
    const { outcome, heldBackBy, parts } = fifth({ loan_id: FITTING });
    expect({ outcome, heldBackBy }).toEqual({ outcome: 'depends', heldBackBy: undefined });
    expect(parts?.find(({ what }) => what === 'argument loan_id')).toMatchObject({ outcome: 'pass' });
    expect(parts?.find(({ what }) => what === 'precondition loan')).toMatchObject({ outcome: 'not_evaluated' });
  });

  it('are normalised as the gate does it, and guards see what would be sent', () => {
    const guard = "- { id: right_form, expect: args.loan_id == 'L200001', otherwise: { code: odd } }";
    const edit: Edit = (files) =>
      replaceIn(files, 'assets/capabilities/loan-return.yaml', 'guards:\n', `guards:\n  ${guard}\n`);
    const { outcome, parts } = fifth({ loan_id: 'ｌ 200-001' }, edit);
    expect(outcome).toBe('depends');
    expect(parts?.find(({ what }) => what === 'argument loan_id')?.detail).toBe('fits its schema, taken as "L200001"');
    expect(parts?.find(({ what }) => what === 'guard right_form')).toMatchObject({ outcome: 'pass' });
  });

  it.each([
    ['argument_missing', {}],
    ['argument_invalid', { loan_id: 7 }],
    ['argument_invalid', { loan_id: FITTING, loan: 'x' }],
    ['argument_refused', { loan_id: FITTING, holder: 'somebody' }],
  ] as const)('that do not, the block is named: %s', (code, args) => {
    expect(fifth(args)).toMatchObject({ outcome: 'fail', code, heldBackBy: 'satisfied' });
  });

  it('what the employee was not granted is named', () => {
    const edit: Edit = (files) => replaceIn(files, 'employees/ida.yaml', GRANTS, 'grants: []');
    expect(fifth({ loan_id: FITTING }, edit)).toMatchObject({ outcome: 'fail', code: 'not_authorized' });
  });
});

it.each([
  ['loan:retrun', 'Did you mean "loan:return"?'],
  ['weather:tomorrow', 'Known: book:find, card:check, loan:get, loan:return, note:leave, room:free.'],
  ['constructor', 'Known: book:find, card:check, loan:get, loan:return, note:leave, room:free.'],
])('a capability that nobody knows (%s) is an error with a hint', (capability, hint) => {
  expect(() => explainCapability(ida(), capability, 'zh')).toThrow(
    expect.objectContaining({ code: 'capability_unknown', hint }),
  );
});
