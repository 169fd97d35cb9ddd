import { type Finding, findingWords } from '@rolecall/base';
import { describe, expect, test } from 'vitest';
import { sarifLog } from './sarif.ts';

const FINDINGS: readonly Finding[] = [
  {
    severity: 'error',
    code: 'contract_unknown',
    ...findingWords({ en: 'None.', zh: '没有。' }, { en: 'Add one.', zh: '加一个。' }),
    file: 'assets/任务.yaml',
    line: 3,
    path: 'id',
  },
  {
    severity: 'notice',
    code: 'waiver_in_use',
    ...findingWords({ en: 'Because.', zh: '因为。' }),
    file: 'assets/a.yaml',
    line: 9,
  },
  { severity: 'warning', code: 'contract_unknown', ...findingWords({ en: 'Nowhere.', zh: '无处。' }) },
];
const LOG = sarifLog(FINDINGS, '1.2.3', 'en');

describe('a SARIF log', () => {
  test('has one rule for each code, and each result points to its own', () => {
    expect(LOG).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              version: '1.2.3',
              rules: [
                { id: 'contract_unknown', shortDescription: { text: 'a contract that does not exist' } },
                { id: 'waiver_in_use' },
              ],
            },
          },
          results: [
            { ruleIndex: 0, level: 'error' },
            { ruleIndex: 1, level: 'note' },
            { ruleIndex: 0, level: 'warning' },
          ],
        },
      ],
    });
  });

  test('places a finding in its file and line, and one without a place nowhere', () => {
    expect(LOG).toMatchObject({
      runs: [
        {
          results: [
            {
              message: { text: 'None. Add one.' },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'assets/%E4%BB%BB%E5%8A%A1.yaml' },
                    region: { startLine: 3 },
                  },
                  logicalLocations: [{ fullyQualifiedName: 'id' }],
                },
              ],
            },
            {},
            expect.not.objectContaining({ locations: expect.anything() }),
          ],
        },
      ],
    });
  });

  test('speaks the language asked for', () => {
    expect(sarifLog(FINDINGS, '1.2.3', 'zh')).toMatchObject({
      runs: [
        {
          tool: { driver: { rules: [{ shortDescription: { text: '引用的契约不存在' } }, {}] } },
          results: [{ message: { text: '没有。加一个。' } }, { message: { text: '因为。' } }, {}],
        },
      ],
    });
  });
});
