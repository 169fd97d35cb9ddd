import type { JsonObject, Language } from '@rolecall/base';
import type { RoundToolResult } from '../../round.ts';
import { type AgentTool, inputProblem, textInput } from '../agent-tool.ts';
import type { CodeOutcome, CodeRunner } from './code-runner.ts';

const MOST_CODE = 100_000;

/** `run_code` over a runner of the host's. It counts as a write: what it may reach is the host's to say. */
export function runCodeTool(runner: CodeRunner, language: Language): AgentTool {
  const zh = language === 'zh';
  const inputSchema: JsonObject = {
    type: 'object',
    properties: {
      code: { type: 'string' },
      language: { type: 'string', enum: [...runner.languages] },
      input: { type: 'string' },
    },
    required: ['code'],
  };
  return {
    name: 'run_code',
    title: zh ? '运行代码' : 'Run code',
    description: descriptionOf(runner, zh),
    inputSchema,
    effect: 'write',
    capability: 'code:execute',
    preview: async ({ input }) => {
      const { code, problem } = requested(input, runner, zh);
      if (problem) return { refused: problem };
      const stdin = textInput(input, 'input');
      return { text: `${code}${stdin === undefined ? '' : `\n\n< ${stdin}`}` };
    },
    async execute({ input, signal }) {
      const { code, language: named, problem } = requested(input, runner, zh);
      if (problem) return problem;
      const stdin = typeof input.input === 'string' ? input.input : undefined;
      return told(await runner.run({ code, language: named, input: stdin, signal }), runner, zh);
    },
  };
}

function descriptionOf({ languages, isolation, limits }: CodeRunner, zh: boolean): string {
  const seconds = limits.timeMs / 1_000;
  const megabytes = Math.round(limits.memoryBytes / 1_000_000);
  const network = isolation.network === 'denied';
  const files = isolation.files === 'own_folder';
  if (zh) {
    return [
      `运行一段代码（${languages.join('、')}）来计算或处理数据，打印到标准输出的就是结果；没有状态留到下一次。`,
      `限时 ${seconds} 秒，内存 ${megabytes} MB；${network ? '不能联网' : '可以联网'}；${files ? '只有一个空的临时文件夹，不能读写工作文件夹，数据写在代码里或用 input 传入' : '可以读写文件'}。`,
    ].join('');
  }
  return [
    `Runs code (${languages.join(', ')}) to calculate or to work on data; what it prints to standard output is the result. Nothing is kept for the next run.`,
    `It has ${seconds} s and ${megabytes} MB, ${network ? 'no network' : 'the network'}, ${files ? 'an empty temporary folder and no other files: put data in the code or pass it as input' : 'files'}.`,
  ].join(' ');
}

function requested(
  input: JsonObject,
  { languages }: CodeRunner,
  zh: boolean,
): { code: string; language: string | undefined; problem?: RoundToolResult } {
  const code = textInput(input, 'code') ?? '';
  const language = textInput(input, 'language');
  if (code === '')
    return { code, language, problem: inputProblem('code_missing', zh ? '缺少 code。' : 'The code is missing.') };
  if (code.length > MOST_CODE)
    return { code, language, problem: inputProblem('code_too_long', zh ? '代码太长。' : 'The code is too long.') };
  if (language !== undefined && !languages.includes(language)) {
    const known = languages.join(', ');
    const message = zh ? `只能运行：${known}。` : `Only these can be run: ${known}.`;
    return { code, language, problem: inputProblem('language_unknown', message) };
  }
  return { code, language };
}

const ENDS: Readonly<Record<Exclude<CodeOutcome['end'], 'ended'>, { readonly zh: string; readonly en: string }>> = {
  timed_out: { zh: '超过时限，已结束。', en: 'It ran over the time limit and was ended.' },
  out_of_memory: { zh: '内存超限，已结束。', en: 'It needed more memory than the limit and was ended.' },
  output_too_large: {
    zh: '输出超限，已结束；以下是之前的输出。',
    en: 'It wrote more than the limit and was ended; this came before.',
  },
  aborted: { zh: '已中止。', en: 'It was stopped.' },
  not_started: { zh: '没有运行起来。', en: 'It did not start.' },
};

function told(outcome: CodeOutcome, { limits }: CodeRunner, zh: boolean): RoundToolResult {
  const { end, exitCode, output, errors } = outcome;
  const said = {
    ...(exitCode === undefined || exitCode === 0 ? {} : { exit_code: exitCode }),
    output,
    ...(errors === '' ? {} : { errors }),
  };
  if (end === 'ended') {
    const silent =
      output === '' && errors === '' ? { note: zh ? '没有任何输出；请打印结果。' : 'Nothing was printed.' } : {};
    return exitCode === 0
      ? { output: { ...said, ...silent } }
      : { output: { error: 'code_failed', ...said }, isError: true };
  }
  const limit =
    end === 'timed_out'
      ? { limit: `${limits.timeMs} ms` }
      : end === 'output_too_large'
        ? { limit: `${limits.outputBytes} bytes` }
        : {};
  return { output: { error: end, message: ENDS[end][zh ? 'zh' : 'en'], ...limit, ...said }, isError: true };
}
