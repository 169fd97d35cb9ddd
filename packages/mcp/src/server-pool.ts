import { ManagedServer, type ManagedServerOptions, type Readiness, type ServerState } from './managed-server.ts';

/** A declared server: one for all, or one for each conversation. */
export interface ServerPool {
  /** Waits for a place where each conversation has its own and all places are taken. */
  ready(conversation: string | undefined): Promise<Readiness>;
  states(): readonly { readonly conversation?: string | undefined; readonly state: ServerState }[];
  close(): Promise<void>;
}

/** One server that all conversations share. */
export function sharedServer(options: ManagedServerOptions): ServerPool {
  const server = new ManagedServer(options);
  return {
    ready: () => server.ready(),
    states: () => [{ state: server.state }],
    close: () => server.close(),
  };
}

/** What is asked without a conversation (a list of tools for people) has a place of its own. */
const NOBODY = '';

/**
 * A server of its own for each conversation, for systems that keep state per caller. At most `cap` are up at a time: a
 * call beyond that waits until one of them is idle, which is then stopped for it, the one longest unused first.
 */
export function conversationServers(options: ManagedServerOptions, cap: number): ServerPool {
  /** In order of last use. */
  const servers = new Map<string, ManagedServer>();
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** Callers are let in one by one, so that the cap holds. */
  function place(key: string): Promise<ManagedServer | undefined> {
    const found = turn.then(() => makePlace(key));
    turn = found.catch(() => undefined);
    return found;
  }

  async function makePlace(key: string): Promise<ManagedServer | undefined> {
    const own = servers.get(key);
    if (own) {
      servers.delete(key);
      servers.set(key, own);
      return own;
    }
    while (servers.size >= cap) {
      if (isClosed) return undefined;
      const [oldest, server] = [...servers].find(([, { isBusy }]) => !isBusy) ?? [];
      if (oldest === undefined || server === undefined) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
        continue;
      }
      servers.delete(oldest);
      await server.close();
    }
    if (isClosed) return undefined;
    const made = new ManagedServer(options);
    servers.set(key, made);
    return made;
  }

  return {
    async ready(conversation = NOBODY) {
      const server = await place(conversation);
      return server === undefined ? { status: 'down', reason: 'The systems were closed.' } : await server.ready();
    },
    states: () => [...servers].map(([key, { state }]) => ({ conversation: key === NOBODY ? undefined : key, state })),
    async close() {
      isClosed = true;
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}

const LOOK_AGAIN_MS = 50;
