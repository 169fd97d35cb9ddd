export { conversationJournalContract, type JournalUnderTest } from '../agent/testing/conversation-journal-contract.ts';
export { type MemoryStorages, memoryStorageContract } from '../memory/testing/memory-storage-contract.ts';
export { createMemoryStorage } from '../memory/testing/memory-storage-in-memory.ts';
export { clockAt, openMemory, roundOf, type SetClock } from '../memory/testing/remembered.ts';
export { workspaceFilesContract } from '../tools/workspace/testing/workspace-files-contract.ts';
export { createWorkspaceFiles } from '../tools/workspace/testing/workspace-files-in-memory.ts';
export { packOf, textsOf, toolNamesOf } from './arrange-agent.ts';
export { summaryOf } from './builders.ts';
export { orphansIn } from './orphans.ts';
export { chineseText, realTokens } from './real-tokens.ts';
export { type RanWriting, runWriting } from './run-writing.ts';
export {
  type Script,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedRefusal,
  type ScriptedStep,
  type ScriptedWords,
  scriptedModel,
} from './scripted-model.ts';
