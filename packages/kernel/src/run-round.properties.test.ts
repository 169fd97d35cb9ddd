import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesOfRound } from './entries.ts';
import { runRound } from './run-round.ts';
import { anyHistory, anyText } from './testing/arbitrary-history.ts';
import { arrangeRound, dataOf, tool } from './testing/builders.ts';
import { orphansIn } from './testing/orphans.ts';
import { runWriting } from './testing/run-writing.ts';
import type { ScriptedStep } from './testing/scripted-model.ts';

const HUGE = '巨大的结果𠮷👨‍👩‍👧龘 #W2890441\n';
/** A persona, rules and a skill list that hold what careless cuts break. */
const STABLE = '你是𠮷田。\n## 规则\n- 不改一字👨‍👩‍👧。\n## 技能\n- `写作`: 龘龘\n';

const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom('huge', 'echo', 'boom', 'nothing'), { minLength: 1, maxLength: 4 }),
  },
  { weight: 1, arbitrary: fc.constant<'compress'>('compress') },
  { weight: 1, arbitrary: fc.constant<'overflow'>('overflow') },
  { weight: 1, arbitrary: fc.constant<'skill'>('skill') },
);

function scriptOf(steps: readonly (readonly string[] | string)[]): ScriptedStep[] {
  return steps.map((step, number): ScriptedStep => {
    if (step === 'overflow') return { error: { status: 400, message: 'prompt is too long' } };
    const names = Array.isArray(step) ? step : step === 'compress' ? ['compress_context', 'echo'] : ['skill', 'huge'];
    return {
      text: '',
      calls: names.map((name: string, index: number) => ({ name, input: { n: number * 10 + index } })),
    };
  });
}

describe('whatever a round goes through', () => {
  it('stable text, active skills and input reach the model byte for byte, and no call is parted from its result', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory,
        fc.array(anyStep, { maxLength: 6 }),
        anyText.filter((text) => text.trim() !== ''),
        fc.array(anyText, { maxLength: 6 }),
        fc.record({
          windowTokens: fc.integer({ min: 3_000, max: 12_000 }),
          repeat: fc.integer({ min: 1, max: 900 }),
          keeps: fc.boolean(),
          summarised: fc.integer({ min: 0, max: 30 }),
          correction: fc.constantFrom(0.9, 1, 1.4),
          review: fc.boolean(),
        }),
        async (history, steps, text, skillTexts, setting) => {
          const kept: string[] = [];
          let readAt = Number.POSITIVE_INFINITY;
          const activeSkills = skillTexts.slice(0, 5).map((body, index) => ({ name: `s${index}`, text: body }));
          const newSkill = { name: 'neu', text: '新技能𠮷：一字不改。' };
          const steering = ['插一句'];
          const script = [...scriptOf(steps), '完成', '再次完成', '收尾'];
          const { input, model } = arrangeRound(
            ({ tools }, number) => (tools ? (script[number - 1] ?? '完') : '摘要或收尾'),
            {
              stableText: STABLE,
              history,
              input: text,
              activeSkills,
              summaries: new Map(
                history
                  .slice(0, setting.summarised)
                  .map(({ round }) => [round, { id: `m_${round}`, text: `摘要${round}` }]),
              ),
              tools: [
                tool('huge', 'read', ({ input: { n } }) => ({ output: `${n}${HUGE.repeat(setting.repeat)}` })),
                tool('echo', 'write', ({ input: given }) => ({ output: given })),
                tool('boom', 'read', () => {
                  throw new Error('boom');
                }),
                tool('skill', 'read', () => {
                  readAt = Math.min(readAt, model.calls.length);
                  return { output: { status: 'active' }, activates: newSkill };
                }),
              ],
              ports: {
                onToolThrew: () => undefined,
                takeSteering: () => (model.calls.length === 2 ? steering.splice(0) : []),
                ...(setting.keeps ? { keepResult: (whole: string) => `ref${kept.push(whole)}` } : {}),
              },
            },
            {
              windowTokens: setting.windowTokens,
              countCorrection: setting.correction,
              offersCompress: true,
              selfReview: setting.review,
              maxIterations: 12,
              language: 'zh',
            },
          );
          const { result, entries } = await runWriting(runRound(input));
          const requests = model.calls.filter(({ prompt }) => JSON.stringify(prompt[0]).includes('你是𠮷田'));
          for (const { prompt } of requests) {
            const [system] = prompt;
            const content = system?.role === 'system' ? system.content : '';
            expect(content.startsWith(STABLE)).toBe(true);
            const expected =
              model.calls.findIndex((call) => call.prompt === prompt) >= readAt
                ? [...activeSkills, newSkill].slice(-5)
                : activeSkills;
            for (const skill of expected) expect(content).toContain(`>\n${skill.text}\n</skill>`);
            const inputs = prompt.filter(
              ({ role, content: parts }) =>
                role === 'user' &&
                Array.isArray(parts) &&
                parts.some((part) => part.type === 'text' && part.text === text),
            );
            expect(inputs.length).toBeGreaterThan(0);
            expect(orphansIn(prompt)).toEqual([]);
            expect(JSON.stringify(prompt).isWellFormed()).toBe(true);
          }
          if (result.end === 'refused' && result.problem?.code !== 'model_context_overflow')
            expect(requests).toEqual([]);
          else expect(requests.length).toBeGreaterThan(0);
          expect(messagesOfRound(entries)).toEqual(result.messages);
          expect(dataOf(entries, 'kernel.large_result').map(({ text: whole }) => whole)).toEqual(kept);
          expect(dataOf(entries, 'kernel.compressed').length).toBeLessThanOrEqual(steps.length);
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);
});
