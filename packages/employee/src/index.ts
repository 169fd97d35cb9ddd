export { blockText } from './block-texts.ts';
export { type CapabilityTool, capabilityTools, plannerOptions } from './capability-tools.ts';
export { STATE_VERSION, stateAsJson, stateFromJson, withoutPast } from './checkpoint-state.ts';
export {
  type ConversationState,
  emptyState,
  foldConversation,
  type LastSent,
  type RaisedEvent,
  type RoundSpan,
} from './conversation-state.ts';
export { type EngineTextId, engineText } from './engine-texts.ts';
export {
  type EmployeeEntries,
  type EmployeeEntry,
  type EmployeeEntryKind,
  type HandOverReason,
  isEmployeeEntry,
  type ReplyKind,
  type ReplyPart,
} from './entries.ts';
export { firstSeenProjection, hasBeenSeen } from './greet.ts';
export { DESK, DESK_DONE, DESK_OPEN, type DeskRow, deskProjection, deskRowOf } from './hand-over/desk-projection.ts';
export type { HandOver } from './hand-over/hand-over-state.ts';
export { handleGivenUp } from './handle-given-up.ts';
export { giveUpItem, handleItem } from './handle-item.ts';
export { handleUnattended } from './handle-unattended.ts';
export type { Fact, TaskInstance } from './journey.ts';
export type { KnowledgeAnswer, KnowledgePassage, KnowledgePort, KnowledgeQuery } from './knowledge-port.ts';
export { changingText, type EmployeeVoice, stableText } from './prompt.ts';
export { type RememberedWords, rememberedWords } from './remembered-words.ts';
export { type CheckedText, checkReply, type Grounds, type Withheld } from './reply-check.ts';
export type { ModelOptions, RoundContext } from './round-context.ts';
export { sentencesOf } from './sentences.ts';
export { untrusted } from './tool-output.ts';
