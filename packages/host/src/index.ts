export { type AssistantModel, BUILTIN_MODEL } from './assistant/assistant-model.ts';
export type { TranscriptRound } from './assistant/assistant-transcript.ts';
export type { KnownPack } from './assistant/find-pack.ts';
export { type Assistant, type AssistantOptions, openAssistant } from './assistant/open-assistant.ts';
export { stateFolder } from './assistant/state-folder.ts';
export type { CredentialUse } from './credentials/credential-uses.ts';
export {
  type ListedCredential,
  openWorkspaceCredentials,
  type WorkspaceCredentials,
} from './credentials/workspace-credentials.ts';
export { ENGINE } from './engine.ts';
export type { RaisedFromOutside } from './intake/raise-event.ts';
export type { Letter, Letters } from './letters.ts';
export { type EmployeeDefinition, loadDefinition, type WorkspaceDefinition } from './load-definition.ts';
export { addServer, type ServerAddition } from './mcp/add-server.ts';
export { type PinDifference, pinDifferences, repin } from './mcp/pin-differences.ts';
export { type ContractDraft, scaffoldContract } from './mcp/scaffold-contract.ts';
export { type EmployeeServers, openWorkspaceServers, type WorkspaceServers } from './mcp/workspace-servers.ts';
export { type OpenWorkspaceOptions, openWorkspace } from './open-workspace.ts';
export type { Act, DeskItem, OperatorsDesk } from './operators-desk.ts';
export type { RetainedFor, RetentionReport } from './retention/retain.ts';
export type { WorkspaceRole } from './start-dispatcher.ts';
export type {
  ChannelIdentity,
  ConversationKey,
  EmployeeServerState,
  Explanation,
  RunningEmployee,
  TracedRound,
  WatchEvent,
  Workspace,
} from './workspace.ts';
export { acceptSystemAssets } from './workspace-agreements.ts';
export type { WorkspaceConfig } from './workspace-config.ts';
export { openWorkspaceDatabase, type SealedRows, type WorkspaceDatabase } from './workspace-database.ts';
