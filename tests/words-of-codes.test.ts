import type { EmployeeEntryKind } from '@rolecall/employee';
import { GATE_ENTRY_KINDS, type GateEntryKind } from '@rolecall/gate';
import { KERNEL_ENTRY_KINDS, type RoundEnd } from '@rolecall/kernel';
import { expect, expectTypeOf, test } from 'vitest';
import { en } from '../packages/console/src/i18n/en.ts';
import { zh } from '../packages/console/src/i18n/zh.ts';

/** Of those of an employee the types say that none is missing. */
type Titles = Readonly<Record<EmployeeEntryKind | GateEntryKind, string>> & Readonly<Record<string, string>>;
/** Of those of the kernel; an employee's own are free names. */
type Ends = Readonly<Record<RoundEnd, string>>;
const HAN = /\p{Script=Han}/u;

test.each([
  ['en', en.kinds satisfies Titles, false],
  ['zh', zh.kinds satisfies Titles, true],
] as const)('the page has a title for every kind of entry (%s)', (_, kinds: Titles, isChinese) => {
  for (const kind of [...GATE_ENTRY_KINDS, ...KERNEL_ENTRY_KINDS, ...Object.keys(kinds)]) {
    expect(kinds[kind], kind).toBeDefined();
    expect(HAN.test(kinds[kind] ?? ''), kind).toBe(isChinese);
  }
});

test('the page has words in both languages for every code that it tells', () => {
  expectTypeOf(zh.roundEnds).toExtend<Ends>();
  expectTypeOf(en.roundEnds).toExtend<Ends>();
  const tables = ['blockCodes', 'blockReasons', 'origins', 'roundEnds', 'approvalVerdicts', 'replyChecks'] as const;
  for (const table of tables) {
    for (const [code, word] of Object.entries(zh[table])) expect(word, code).toMatch(HAN);
    for (const [code, word] of Object.entries(en[table])) expect(word, code).not.toMatch(HAN);
  }
});
