import { openWorkspace } from '@rolecall/host';

/** A worker on a workspace until it is killed, with a clock that may be ahead: `kill-worker.ts <dir> [milliseconds]`. */
const [dir = '', ahead = '0'] = process.argv.slice(2);
await openWorkspace(dir, { role: 'worker', clock: { now: () => Date.now() + Number(ahead) } });
console.log('ready');
