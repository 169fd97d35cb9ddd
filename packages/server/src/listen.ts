import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { RolecallError } from '@rolecall/base';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

const PORTS_TO_TRY = 50;

/** Listens on the port, or on the next one that is free. Port 0 takes any. */
export async function listen(
  fetch: Fetch,
  host: string,
  port: number,
): Promise<{ readonly server: Server; readonly port: number }> {
  for (let candidate = port; candidate < port + PORTS_TO_TRY && candidate <= 65_535; candidate++) {
    const server = createAdaptorServer({ fetch, hostname: host }) as Server;
    const problem = await tryPort(server, host, candidate);
    if (problem === undefined) return { server, port: boundPort(server, candidate) };
    if (problem.code !== 'EADDRINUSE') throw cannotListen(host, candidate, problem);
  }
  throw new RolecallError({
    code: 'port_taken',
    message: {
      en: `None of the ports ${port} to ${Math.min(port + PORTS_TO_TRY - 1, 65_535)} on ${host} is free.`,
      zh: `${host} 上从 ${port} 到 ${Math.min(port + PORTS_TO_TRY - 1, 65_535)} 的端口都被占用了。`,
    },
    hint: { en: 'Name another port with --port.', zh: '用 --port 换一个端口。' },
  });
}

function tryPort(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const refused = (error: NodeJS.ErrnoException): void => resolve(error);
    server.once('error', refused);
    server.listen(port, host, () => {
      server.off('error', refused);
      resolve(undefined);
    });
  });
}

function boundPort(server: Server, asked: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}

function cannotListen(host: string, port: number, problem: NodeJS.ErrnoException): RolecallError {
  return new RolecallError({
    code: 'cannot_listen',
    message: {
      en: `The server cannot listen on ${host}:${port} (${problem.code ?? problem.message}).`,
      zh: `服务器无法在 ${host}:${port} 上监听（${problem.code ?? problem.message}）。`,
    },
    hint:
      problem.code === 'EACCES'
        ? {
            en: 'This port needs rights that the process does not have; name a port above 1023 with --port.',
            zh: '进程没有使用这个端口的权限；用 --port 写一个大于 1023 的端口。',
          }
        : {
            en: 'Name an address of this machine with --host, such as 127.0.0.1.',
            zh: '用 --host 写这台机器的一个地址，例如 127.0.0.1。',
          },
    cause: problem,
  });
}
