import { describe } from 'vitest';
import { edit, REDIRECT, runCases } from '../../test/check-cases.ts';

describe('claims', () => {
  runCases([
    [
      'compile',
      edit(REDIRECT, "pattern: '已(为您)?改投|", "pattern: '已(?!未)改投|"),
      'pattern_invalid claims[0].pattern',
    ],
    [
      'do not match what is said of a failure',
      edit(REDIRECT, "pattern: '已(为您)?改投|", "pattern: '改投|"),
      'claim_matches_failure_text claims[0].pattern',
    ],
    [
      'do not match how a business words a failure',
      [edit(REDIRECT, "pattern: '已(为您)?改投|", "pattern: '抱歉|"), edit(REDIRECT, '已改投，费用', '完成，费用')],
      'claim_matches_failure_text claims[0].pattern',
    ],
  ]);
});
