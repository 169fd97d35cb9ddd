import type { Language } from '@rolecall/base';
import type { RoundTool } from '../round.ts';
import { beforePair } from '../shorten-results.ts';
import { inputProblem, textInput } from './agent-tool.ts';

/** One page of a kept result, in characters. */
const PAGE_CHARACTERS = 4_000;
const MOST_PAGE_CHARACTERS = 12_000;

/** One object for all rounds: a schema is counted once for as long as it lives. */
const READ_RESULT_INPUT = {
  type: 'object',
  properties: {
    reference: { type: 'string' },
    offset: { type: 'integer', minimum: 0 },
    limit: { type: 'integer', minimum: 1, maximum: MOST_PAGE_CHARACTERS },
    find: { type: 'string' },
  },
  required: ['reference'],
};

/**
 * `read_result`: reads on in a tool result that was too large for the context. `find` answers the whole text, `quote` marks a
 * page as a material.
 */
export function readResultTool(
  language: Language,
  find: (reference: string) => Promise<string | undefined>,
  quote: (page: string) => string = (page) => page,
): RoundTool {
  const zh = language === 'zh';
  return {
    name: 'read_result',
    title: zh ? '读取完整结果' : 'Read a result',
    description: zh
      ? '继续读取被截短的工具结果。reference 取自截短处；offset 为字符位置；find 给出要查找的文字时，从它第一次出现处读起。'
      : 'Reads on in a tool result that was shortened. reference stands where it was cut; offset is a position in characters; with find, reads from where that text occurs next.',
    inputSchema: READ_RESULT_INPUT,
    effect: 'read',
    async execute({ input }) {
      const reference = textInput(input, 'reference');
      const text = reference === undefined ? undefined : await find(reference);
      if (text === undefined) {
        return inputProblem(
          'reference_unknown',
          zh ? '没有这个 reference 的结果。' : 'No result is kept under this reference.',
        );
      }
      const wanted = typeof input.offset === 'number' ? Math.max(0, Math.floor(input.offset)) : 0;
      const sought = textInput(input, 'find');
      const found = sought === undefined ? wanted : text.indexOf(sought, wanted);
      if (found < 0) return { output: { found: false, total: text.length } };
      const limit =
        typeof input.limit === 'number' ? Math.min(MOST_PAGE_CHARACTERS, Math.max(1, input.limit)) : PAGE_CHARACTERS;
      const start = beforePair(text, Math.min(found, text.length));
      // A page of one pair of code units still moves on.
      const end = Math.max(
        beforePair(text, Math.min(text.length, start + Math.floor(limit))),
        Math.min(text.length, start + 2),
      );
      const next = end < text.length ? { next_offset: end } : {};
      return {
        output: { text: quote(text.slice(start, end)), offset: start, total: text.length, ...next },
        isWhole: true,
      };
    },
  };
}
