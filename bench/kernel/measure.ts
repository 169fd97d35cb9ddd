import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ownFigures } from './own-figures.ts';

// npm run bench:kernel [-- --json] [-- --only rolecall,pi]: peers in processes of their own, then what has no peer.

const PEERS = [
  'rolecall',
  'rolecall-whole',
  'rolecall-durable',
  'floor',
  'pi',
  'pi-shared',
  'ai',
  'openai-agents',
  'langgraph',
  'langgraph-saver',
  'mastra',
];

interface PeerFigures {
  readonly name: string;
  readonly importMs: number;
  readonly steps: Readonly<Record<string, { readonly wall: number; readonly cpu: number }>>;
  readonly does: string;
}

const isJson = process.argv.includes('--json');
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',');
const here = import.meta.dirname;

const wanted = process.argv.includes('--only') ? PEERS.filter((name) => only?.includes(name)) : PEERS;
const hasPeers = existsSync(join(here, 'node_modules'));
if (!hasPeers) console.error('The peers are not installed: cd bench/kernel && npm ci. Measuring Rolecall alone.');
const peers = wanted.filter((name) => hasPeers || name.startsWith('rolecall') || name === 'floor').map(measure);
const own = process.argv.includes('--only') ? undefined : await ownFigures();
const load = loadavg().map((value) => Math.round(value * 10) / 10);

if (isJson) console.log(JSON.stringify({ node: process.version, load, peers, own }));
else {
  console.log(`Node ${process.version}, load ${load.join(' ')}. µs of CPU a step (wall in brackets), medians of 7.`);
  for (const { name, importMs, steps } of peers) {
    const cells = Object.entries(steps).map(([length, { cpu, wall }]) => `N=${length}: ${cpu} (${wall})`);
    console.log(`${name.padEnd(18)} ${cells.join('  ')}  import ${importMs} ms`);
  }
  if (own) console.log(JSON.stringify(own, null, 2));
}

function measure(name: string): PeerFigures {
  if (!isJson) console.error(`… ${name}`);
  const output = execFileSync(process.execPath, [join(here, 'worker.mjs'), name], {
    cwd: here,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 900_000,
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as PeerFigures;
}
