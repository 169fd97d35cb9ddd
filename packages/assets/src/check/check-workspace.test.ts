import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, check, edit, GET, RECORDS, REDIRECT, TASK } from '../../test/check-cases.ts';
import { assembleAssets } from '../loading/assemble-assets.ts';
import { editedSample } from '../testing/index.ts';
import { CHECK_CODES } from './check-codes.ts';
import { ABSENT, checkWorkspace } from './check-workspace.ts';

test('a good workspace has no finding at all', () => {
  expect(check()).toEqual([]);
});

test('every finding of an asset has its file, line and path', () => {
  const [finding] = check(edit(REDIRECT, 'reads.parcel.owner == contact', 'reads.parcel.ownr == contact'));
  expect(finding).toEqual({
    severity: 'error',
    code: 'expression_field_unknown',
    message:
      'reads.parcel.ownr == contact.external_id: reads.parcel.ownr does not exist: its schema has no key "ownr".',
    fix: 'Did you mean "owner"?',
    zh: {
      message: 'reads.parcel.ownr == contact.external_id：reads.parcel.ownr 不存在：它的结构没有键“ownr”。',
      fix: '是不是想写“owner”？',
    },
    file: REDIRECT,
    line: 28,
    path: 'preconditions[0].expect',
  });
});

test('what nobody uses is listed as a notice', () => {
  const findings = check(
    add(RECORDS, '---\nkind: record_schema\nid: spare\nversion: 1.0.0\nschema: { type: object }\n'),
  );
  expect(findings).toMatchObject([{ severity: 'notice', code: 'asset_without_use', path: 'id' }]);
});

test('what loading found stands in the result, each finding once and in order', () => {
  const findings = check(add(GET, 'efect: read\n'), edit(TASK, 'parcel_redirect@^2', 'parcel_redirect@^9'));
  expect(findings.filter(({ code }) => code === 'asset_key_unknown')).toHaveLength(1);
  expect(findings.filter(({ code }) => code === 'contract_unknown')).toHaveLength(2);
  const places = findings.map(({ file, line }) => `${file}:${String(line ?? 0).padStart(4, '0')}`);
  expect(places).toEqual([...places].sort());
});

test('what refers to an asset with mistakes is told that it was not loaded, and where', () => {
  const findings = check(add(REDIRECT, 'efect: write\n'));
  const finding = findings.find(({ code }) => code === 'contract_unknown');
  expect(finding?.message).toBe(
    `The capability_contract "parcel_redirect" has mistakes and was not loaded (${REDIRECT}:1).`,
  );
});

test.each([
  ['a key', 'efect: write\n'],
  ['a quotation mark', "title: { zh: 改派, en: 'Redirect }\n"],
  ['a tab', 'limits:\n\tper_contact: 5\n'],
])('while an asset has %s wrong, nothing is called unused for the lack of it, and its file is named', (_, mistake) => {
  const findings = check(add(REDIRECT, mistake));
  const unused = findings.filter(({ code }) =>
    /_without_(use|reader|writer|consumer|producer)$|^eval_cases/.test(code),
  );
  expect(unused).toEqual([]);
  expect(findings.find(({ code }) => code === 'findings_held_back')).toMatchObject({
    severity: 'notice',
    file: REDIRECT,
  });
  const unknown = findings.find(({ code }) => code === 'contract_unknown');
  expect(unknown?.message).toContain(`has mistakes and was not loaded (${REDIRECT}:`);
});

test('every code that is held back is one of the check', () => {
  for (const code of ABSENT) expect(CHECK_CODES.has(code), code).toBe(true);
});

test('whatever words of a workspace are exchanged, the check answers and says where', () => {
  const texts = editedSample();
  const words = [...new Set(texts.flatMap(({ text }) => text.match(/[\w.:]+/g) ?? []))];
  const exchange = fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words), fc.nat(5));
  fc.assert(
    fc.property(fc.array(exchange, { minLength: 1, maxLength: 3 }), (exchanges) => {
      const edited = texts.map(({ file, text }) => ({
        file,
        text: exchanges.reduce((before, [from, to, times]) => {
          let left = times;
          return before.replace(/[\w.:]+/g, (word) => (word === from && left-- > 0 ? to : word));
        }, text),
      }));
      for (const finding of checkWorkspace(assembleAssets(edited))) {
        expect(finding.message).not.toContain('undefined');
        expect(finding.line, finding.code).toBeGreaterThan(0);
      }
    }),
    { numRuns: 60 },
  );
});

test('an expression that a comma has cut in { } is told with the way out', () => {
  const findings = check(edit(GET, 'state: result.state, weight', 'state: result.states.map(s, s.id), weight'));
  expect(findings.find(({ code }) => code === 'asset_value_invalid')?.fix).toMatch(/quotes/);
});
