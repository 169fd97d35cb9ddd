import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const CLIENT = join(import.meta.dirname, 'conformance-client.ts');

/** The newest release of the official tool, and the one before it that knows the newest revision of the protocol. */
export const TOOLS = {
  '0.1.16': folderOf(import.meta.resolve('conformance-0.1/package.json')),
  '0.2.0-alpha.12': folderOf(import.meta.resolve('@modelcontextprotocol/conformance/package.json')),
} as const;
export type Tool = keyof typeof TOOLS;

/** One scenario as a tool runs it: in a revision of the protocol, or as it is where the tool has it once. */
export interface Scenario {
  readonly tool: Tool;
  readonly name: string;
  readonly revision?: '2025-11-25' | '2026-07-28' | undefined;
}

/** What the official tool said of one scenario. */
export interface ScenarioRun {
  readonly passed: boolean;
  readonly output: string;
}

/** Every client scenario of the release, and those that each revision requires, by the tools' own lists. */
export function clientScenarios(): readonly Scenario[] {
  const released = listed('0.1.16').map((name): Scenario => ({ tool: '0.1.16', name }));
  const required = (['2025-11-25', '2026-07-28'] as const).flatMap((revision) =>
    requiredBy(revision).map((name): Scenario => ({ tool: '0.2.0-alpha.12', name, revision })),
  );
  return [...released, ...required];
}

/** Those of a tool that are known to fail. One of them that passes is a failure too: it has to be taken out of the list. */
export function expectedFailures(tool: Tool): readonly string[] {
  const file = join(import.meta.dirname, 'conformance-expected.yaml');
  const { client } = parse(readFileSync(file, 'utf8')) as { readonly client: Partial<Record<Tool, readonly string[]>> };
  return client[tool] ?? [];
}

/** Runs one scenario of the official tool against our manager, in a process of its own. */
export async function runScenario({ tool, name, revision }: Scenario): Promise<ScenarioRun> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-run-'));
  const command = `"${process.execPath}" "${CLIENT}"`;
  const args = ['client', '--command', command, '--scenario', name, '--timeout', '60000'];
  const running = spawn(
    process.execPath,
    [programOf(tool), ...args, ...(revision === undefined ? [] : ['--spec-version', revision])],
    { cwd: folder },
  );
  let output = '';
  running.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  running.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve) => running.on('close', resolve));
  rmSync(folder, { recursive: true });
  // One that it leaves out ends as if it had passed.
  return { passed: code === 0 && !/^SKIPPED/m.test(output), output };
}

function requiredBy(revision: string): readonly string[] {
  const file = join(TOOLS['0.2.0-alpha.12'], 'requirements', `${revision}.yaml`);
  return (parse(readFileSync(file, 'utf8')) as { readonly client: readonly string[] }).client;
}

/** The release has no file of what it requires; it prints what it has. */
function listed(tool: Tool): readonly string[] {
  const text = execFileSync(process.execPath, [programOf(tool), 'list'], { encoding: 'utf8' });
  const [, clients = ''] = text.split(/^Client scenarios/m);
  const names = [...clients.matchAll(/^ +- (\S+) \[/gm)].flatMap(([, name]) => name ?? []);
  if (names.length === 0) throw new Error(`The conformance tool ${tool} lists no client scenarios.`);
  return names;
}

function programOf(tool: Tool): string {
  return join(TOOLS[tool], 'dist', 'index.js');
}

function folderOf(manifest: string): string {
  return dirname(fileURLToPath(manifest));
}
