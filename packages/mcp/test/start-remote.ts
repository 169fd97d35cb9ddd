import { spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { vi } from 'vitest';

/** A server that is reached over the network, as a process of its own. */
export interface RemoteProcess extends AsyncDisposable {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server that listens at the port in `PORT`. */
export async function startRemote(args: readonly string[], path: string): Promise<RemoteProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [...args], { env: { PORT: String(port), PATH: process.env.PATH } });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  await vi.waitFor(async () => await fetch(`http://127.0.0.1:${port}/`), { timeout: 20_000 });
  return { url: `http://127.0.0.1:${port}/${path}`, stop, [Symbol.asyncDispose]: stop };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
