import {
  createDispatcher,
  createQueueDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type QueueDispatcher,
  type StoreLocation,
} from '@rolecall/store';

/** What a process does for the conversations: it answers, it works, or both. */
export type WorkspaceRole = 'api' | 'worker' | 'all';

/**
 * Dispatch to suit the store: in this process for a file, through the queue for a database that many processes share. One
 * that only answers wakes those that work; on a file nobody needs to be woken, because who works looks for itself.
 */
export async function startDispatcher(
  location: StoreLocation,
  organisation: string,
  role: WorkspaceRole,
  options: DispatcherOptions,
): Promise<Dispatcher | undefined> {
  if (location.kind === 'sqlite') return role === 'api' ? undefined : createDispatcher(options);
  const { url, schema } = location;
  return createQueueDispatcher({ ...options, url, schema, organisation, wakesOnly: role === 'api' });
}

/** The dispatcher where a queue stands behind it, which remembers what it has given up. */
export function queueOf(dispatcher: Dispatcher | undefined): QueueDispatcher | undefined {
  return dispatcher && 'deadLetters' in dispatcher && 'redrive' in dispatcher
    ? (dispatcher as QueueDispatcher)
    : undefined;
}
