import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { libraryDesk } from '../testing/library-desk.ts';
import { toolsOf } from '../testing/prompt.ts';
import { createMatcher } from './matcher.ts';
import { matcherProviderOptions } from './matcher-options.ts';
import { fitsSchema } from './value-schema.ts';

const matcher = createMatcher();
const desk = libraryDesk({
  choices: [{ capability: 'loan:list', path: 'loans', values: ['L204981', { loan_id: 'L204982' }, 7, null] }],
});
const tools = toolsOf(desk);
const capabilities = new Map(desk.capabilities.map((capability) => [capability.tool, capability]));

/** Pieces that readers write, so that random texts reach every part of the planner. */
const PIECES = [
  '续借',
  '取消',
  '预约',
  '自习室',
  '不要',
  '别',
  'L204981',
  'ＲＢ－１０２４',
  'RB-1024',
  '#B20418',
  '明天',
  '5月1日',
  '下周三',
  '两小时',
  '十二',
  '第二本',
  '《三体》',
  '“',
  '：',
  '，',
  '。',
  ' ',
  '\n',
  'renew',
  'cancel',
  "don't",
  'book',
  'not',
  'twenty-one',
  '2025-02-30',
  '(',
  '[',
  '\\',
  '\u0000',
  '\ud800',
  '😀',
] as const;
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')),
);
const toolName = fc.oneof(fc.constantFrom(...capabilities.keys(), 'why_not'), fc.string({ maxLength: 8 }));
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<never>;
const outcome = fc.oneof(
  json,
  fc.record(
    {
      status: fc.constantFrom('blocked', 'succeeded', 'failed', 'unknown', 'awaiting_confirmation'),
      code: fc.constantFrom('argument_missing', 'argument_invalid', 'guard_failed'),
      argument: fc.constantFrom('booking', 'reason', 'message', 'people', 'day', '__proto__'),
      told: fc.boolean(),
      say: fc.string({ maxLength: 5 }),
      result: json,
    },
    { requiredKeys: [] },
  ),
) as fc.Arbitrary<never>;
const input = fc.oneof(json, fc.dictionary(fc.constantFrom('booking', 'reason', 'people', 'loan_id'), json));
const output = fc.oneof(
  fc.record({ type: fc.constant('json' as const), value: outcome }),
  fc.record({ type: fc.constant('error-text' as const), value: words }),
  fc.record({ type: fc.constant('execution-denied' as const) }),
  fc.record({
    type: fc.constant('content' as const),
    value: fc.array(fc.record({ type: fc.constant('text' as const), text: words })),
  }),
);
const id = fc.constantFrom('1', '2', 'matcher_1', 'matcher_2');
const message: fc.Arbitrary<LanguageModelV4Message> = fc.oneof(
  fc.record({ role: fc.constant('system' as const), content: words }),
  fc.record({
    role: fc.constant('user' as const),
    content: fc.array(fc.record({ type: fc.constant('text' as const), text: words }), { maxLength: 2 }),
  }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant('text' as const), text: words }),
        fc.record({ type: fc.constant('tool-call' as const), toolCallId: id, toolName, input }),
      ),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    role: fc.constant('tool' as const),
    content: fc.array(fc.record({ type: fc.constant('tool-result' as const), toolCallId: id, toolName, output }), {
      maxLength: 2,
    }),
  }),
);
const prompt: fc.Arbitrary<LanguageModelV4Prompt> = fc.oneof(
  fc.array(message, { maxLength: 8 }),
  fc
    .tuple(fc.array(message, { maxLength: 5 }), words)
    .map(([before, text]): LanguageModelV4Prompt => [...before, { role: 'user', content: [{ type: 'text', text }] }]),
);

test('any prompt is answered, and the same prompt the same way', async () => {
  const providerOptions = matcherProviderOptions(desk);
  await fc.assert(
    fc.asyncProperty(prompt, async (random) => {
      const first = await matcher.doGenerate({ prompt: random, tools, providerOptions });
      const again = await createMatcher().doGenerate({
        prompt: structuredClone(random),
        tools,
        providerOptions: structuredClone(providerOptions),
      });
      expect(again).toEqual(first);
    }),
    { numRuns: 400 },
  );
});

test('whatever it calls exists, and every value from a single message fits its schema', async () => {
  const providerOptions = matcherProviderOptions(desk);
  await fc.assert(
    fc.asyncProperty(words, async (text) => {
      const { content } = await matcher.doGenerate({
        prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
        tools,
        providerOptions,
      });
      for (const part of content) {
        if (part.type !== 'tool-call' || part.toolName === 'why_not') continue;
        const capability = capabilities.get(part.toolName)!;
        for (const [name, value] of Object.entries(JSON.parse(part.input) as Record<string, never>)) {
          expect(fitsSchema(value, capability.arguments[name]!.schema)).toBe(true);
        }
      }
    }),
    { numRuns: 600 },
  );
});

test('a round never makes a call after a result', async () => {
  const providerOptions = matcherProviderOptions(desk);
  await fc.assert(
    fc.asyncProperty(prompt, words, toolName, outcome, async (before, text, tool, value) => {
      const round: LanguageModelV4Prompt = [
        ...before,
        { role: 'user', content: [{ type: 'text', text }] },
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'r', toolName: tool, input: {} }] },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'r', toolName: tool, output: { type: 'json', value } }],
        },
      ];
      const { content } = await matcher.doGenerate({ prompt: round, tools, providerOptions });
      expect(content.filter((part) => part.type === 'tool-call')).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('a message of 20,000 characters is planned', async () => {
  const texts = ['不要取消', '二八九零', 'W289-', 'cancel my booking ', '5月', '“《', '别', 'a@a.'].map((piece) =>
    piece.repeat(20_000 / piece.length),
  );
  for (const text of texts) {
    const { content } = await matcher.doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
      tools,
      providerOptions: matcherProviderOptions(desk),
    });
    expect(content.length).toBeLessThan(2);
  }
});
