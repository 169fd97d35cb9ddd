import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const TOOL = join(dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'))));
const CLIENT = join(import.meta.dirname, 'conformance-client.ts');

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** What the official tool said of one scenario. */
export interface ScenarioRun {
  readonly passed: boolean;
  readonly output: string;
}

/** The client scenarios that a revision requires, by the tool's own list. */
export function requiredScenarios(revision: Revision): readonly string[] {
  const { client } = parse(readFileSync(join(TOOL, 'requirements', `${revision}.yaml`), 'utf8')) as {
    readonly client: readonly string[];
  };
  return client;
}

/** Those that are known to fail. One of them that passes is a failure too: it has to be taken out of the list. */
export function expectedFailures(): readonly string[] {
  const file = join(import.meta.dirname, 'conformance-expected.yaml');
  return (parse(readFileSync(file, 'utf8')) as { readonly client: readonly string[] | null }).client ?? [];
}

/** Runs one scenario of the official tool against our manager, in a process of its own. */
export async function runScenario(scenario: string, revision: Revision): Promise<ScenarioRun> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-run-'));
  const command = `"${process.execPath}" "${CLIENT}"`;
  const args = ['client', '--command', command, '--scenario', scenario, '--spec-version', revision];
  const tool = spawn(process.execPath, [join(TOOL, 'dist', 'index.js'), ...args, '--timeout', '60000'], {
    cwd: folder,
  });
  let output = '';
  tool.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  tool.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve) => tool.on('close', resolve));
  rmSync(folder, { recursive: true });
  // One that it leaves out ends as if it had passed.
  return { passed: code === 0 && !/^SKIPPED/m.test(output), output };
}
