import type { JsonObject, JsonValue, Language } from '@rolecall/base';
import { RolecallError } from '@rolecall/base';
import type { RoundTool, RoundToolResult } from '../round.ts';
import {
  type MemoryAnswer,
  type MemoryPort,
  type MemoryQuery,
  type RoundSummary,
  SUMMARY_TYPES,
} from './memory-port.ts';
import { MOST_HITS } from './search/search-memories.ts';

export interface MemoryToolsOptions {
  /** In which the tools are described. */
  readonly language: Language;
  /** The rounds that stand in the context just now, as they are or as their summary: never among the hits. */
  readonly roundsInContext?: (() => readonly string[]) | undefined;
}

const MOST_SESSIONS = 100;
const SOURCES = ['summary', 'original'] as const;

/** `memory_search`, `trace_summary` and `list_sessions` over the memory of one scope. They only read. */
export function memoryTools(memory: MemoryPort, options: MemoryToolsOptions): readonly RoundTool[] {
  return [listSessions(memory, options), memorySearch(memory, options), traceSummary(memory, options)];
}

function memorySearch(memory: MemoryPort, { language, roundsInContext }: MemoryToolsOptions): RoundTool {
  const zh = language === 'zh';
  const say = (chinese: string, english: string) => ({ description: zh ? chinese : english });
  return {
    name: 'memory_search',
    title: zh ? '搜索记忆' : 'Search the memory',
    ...say(
      '在以往轮次的记忆里搜索。上下文里没有、而用户提到以前说过的事时使用。问题里的日期（上周五、5月8日）会作为时间条件。',
      'Searches what was said in earlier rounds. For what the user refers to and the context does not hold. Dates in the query (last Friday, May 8) narrow it to that time.',
    ),
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', ...say('用户的原话或关键词', 'The words of the user, or key words') },
        source: {
          type: 'string',
          enum: [...SOURCES],
          ...say('只搜摘要或只搜原话', 'Only summaries, or only what was said'),
        },
        type: { type: 'string', enum: [...SUMMARY_TYPES] },
        time: {
          type: 'string',
          ...say(
            '时间：2026-03-01、2026-03、两天以 / 相连，或上周五等',
            'A day, a month, two days with / between them, or words such as last March',
          ),
        },
        limit: { type: 'integer', minimum: 1, maximum: MOST_HITS },
      },
      required: ['query'],
      additionalProperties: false,
    },
    effect: 'read',
    execute: (call) => answering(() => search(memory, call.input, roundsInContext?.() ?? [])),
  };
}

async function search(memory: MemoryPort, input: JsonObject, inContext: readonly string[]): Promise<RoundToolResult> {
  const query = readQuery(input);
  if ('problem' in query) return refused('argument_invalid', query.problem);
  return { output: told(await memory.search({ ...query, exceptRounds: inContext })) };
}

function readQuery(input: JsonObject): MemoryQuery | { readonly problem: string } {
  const { query, source, type, time, limit } = input;
  if (typeof query !== 'string' || (query.trim() === '' && typeof time !== 'string'))
    return { problem: 'query must be text' };
  const knownSource = SOURCES.find((known) => known === source);
  if (source !== undefined && !knownSource) return { problem: `source must be one of ${SOURCES.join(', ')}` };
  const knownType = SUMMARY_TYPES.find((known) => known === type);
  if (type !== undefined && !knownType) return { problem: `type must be one of ${SUMMARY_TYPES.join(', ')}` };
  if (time !== undefined && typeof time !== 'string') return { problem: 'time must be text' };
  const isCount = typeof limit === 'number' && Number.isInteger(limit) && limit >= 1;
  if (limit !== undefined && !isCount) return { problem: 'limit must be a whole number from 1 on' };
  return { query, source: knownSource, type: knownType, time, limit: isCount ? limit : undefined };
}

function told({ hits, time, isTimeRelaxed, problem }: MemoryAnswer): JsonObject {
  return {
    hits: hits.map(({ summary }) => toldSummary(summary)),
    ...(time ? { time: `${time.from}/${time.to}` } : {}),
    ...(isTimeRelaxed ? { note: 'Nothing is remembered of that time; these are from any time.' } : {}),
    ...(problem ? { problem: problem.code } : {}),
  };
}

function toldSummary({
  id,
  round,
  session,
  at,
  type,
  text,
  verbatim,
  supersedes,
  supersededBy,
}: RoundSummary): JsonObject {
  return {
    id,
    round,
    session,
    at,
    type,
    text,
    ...(verbatim.length > 0 ? { verbatim } : {}),
    ...(supersedes.length > 0 ? { supersedes } : {}),
    ...(supersededBy === undefined ? {} : { superseded_by: supersededBy }),
  };
}

function traceSummary(memory: MemoryPort, { language }: MemoryToolsOptions): RoundTool {
  const zh = language === 'zh';
  return {
    name: 'trace_summary',
    title: zh ? '回溯摘要' : 'Trace a summary',
    description: zh ? '打开一条摘要对应的原始对话。' : 'Opens what was said in the round behind a summary.',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    },
    effect: 'read',
    execute: ({ input }) => answering(() => trace(memory, input.id)),
  };
}

async function trace(memory: MemoryPort, id: JsonValue | undefined): Promise<RoundToolResult> {
  if (typeof id !== 'string') return refused('argument_invalid', 'id must be text');
  const found = await memory.trace(id);
  if (!found) return refused('summary_unknown', `There is no summary "${id}".`);
  return {
    output: { ...toldSummary(found.summary), original: { user: found.original.input, reply: found.original.reply } },
  };
}

function listSessions(memory: MemoryPort, { language }: MemoryToolsOptions): RoundTool {
  const zh = language === 'zh';
  return {
    name: 'list_sessions',
    title: zh ? '列出会话' : 'List sessions',
    description: zh
      ? '列出有记忆的会话，新的在前。'
      : 'Lists the sessions of which something is remembered, newest first.',
    inputSchema: {
      type: 'object',
      properties: { limit: { type: 'integer', minimum: 1, maximum: MOST_SESSIONS } },
      additionalProperties: false,
    },
    effect: 'read',
    execute: ({ input }) => answering(() => sessions(memory, input.limit)),
  };
}

async function sessions(memory: MemoryPort, limit: JsonValue | undefined): Promise<RoundToolResult> {
  const isCount = typeof limit === 'number' && Number.isInteger(limit) && limit >= 1;
  if (limit !== undefined && !isCount) return refused('argument_invalid', 'limit must be a whole number from 1 on');
  const found = await memory.sessions(isCount ? Math.min(limit, MOST_SESSIONS) : undefined);
  return { output: { sessions: found.map(({ session, rounds, from, to }) => ({ session, rounds, from, to })) } };
}

function refused(code: string, message: string): RoundToolResult {
  return { output: { status: 'error', code, message }, isError: true };
}

/** What lies in the input, such as a time that is none, goes back to the model; a storage that fails is thrown. */
async function answering(work: () => Promise<RoundToolResult>): Promise<RoundToolResult> {
  try {
    return await work();
  } catch (error) {
    if (RolecallError.is(error) && error.code === 'memory_time_unclear')
      return refused(error.code, `${error.message} ${error.hint ?? ''}`.trim());
    throw error;
  }
}
