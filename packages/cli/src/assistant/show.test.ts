import type { JsonValue } from '@rolecall/base';
import { describe, expect, it } from 'vitest';
import { plainStyler } from '../terminal/style.ts';
import { widthOf } from '../terminal/wrap-spans.ts';
import { ASSISTANT_TEXTS } from './assistant-texts.ts';
import { CallLog, foldedCall, wholeCall } from './call-log.ts';
import { localTime } from './local-time.ts';
import { contextLines } from './show-context.ts';
import { diffLines } from './show-diff.ts';

const texts = ASSISTANT_TEXTS.zh;

function ended(input: Record<string, JsonValue>, output: JsonValue, isError = false) {
  const log = new CallLog();
  log.begin('c1', 'read_file', input);
  const call = log.end('c1', output, isError);
  if (!call) throw new Error('The call is not known.');
  return call;
}

describe('a call', () => {
  it('is one line, whatever it was given and answered', () => {
    const fold = (output: JsonValue, isError = false) =>
      foldedCall(ended({ path: '说明.md' }, output, isError), texts, plainStyler, 80);
    expect(fold({ lines: '1-3', total_lines: 3, text: 'x' })).toBe('✓ 1 read_file path: 说明.md → 3 行');
    expect(fold({ lines: '2-3', total_lines: 9, text: 'x' })).toBe('✓ 1 read_file path: 说明.md → 2-3 / 9');
    expect(fold('字'.repeat(700_000))).toBe('✓ 1 read_file path: 说明.md → 700,000 个字符');
    expect(fold({ error: 'denied_by_user' }, true)).toBe('✗ 1 read_file path: 说明.md → 未同意');
    expect(fold('\u001b[2Jx\ny')).toBe('✓ 1 read_file path: 说明.md → [2Jx ⏎ y');
    const long = foldedCall(ended({ content: '很'.repeat(900) }, '长'.repeat(59)), texts, plainStyler, 60);
    expect(widthOf(long)).toBeLessThanOrEqual(60);
  });

  it('is shown whole on demand, a long result up to a limit unless all of it is wanted', () => {
    const call = ended({ path: 'a' }, { text: '行\n'.repeat(20_000) });
    expect(wholeCall(call, texts, plainStyler, false).at(-1)).toContain('20,00');
    expect(wholeCall(call, texts, plainStyler, true).length).toBeGreaterThan(20_000);
  });

  it('is let go when later results have outgrown what is kept', () => {
    const log = new CallLog();
    for (let count = 1; count <= 4; count++) {
      log.begin(`c${count}`, 'x', {});
      log.end(`c${count}`, 'x'.repeat(9_000_000), false);
    }
    expect([log.get(1), log.get(2)]).toEqual([undefined, undefined]);
    expect(log.get(4)?.output).toHaveLength(9_000_000);
  });
});

it('a diff hides nothing and says what it leaves out', () => {
  expect(diffLines('@@ -1 +1 @@\n-a\n+b\u202ec\n', texts, plainStyler)).toEqual(['@@ -1 +1 @@', '-a', '+b‹U+202E›c']);
  expect(diffLines('+x\n'.repeat(1_000), texts, plainStyler).at(-1)).toContain('600');
  const [long = ''] = diffLines(`+${'字'.repeat(900_000)}\n`, texts, plainStyler);
  expect(long.length).toBeLessThan(5_000);
  expect(long).toContain('还有 896,001 个字符');
  expect(diffLines('-a\r\n+a\n', texts, plainStyler)).toEqual(['-a‹U+000D›', '+a']);
});

it('the context is a bar of its parts', () => {
  const occupancy = {
    windowTokens: 1_000,
    fixedTokens: 250,
    inputTokens: 25,
    reserveTokens: 150,
    availableTokens: 600,
    remainingTokens: 575,
    dialogueTokens: 517,
    isRunnable: true,
    historyTokens: 125,
    requestTokens: 400,
    share: 0.4,
    roundsLoaded: 3,
    roundsLeftOut: 1,
    roundsSummarised: 2,
    isFirstRoundLoaded: true,
    isEstimated: true,
  };
  const lines = contextLines(occupancy, texts, plainStyler, 80);
  expect(lines[0]).toBe(`[${'█'.repeat(16)}${'▒'.repeat(6)}${'░'.repeat(18)}] 40 %`);
  expect(lines.join('\n')).toContain('1,000 个词元中用了 400（估算）');
  expect(contextLines(undefined, texts, plainStyler, 80)).toEqual([texts.context.none]);
  for (const line of contextLines(occupancy, ASSISTANT_TEXTS.en, plainStyler, 36))
    expect(widthOf(line)).toBeLessThanOrEqual(36);
});

it('times are those of the clock of this person', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Asia/Shanghai';
  expect(localTime('2026-05-20T18:30:00Z')).toBe('2026-05-21 02:30');
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});
