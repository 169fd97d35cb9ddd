import type { RunningEmployee } from '@rolecall/host';
import { expect, test } from 'vitest';
import { examplesOf } from './examples.ts';

function employeeWith(examples: Record<string, readonly string[]>, heldBack: readonly string[] = []): RunningEmployee {
  const entries = Object.entries(examples).map(([capability, of]) => [
    capability,
    {
      capability,
      known: { semantics: { use_when: ['x'], not_when: [], examples: of } },
      heldBackBy: heldBack.includes(capability) ? 'bound' : undefined,
    },
  ]);
  return { space: { release: 'r', entries: Object.fromEntries(entries) } } as unknown as RunningEmployee;
}

test('every capability has its turn before any has its second', () => {
  const employee = employeeWith({ 'desk:a': ['look at it', 'see it', 'show it'], 'desk:b': ['change it'] });
  expect(examplesOf(employee, 'en')).toEqual(['look at it', 'change it', 'see it']);
  expect(examplesOf(employee, 'en', 10)).toHaveLength(4);
});

test('what the employee cannot do is not offered', () => {
  const employee = employeeWith({ 'desk:a': ['look at it'], 'desk:b': ['change it'] }, ['desk:a']);
  expect(examplesOf(employee, 'en')).toEqual(['change it']);
});

test('examples come in the language asked for, and once', () => {
  const employee = employeeWith({ 'desk:a': ['看一看', 'look at it'], 'desk:b': ['看一看', '改一改'] });
  expect(examplesOf(employee, 'zh')).toEqual(['看一看', '改一改']);
  expect(examplesOf(employee, 'en')).toEqual(['look at it']);
  expect(examplesOf(employeeWith({}), 'en')).toEqual([]);
});
