import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { vi } from 'vitest';

/** A server that is reached over the network, as a process of its own. */
export interface RemoteProcess extends AsyncDisposable {
  readonly url: string;
  stop(): Promise<void>;
  /** Ends it and starts it again at the same address: what it remembered is gone. */
  restart(): Promise<void>;
}

/** Starts a server that listens at the port in `PORT`. */
export async function startRemote(args: readonly string[], path: string): Promise<RemoteProcess> {
  const port = await freePort();
  const env = { PORT: String(port), PATH: process.env.PATH };
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(process.execPath, [...args], { env });
    await vi.waitFor(async () => await fetch(`http://127.0.0.1:${port}/`), { timeout: 20_000 });
  };
  const stop = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}/${path}`,
    stop,
    restart: async () => {
      await stop();
      await start();
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
