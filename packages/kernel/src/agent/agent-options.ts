import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Clock, Language } from '@rolecall/base';
import type { RolePack, SkillPool } from '@rolecall/rolepack';
import type { MemoryPort } from '../memory/memory-port.ts';
import type { TokenCounter } from '../token-counter.ts';
import type { AgentTool } from '../tools/agent-tool.ts';
import type { ApproveNow } from '../tools/approve-writes.ts';
import type { CodeRunner } from '../tools/code/code-runner.ts';
import type { IMcpTransport } from '../tools/mcp-tools.ts';
import type { WebFetch } from '../tools/web/web-fetch.ts';
import type { WebSearch } from '../tools/web/web-search.ts';
import type { WorkspaceFiles } from '../tools/workspace/workspace-files.ts';
import type { ConversationJournal } from './conversation-journal.ts';

/** What an agent is made of. Only the model is needed. */
export interface AgentOptions {
  readonly model: LanguageModelV4;
  /** Who it is: persona, rules, skills, strategy. */
  readonly rolePack?: RolePack | undefined;
  /** The skills that every role has. */
  readonly skills?: SkillPool | undefined;
  /** Further words for the stable part of the prompt, before the persona: identity, disclosure. */
  readonly instructions?: string | undefined;
  readonly tools?: readonly AgentTool[] | undefined;
  /** `read_file`, `list_dir`, `search_files` and `write_file` over these files. */
  readonly workspace?: WorkspaceFiles | undefined;
  /** `web_search`. Privileged: a pack that declares capabilities must name `web:search`. */
  readonly webSearch?: WebSearch | undefined;
  /** `web_fetch`. Privileged, as `web:fetch`. */
  readonly webFetch?: WebFetch | undefined;
  /** `run_code`. Privileged, as `code:execute`. */
  readonly codeRunner?: CodeRunner | undefined;
  /** Rounds are remembered, and old ones give way to their summaries. */
  readonly memory?: MemoryPort | undefined;
  /** Writes the summaries; the model without it. `false`: they are extracted without a model. */
  readonly summaryModel?: LanguageModelV4 | false | undefined;
  /** Where conversations are kept; in memory without it. */
  readonly journal?: ConversationJournal | undefined;
  /** The servers of the pack. They are used only when its digest is among those that the host consents to. */
  readonly mcp?: McpConsent | undefined;
  /** Asks a person at once before an effect, with `toolApproval: confirm`; the call waits for `decide` without it. */
  readonly approveNow?: ApproveNow | undefined;
  /** Asks a person before every effect whatever the strategy says. */
  readonly confirmWrites?: boolean | undefined;
  /** Of the kernel's own words; `zh` without it. */
  readonly language?: Language | undefined;
  readonly limits?: AgentLimits | undefined;
  readonly counter?: TokenCounter | undefined;
  readonly providerOptions?: SharedV4ProviderOptions | undefined;
  /** Takes secrets out of what the model wrote. */
  readonly redact?: (<Value>(value: Value) => Value) | undefined;
  readonly clock?: Clock | undefined;
  readonly sleep?: ((delayMs: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Told of what went wrong beside a round: a tool that threw, a memory that could not be written. */
  readonly onProblem?: ((problem: unknown) => void) | undefined;
}

/** The host's settings; none of them is a key of a pack. */
export interface AgentLimits {
  /** The model's window, 1,024 to 10,000,000 tokens; 120,000 without it, and for any other number, which is told. */
  readonly windowTokens?: number | undefined;
  readonly maxIterations?: number | undefined;
  /** Characters of one input; 20,000 without it. */
  readonly inputCharacters?: number | undefined;
  /** Of the newest rounds so many stay as they are, and replacement moves in such steps; 5 and 5. */
  readonly replace?: { readonly keepRounds: number; readonly stepRounds: number } | undefined;
  readonly resultCapTokens?: number | undefined;
  readonly modelTimeoutMs?: number | undefined;
}

export interface McpConsent {
  readonly transport: IMcpTransport;
  /** Digests of the packs whose servers may be used. */
  readonly consentedDigests: readonly string[];
  readonly capabilityOf?: ((server: string, tool: string) => string | undefined) | undefined;
}
