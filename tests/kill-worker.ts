import { openWorkspace } from '@rolecall/host';

/**
 * A worker on a workspace until it is killed, with a clock that may be ahead: `kill-worker.ts <dir> [milliseconds]`. What it
 * had is free after 3 s, so that a run of many kills does not mostly wait.
 */
const [dir = '', ahead = '0'] = process.argv.slice(2);
await openWorkspace(dir, { role: 'worker', leaseMs: 3_000, clock: { now: () => Date.now() + Number(ahead) } });
console.log('ready');
