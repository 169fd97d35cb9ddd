export type { ConversationKey, Explanation, RunningEmployee, TracedRound, WatchEvent, Workspace } from './workspace.ts';
