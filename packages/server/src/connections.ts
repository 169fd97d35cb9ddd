import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const GRACE_MS = 3_000;

/**
 * Watches a server's connections and answers how to stop it: it stops listening, cuts connections that carry no request
 * (browsers hold some open that never carried one, which Node does not count as idle), waits for running requests, and
 * after a grace period cuts those too: a client that never reads its answer must not hold the process.
 */
export function stopperOf(server: Server): () => Promise<void> {
  const running = new Map<Socket, number>();
  let stopping: Promise<void> | undefined;
  const cutIfUnused = (socket: Socket): void => {
    if (stopping !== undefined && running.get(socket) === 0) socket.destroy();
  };

  server.on('connection', (socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (!running.has(socket)) return;
      running.set(socket, (running.get(socket) ?? 1) - 1);
      cutIfUnused(socket);
    });
  });

  return () => {
    stopping ??= new Promise((resolve) => {
      const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      server.close(() => {
        clearTimeout(cutOff);
        resolve();
      });
    });
    for (const socket of [...running.keys()]) cutIfUnused(socket);
    return stopping;
  };
}
