import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorizationProblem } from './authorization-problem.ts';

/** A place on this machine that a browser comes back to after a login. */
export interface RedirectListener extends AsyncDisposable {
  readonly url: string;
  /** The parameters of the first answer that `isAnswer` takes for its own; others are turned away and change nothing. */
  answer(isAnswer: (parameters: URLSearchParams) => boolean, signal: AbortSignal): Promise<URLSearchParams>;
}

const PATH = '/callback';

/** Where a login returns to when nothing listens and a person copies the address. */
export function redirectUrlAt(port: number): string {
  return `http://127.0.0.1:${port}${PATH}`;
}

/** Listens on the loopback address only (RFC 8252), at any free port when `port` is 0. */
export async function listenForRedirect(port: number): Promise<RedirectListener> {
  let take: ((parameters: URLSearchParams) => boolean) | undefined;
  const server = createServer((request, response) => answerPage(response, isTaken(request)));

  /** A page elsewhere that was made to resolve to this machine does not get in either. */
  function isTaken({ method, url = '', headers }: IncomingMessage): boolean {
    const at = new URL(url, redirectUrlAt(portOf()));
    const isHere = method === 'GET' && at.pathname === PATH && headers.host === `127.0.0.1:${portOf()}`;
    return isHere && take?.(at.searchParams) === true;
  }

  function portOf(): number {
    return (server.address() as AddressInfo | null)?.port ?? port;
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: redirectUrlAt(portOf()),
    answer: (isAnswer, signal) =>
      new Promise((resolve, reject) => {
        const onAbort = () =>
          reject(
            authorizationProblem(
              'authorization_timed_out',
              { en: 'Nobody has come back from the login.', zh: '没有人从登录回来。' },
              { en: 'Begin again.', zh: '重新开始。' },
            ),
          );
        if (signal.aborted) return onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        take = (parameters) => {
          if (!isAnswer(parameters)) return false;
          take = undefined;
          signal.removeEventListener('abort', onAbort);
          resolve(parameters);
          return true;
        };
      }),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Says nothing of what came, so that nothing foreign stands on it. */
function answerPage(response: ServerResponse, taken: boolean): void {
  const [en, zh] = taken
    ? ['Done. You may close this page and go back to the terminal.', '完成。可以关闭本页，回到终端。']
    : ['This is not the answer to a login that is waiting.', '这不是正在等待的登录的结果。'];
  response.writeHead(taken ? 200 : 400, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'",
    connection: 'close',
  });
  response.end(`<!doctype html><meta charset="utf-8"><title>Rolecall</title><p>${en}</p><p>${zh}</p>\n`);
}
