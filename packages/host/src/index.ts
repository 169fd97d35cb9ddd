export { ENGINE } from './engine.ts';
export { type EmployeeDefinition, loadDefinition, type WorkspaceDefinition } from './load-definition.ts';
export { type OpenWorkspaceOptions, openWorkspace } from './open-workspace.ts';
export type { WorkspaceRole } from './start-dispatcher.ts';
export type {
  ChannelIdentity,
  ConversationKey,
  Explanation,
  RunningEmployee,
  TracedRound,
  WatchEvent,
  Workspace,
} from './workspace.ts';
export { acceptSystemAssets } from './workspace-agreements.ts';
export type { WorkspaceConfig } from './workspace-config.ts';
export { openWorkspaceDatabase, type WorkspaceDatabase } from './workspace-database.ts';
