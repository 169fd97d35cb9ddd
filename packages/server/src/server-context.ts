import type { Workspace } from '@rolecall/host';
import type { PageCustomer, PageSessions } from './page-sessions.ts';

/** What the routes work with. */
export interface ServerContext {
  readonly workspace: Workspace;
  /** Present only where the page may sign in: on a loopback address, with customers to choose from. */
  readonly page: { readonly sessions: PageSessions; readonly customers: readonly PageCustomer[] } | undefined;
  readonly heartbeatMs: number;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
  /** Takes one line about a fault of ours, already without secrets. */
  readonly log: (line: string) => void;
}
