export type { AgentConversation } from './agent/agent-conversation.ts';
export type { ApprovalData, QuestionData } from './agent/agent-entries.ts';
export type { AgentEvent, AgentReply } from './agent/agent-events.ts';
export type { AgentLimits, AgentOptions, McpConsent } from './agent/agent-options.ts';
export {
  type AppendOutcome,
  type ConversationJournal,
  memoryJournal,
  type UnneededEntries,
} from './agent/conversation-journal.ts';
export { type Agent, createAgent } from './agent/create-agent.ts';
export type { SendOptions } from './agent/send-options.ts';
export { type AssembledContext, assembleContext, type ContextParts } from './assemble-context.ts';
export { DEFAULT_REPLACE } from './choose-rounds.ts';
export {
  type BudgetInputs,
  type ContextBudget,
  type ContextOccupancy,
  computeContextBudget,
  DEFAULT_WINDOW_TOKENS,
  LEAST_RUNNABLE_TOKENS,
} from './context-budget.ts';
export {
  type ClosingData,
  type ContextData,
  type FaultData,
  KERNEL_ENTRY_KINDS,
  type KernelEntry,
  type LargeResultData,
  messagesOfRound,
  type RecordedCall,
  type ResultsData,
  type StepData,
  type StepUsage,
} from './entries.ts';
export { estimateTokens } from './estimate-tokens.ts';
export { createMemory, type MemoryParts, type ScopedMemory } from './memory/create-memory.ts';
export type { Embedder } from './memory/embedder.ts';
export {
  type Memory,
  type MemoryAnswer,
  type MemoryArchive,
  type MemoryDraft,
  type MemoryExport,
  type MemoryHit,
  type MemoryPort,
  type MemoryQuery,
  type MemoryScope,
  type MemorySession,
  type RoundSummary,
  type RoundWords,
  SUMMARY_TYPES,
  type SummaryContent,
  type SummaryType,
} from './memory/memory-port.ts';
export type {
  MemoryChanges,
  MemoryRevision,
  MemoryStorage,
  StoredMemory,
  StoredVector,
} from './memory/memory-storage.ts';
export { type MemoryToolsOptions, memoryTools } from './memory/memory-tools.ts';
export { cosine } from './memory/search/compare-vectors.ts';
export { fuseRankings } from './memory/search/fuse-rankings.ts';
export { isCharacter, termsOf } from './memory/search/terms.ts';
export { type SummariseRoundOptions, summariseRound } from './memory/summary/summarise-round.ts';
export { type SummarisedText, type SummariseTextOptions, summariseText } from './memory/summary/summarise-text.ts';
export type { SummaryScope } from './memory/summary/summary-prompt.ts';
export { summaryText } from './memory/summary/summary-text.ts';
export { type Supersession, supersessionOf } from './memory/supersession.ts';
export { type Overflow, readOverflow } from './overflow.ts';
export type {
  ActiveSkill,
  CallPreview,
  PastMessage,
  PastRound,
  RefusedPreview,
  RoundEnd,
  RoundEvent,
  RoundInput,
  RoundOptions,
  RoundPorts,
  RoundResult,
  RoundTool,
  RoundToolCall,
  RoundToolResult,
  StoredSummary,
  ToolRun,
} from './round.ts';
export {
  DEFAULT_MAX_ITERATIONS,
  type HostLimits,
  roundOptionsFrom,
  type StrategyOptions,
} from './round-options.ts';
export { runRound } from './run-round.ts';
export { MOST_ACTIVE_SKILLS } from './running-round.ts';
export type { ClosingReason } from './sentences.ts';
export type { TokenCounter } from './token-counter.ts';
export type { AgentTool } from './tools/agent-tool.ts';
export type { ApproveNow } from './tools/approve-writes.ts';
export { type AskPolicy, type AskSetting, askPolicyOf, askUserTool, type PutQuestion } from './tools/ask-user.ts';
export { type CapabilityState, TOOLS_OF_CAPABILITY } from './tools/capability-tools.ts';
export type { CodeIsolation, CodeLimits, CodeOutcome, CodeRequest, CodeRunner } from './tools/code/code-runner.ts';
export type { IMcpTransport, McpServerState, McpTool, McpToolResult } from './tools/mcp-tools.ts';
export { readResultTool } from './tools/read-result.ts';
export { MOST_LISTED_SKILLS, type SkillShelf, skillTools } from './tools/skill-tools.ts';
export type { PlannedTask, TaskStatus } from './tools/task-plan.ts';
export type { WebFetch, WebFetchRequest, WebPage } from './tools/web/web-fetch.ts';
export { isWebProblem, type WebAnswer, type WebProblem, type WebProblemCode } from './tools/web/web-problem.ts';
export type {
  WebSearch,
  WebSearchAnswer,
  WebSearchRequest,
  WebSearchResult,
  WebTimeRange,
} from './tools/web/web-search.ts';
export {
  type FileAnswer,
  type FileChange,
  type FileEdit,
  type FileEncoding,
  type FileMatch,
  type FileMatches,
  type FileProblem,
  type FileProblemCode,
  type FileRead,
  type FileSearch,
  type FileText,
  type FolderEntry,
  type FolderList,
  type FolderListing,
  isFileProblem,
  type PreparedChange,
  type WorkspaceFiles,
  type WrittenFile,
} from './tools/workspace/workspace-files.ts';
export { workspaceTools } from './tools/workspace/workspace-tools.ts';
