import { type Language, RolecallError } from '@rolecall/base';
import {
  listSkills,
  type ResolvedStrategy,
  type RolePack,
  readSkillOf,
  resolveStrategy,
  type SkillPool,
} from '@rolecall/rolepack';
import { DEFAULT_WINDOW_TOKENS, isWindow, WINDOW_RANGE } from '../context-budget.ts';
import type { RoundTool, RoundToolCall } from '../round.ts';
import { roundOptionsFrom, type StrategyOptions } from '../round-options.ts';
import { type AgentTool, roundToolOf } from '../tools/agent-tool.ts';
import { withApproval, withStartRecord } from '../tools/approve-writes.ts';
import { askPolicyOf, askUserTool, type PutQuestion } from '../tools/ask-user.ts';
import { type CapabilityState, capabilityStates, TOOLS_OF_CAPABILITY } from '../tools/capability-tools.ts';
import { runCodeTool } from '../tools/code/code-tool.ts';
import { exposeTools } from '../tools/expose-tools.ts';
import { type McpServerState, type McpTakeover, mcpTools, preferServers } from '../tools/mcp-tools.ts';
import { readResultTool } from '../tools/read-result.ts';
import { type SkillShelf, skillTools } from '../tools/skill-tools.ts';
import { type PlannedTask, taskPlanTool } from '../tools/task-plan.ts';
import { webFetchTool, webSearchTool } from '../tools/web/web-tools.ts';
import { workspaceTools } from '../tools/workspace/workspace-tools.ts';
import { agentEntry, type QuestionData } from './agent-entries.ts';
import type { AgentOptions } from './agent-options.ts';
import { agentStableText } from './agent-prompt.ts';

/** What all conversations of an agent share. */
export interface AgentKit {
  readonly options: AgentOptions;
  readonly strategy: ResolvedStrategy;
  readonly roundOptions: StrategyOptions;
  readonly language: Language;
  readonly stableText: string;
  readonly servers: readonly McpServerState[];
  readonly takeovers: readonly McpTakeover[];
  /** What each capability that the pack declares comes to. */
  readonly capabilities: readonly CapabilityState[];
  /** A given tool past the question whether it may run: a person has said so. */
  recordedTool(name: string): RoundTool | undefined;
  /** The tools of one conversation, sorted by name. */
  toolsFor(conversation: ConversationTools): readonly RoundTool[];
}

/** What the tools of a conversation know of it. */
export interface ConversationTools {
  readonly asked: () => number;
  readonly tasks: () => readonly PlannedTask[];
  readonly findResult: (reference: string) => Promise<string | undefined>;
  /** The tools of its memory, if there is one. */
  readonly memory: readonly RoundTool[] | undefined;
}

/** Puts the parts of an agent together, once; connects the pack's servers where the host has consented to them. */
export async function openKit(options: AgentOptions): Promise<AgentKit> {
  const { rolePack, limits = {}, mcp } = options;
  reportWindow(options);
  const language = options.language ?? 'zh';
  // Without a pack there are no limits of a pack.
  const strategy = rolePack?.strategy ?? resolveStrategy({ global: { tokenBudget: 0, stepBudget: 0 } });
  const { tools: ofServers, servers } = await mcpTools({
    transport: mcp?.transport,
    offers: rolePack?.mcpServers ?? [],
    isConsented: rolePack !== undefined && mcp?.consentedDigests.includes(rolePack.digest) === true,
    capabilityOf: mcp?.capabilityOf,
  });
  const declared = rolePack?.capabilities ?? [];
  const { tools, takeovers } = preferServers(hostTools(options, language), ofServers, declared);
  const isConfirmed = strategy.act.toolApproval === 'confirm' || options.confirmWrites === true;
  const recorded = tools.map((tool) => withStartRecord(roundToolOf(tool, language)));
  const given = isConfirmed ? recorded.map((tool) => withApproval(tool, language, options.approveNow)) : recorded;
  const shelf = skillShelfOf(rolePack, options.skills);
  const policy = askPolicyOf(strategy);
  const shown = exposeTools(given, rolePack?.capabilities, strategy.act);
  const own = [...RESIDENT, ...(options.memory ? MEMORY : [])].map((name) => ({ name, capability: undefined }));
  const ofSkills = skillTools(shelf, language);
  const toolsFor = toolsOfConversations(
    given,
    ({ asked, tasks, findResult, memory }) => [
      ...ofSkills,
      taskPlanTool(language, tasks),
      readResultTool(language, findResult),
      ...(memory ?? []),
      ...(policy ? [askUserTool({ policy, language, asked, put: putQuestion })] : []),
    ],
    (tools) => exposeTools(tools, rolePack?.capabilities, strategy.act),
  );
  return {
    options,
    strategy,
    roundOptions: roundOptionsFrom(strategy, limits),
    language,
    stableText: agentStableText(options, policy !== undefined, language),
    servers,
    takeovers,
    capabilities: capabilityStates(declared, strategy.act.toolMode === 'block' ? [] : [...shown, ...own]),
    recordedTool: (name) => recorded.find((tool) => tool.name === name),
    toolsFor,
  };
}

/**
 * The tools of each conversation, those of its own among those that all share. Which are shown and in which order is the
 * same in all of them, and settled with the first.
 */
function toolsOfConversations(
  given: readonly RoundTool[],
  ownTools: (conversation: ConversationTools) => readonly RoundTool[],
  expose: (tools: readonly RoundTool[]) => readonly RoundTool[],
): AgentKit['toolsFor'] {
  const givenNames = new Set(given.map(({ name }) => name));
  let places: readonly (RoundTool | number)[] | undefined;
  return (conversation) => {
    const own = ownTools(conversation);
    // A host's tool of the same name is meant to stand in for ours.
    places ??= expose([...given, ...own.filter(({ name }) => !givenNames.has(name))]).map((tool) =>
      own.includes(tool) ? own.indexOf(tool) : tool,
    );
    return places.map((place) => (typeof place === 'number' ? (own[place] as RoundTool) : place));
  };
}

/** A question of an agent is on record as soon as it is asked, and its call waits for the answer. */
function putQuestion(question: QuestionData, { id, step }: RoundToolCall): PutQuestion {
  return { entries: [agentEntry('agent.question', question), agentEntry('agent.call_waits', { id }, step)] };
}

/** The skills of a pack and of the global pool. One that is read is on record with its text. */
function skillShelfOf(pack: RolePack | undefined, pool: SkillPool | undefined): SkillShelf {
  return {
    skills: listSkills(pack, pool),
    read: (name, file) => readSkillOf(pack, pool, name, file),
    record: (skill) => agentEntry('agent.skill', skill),
  };
}

const RESIDENT: readonly string[] = TOOLS_OF_CAPABILITY['task:plan'] ?? [];
const MEMORY: readonly string[] = TOOLS_OF_CAPABILITY['memory:recall'] ?? [];

/** A tool exists only if its port is given; one that is given by itself stands in for ours of the same name. */
function hostTools(
  { tools = [], workspace, webSearch, webFetch, codeRunner }: AgentOptions,
  language: Language,
): readonly AgentTool[] {
  const names = new Set(tools.map(({ name }) => name));
  const ofPorts = [
    ...(workspace ? workspaceTools(workspace, language) : []),
    ...(webSearch ? [webSearchTool(webSearch, language)] : []),
    ...(webFetch ? [webFetchTool(webFetch, language)] : []),
    ...(codeRunner ? [runCodeTool(codeRunner, language)] : []),
  ];
  return [...tools, ...ofPorts.filter(({ name }) => !names.has(name))];
}

/** A setting that cannot be followed is told, not bent. */
function reportWindow({ limits, onProblem }: AgentOptions): void {
  const setting = limits?.windowTokens;
  if (setting === undefined || isWindow(setting)) return;
  const { min, max } = WINDOW_RANGE;
  onProblem?.(
    new RolecallError({
      code: 'window_out_of_range',
      message: {
        en: `A window of ${setting} tokens is not taken; ${DEFAULT_WINDOW_TOKENS} are used.`,
        zh: `不接受 ${setting} 个 token 的窗口；使用 ${DEFAULT_WINDOW_TOKENS}。`,
      },
      hint: {
        en: `Set limits.windowTokens to a number from ${min} to ${max}.`,
        zh: `把 limits.windowTokens 设为 ${min} 到 ${max} 的数字。`,
      },
    }),
  );
}
