import type { Bilingual } from '@rolecall/base';
import { ManagedServer, type ManagedServerOptions, type Readiness, type ServerState } from './managed-server.ts';
import { unlessAborted } from './unless-aborted.ts';

/** A declared server: one for all, or one for each conversation. */
export interface ServerPool {
  /**
   * Has something done with the server. Where each conversation has its own and all places are taken, waits for one; the
   * place is its until `use` has ended. What is given up before that is told `down`.
   */
  withServer<Result>(
    conversation: string | undefined,
    use: (readiness: Readiness) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  states(): readonly { readonly conversation?: string | undefined; readonly state: ServerState }[];
  close(): Promise<void>;
}

/** One server that all conversations share. */
export function sharedServer(options: ManagedServerOptions): ServerPool {
  const server = new ManagedServer(options);
  return {
    withServer: async (_, use, signal) => await use(await readyUnlessAborted(server, signal)),
    states: () => [{ state: server.state }],
    close: () => server.close(),
  };
}

/** What is asked without a conversation (a list of tools for people) has a place of its own. */
const NOBODY = '';

/** A place of the pool: whose server it is, and how many are about to use it or do so. */
interface Place {
  readonly server: ManagedServer;
  users: number;
}

/**
 * A server of its own for each conversation, for systems that keep state per caller. At most `cap` are up at a time: who
 * comes beyond that waits, in order, until nobody uses one of them, which is then stopped, the one longest unused first.
 * After `placeTimeoutMs` without a place the server is down for it.
 */
export function conversationServers(options: ManagedServerOptions, cap: number): ServerPool {
  const { placeTimeoutMs } = options.limits;
  /** In order of last use. */
  const places = new Map<string, Place>();
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** Who has a place does not stand in line behind those who have none. */
  async function take(key: string, signal: AbortSignal | undefined): Promise<Place | undefined> {
    const deadline = performance.now() + placeTimeoutMs;
    const own = takeOwn(key);
    if (own !== undefined) return own;
    const found = turn.then(() => takeFree(key, () => performance.now() < deadline && signal?.aborted !== true));
    turn = found.catch(() => undefined);
    const taken = await unlessAborted(found, signal);
    if (taken !== 'aborted') return taken;
    void found.then((late) => late && leave(late));
    return undefined;
  }

  function takeOwn(key: string): Place | undefined {
    const place = places.get(key);
    if (place === undefined || isClosed) return undefined;
    place.users++;
    places.delete(key);
    places.set(key, place);
    return place;
  }

  async function takeFree(key: string, isWaiting: () => boolean): Promise<Place | undefined> {
    while (!isClosed) {
      const own = takeOwn(key);
      if (own !== undefined) return own;
      if (places.size < cap) {
        const place = { server: new ManagedServer(options), users: 1 };
        places.set(key, place);
        return place;
      }
      const [oldest, unused] = [...places].find(([, { server, users }]) => users === 0 && !server.isBusy) ?? [];
      if (oldest !== undefined && unused !== undefined) {
        places.delete(oldest);
        await unused.server.close();
      } else if (isWaiting()) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      else return undefined;
    }
    return undefined;
  }

  function leave(place: Place): void {
    place.users--;
  }

  return {
    async withServer(conversation = NOBODY, use, signal) {
      const place = await take(conversation, signal);
      if (place === undefined) return await use({ status: 'down', reason: isClosed ? CLOSED : placesTaken(cap) });
      try {
        return await use(await readyUnlessAborted(place.server, signal));
      } finally {
        leave(place);
      }
    },
    states: () =>
      [...places].map(([key, { server }]) => ({ conversation: key === NOBODY ? undefined : key, state: server.state })),
    async close() {
      isClosed = true;
      await Promise.all([...places.values()].map(({ server }) => server.close()));
    },
  };
}

async function readyUnlessAborted(server: ManagedServer, signal: AbortSignal | undefined): Promise<Readiness> {
  const readiness = await unlessAborted(server.ready(), signal);
  return readiness === 'aborted' ? { status: 'down', reason: GIVEN_UP } : readiness;
}

function placesTaken(cap: number): Bilingual {
  return {
    en: `All ${cap} places of the server are taken by other conversations.`,
    zh: `服务器的 ${cap} 个位置都被其他会话占用。`,
  };
}

const CLOSED = { en: 'The systems were closed.', zh: '系统已经关闭。' };
const GIVEN_UP = { en: 'It was given up before the server was ready.', zh: '服务器准备好之前，调用已被放弃。' };
const LOOK_AGAIN_MS = 50;
