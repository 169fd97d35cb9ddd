import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * Stands between Rolecall and an MCP server over stdio and dies with it at one call of a tool:
 *
 *     node cutting-server.ts <file> <server> [arguments]
 *
 * The file holds how many calls there have been, over all processes, and where to die: `{ "calls": 0, "at": 3, "when": "sent" }`.
 * Once it has died it does so no more.
 */
export const WHENS = ['idle', 'sent', 'done', 'answered'] as const;

/**
 * `idle`: before the call is sent, the server has gone. `sent`: the server has got the call and dies before it works on it.
 * `done`: it has worked on it, and no answer leaves. `answered`: it dies right after the answer.
 */
export type When = (typeof WHENS)[number];

interface Plan {
  readonly calls: number;
  readonly at?: number | undefined;
  readonly when?: When | undefined;
}

if (import.meta.main) relay();

function relay(): void {
  const [file = '', ...command] = process.argv.slice(2);
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.once('exit', (code) => process.exit(code ?? 1));
  process.stdin.once('end', () => child.stdin.end());
  /** Requests for a tool that are under way, with their number. */
  const underWay = new Map<unknown, number>();

  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line) as { readonly id?: unknown; readonly method?: string };
    if (message.method === 'tools/call') {
      const number = count(file);
      underWay.set(message.id, number);
      if (isAt(file, number, 'sent')) return die(file);
    }
    child.stdin.write(`${line}\n`);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { readonly id?: unknown; readonly method?: string };
    const number = message.method === undefined ? underWay.get(message.id) : undefined;
    if (number !== undefined && isAt(file, number, 'done')) return die(file);
    process.stdout.write(`${line}\n`, () => {
      // The one before has been answered: now it is idle.
      if (number !== undefined && (isAt(file, number, 'answered') || isAt(file, number + 1, 'idle'))) die(file);
    });
  });

  function die(plan: string): void {
    write(plan, { calls: read(plan).calls });
    child.kill('SIGKILL');
    process.kill(process.pid, 'SIGKILL');
  }
}

function count(file: string): number {
  const plan = read(file);
  const calls = plan.calls + 1;
  write(file, { ...plan, calls });
  return calls;
}

function isAt(file: string, number: number, when: When): boolean {
  const plan = read(file);
  return plan.at === number && plan.when === when;
}

function read(file: string): Plan {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Plan) : { calls: 0 };
}

function write(file: string, plan: Plan): void {
  writeFileSync(file, JSON.stringify(plan));
}

/** Tells the server where to die, and how often a tool was called up to now. */
export const cuttingPlan = { read, write };
