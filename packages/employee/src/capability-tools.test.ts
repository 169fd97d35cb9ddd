import { describe, expect, it } from 'vitest';
import { capabilityTools, plannerOptions } from './capability-tools.ts';
import { deskRelease, replaceIn } from './testing/library-desk.ts';

const { space } = deskRelease();

describe('the tools of an employee', () => {
  it('are those that boundaries 1 to 4 let through, sorted by name', () => {
    expect(capabilityTools(space, 'zh').map(({ name, effect }) => [name, effect])).toEqual([
      ['book__find', 'read'],
      ['loan__get', 'read'],
      ['loan__return', 'write'],
      ['note__leave', 'write'],
    ]);
  });

  it('do not depend on the order of the files', () => {
    const other = deskRelease((files) => {
      const entries = Object.entries(files).reverse();
      for (const [name] of entries) delete files[name];
      Object.assign(files, Object.fromEntries(entries));
    });
    expect(capabilityTools(other.space, 'zh')).toEqual(capabilityTools(space, 'zh'));
  });

  it('say when to use them, in the language of the prompt', () => {
    const [, , zh] = capabilityTools(space, 'zh');
    const [, , en] = capabilityTools(space, 'en');
    expect(zh?.description).toMatch(/^登记还书\n何时使用: 读者要还一本书/);
    expect(en?.description).toMatch(/^Return a loan\nUse when: /);
  });

  it('take what the customer chooses, require none of it, and show no system argument', () => {
    const tool = capabilityTools(space, 'en').find(({ name }) => name === 'loan__return');
    expect(tool?.inputSchema).toEqual({
      type: 'object',
      properties: {
        loan_id: {
          type: 'string',
          pattern: '^L\\d{6}$',
          description: 'Loan. Only what the customer said; leave it out otherwise',
        },
      },
      additionalProperties: false,
    });
  });
});

describe('what the planner plans with', () => {
  it('is the same space, and what is held back with its boundary', () => {
    const options = plannerOptions(space, 'zh') as { capabilities: { tool: string }[]; closed: object[] };
    expect(options.capabilities.map(({ tool }) => tool).sort()).toEqual(
      capabilityTools(space, 'zh').map(({ name }) => name),
    );
    expect(options.closed).toMatchObject([
      { capability: 'card:check', boundary: 'installed', code: 'task_not_installed' },
      { capability: 'room:free', boundary: 'connected', code: 'resource_not_bound' },
    ]);
  });

  it('is plain data', () => {
    const options = plannerOptions(space, 'en');
    expect(JSON.parse(JSON.stringify(options))).toEqual(options);
  });
});

it('a capability that loses its permission is a tool no longer', () => {
  const held = deskRelease((files) =>
    replaceIn(files, 'assets/library.yaml', '{ id: loan_system }', '{ id: loan_system, capabilities: [loan:get] }'),
  );
  expect(capabilityTools(held.space, 'zh').map(({ name }) => name)).toEqual(['loan__get']);
});
