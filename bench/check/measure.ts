/** How long a whole workspace takes to check: `npm run bench:check`. `--json` prints one line of JSON. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkWorkspace, loadAssets } from '@rolecall/assets';
import { describeFinding } from '@rolecall/base';
import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { generatedWorkspace } from './generated-workspace.ts';

const RUNS = 5;
const root = mkdtempSync(join(tmpdir(), 'rolecall-check-'));
try {
  for (const [file, text] of generatedWorkspace()) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const ours: Spent[] = [];
  let assets = 0;
  for (let run = 0; run < RUNS; run++) {
    const stop = startClocks();
    const loaded = await loadAssets(root);
    const findings = checkWorkspace(loaded);
    ours.push(stop());
    assets = loaded.assets.filter(({ isSystem }) => !isSystem).length;
    // A workspace with findings would be another measurement.
    if (findings.length > 0)
      throw new Error(
        findings
          .slice(0, 5)
          .map((finding) => describeFinding(finding))
          .join('\n'),
      );
  }
  const { validated, spent: peer } = validateOnly(root);
  if (validated !== assets) throw new Error(`${validated} documents were validated, and ${assets} assets checked.`);
  const first = ours[0] ?? { wallMs: 0, cpuMs: 0 };
  const warm = ours.slice(1);
  report({
    assets,
    firstMs: first.wallMs,
    firstCpuMs: first.cpuMs,
    warmMs: median(warm.map(({ wallMs }) => wallMs)),
    warmCpuMs: median(warm.map(({ cpuMs }) => cpuMs)),
    schemaOnlyMs: peer.wallMs,
    schemaOnlyCpuMs: peer.cpuMs,
  });
} finally {
  rmSync(root, { recursive: true });
}

/** Time on the wall, and the work of the process, which does not depend on what else the machine does. */
interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function startClocks(): () => Spent {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { wallMs: performance.now() - wall, cpuMs: (user + system) / 1_000 };
  };
}

/** The peer: the same files, parsed and held against the JSON Schemas alone, as an editor or a linter of YAML does. */
function validateOnly(dir: string): { readonly validated: number; readonly spent: Spent } {
  const schema: object = JSON.parse(
    readFileSync(new URL('../../packages/assets/schemas/asset.schema.json', import.meta.url), 'utf8'),
  );
  const stop = startClocks();
  const validate = new Ajv({ strict: false }).compile(schema);
  let validated = 0;
  for (const folder of ['assets', 'employees']) {
    for (const name of readdirSync(join(dir, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!name.endsWith('.yaml')) continue;
      for (const document of parseAllDocuments(readFileSync(join(dir, folder, name), 'utf8'))) {
        if (!validate(document.toJS())) throw new Error(`${name}: ${JSON.stringify(validate.errors)}`);
        validated += 1;
      }
    }
  }
  return { validated, spent: stop() };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function report(figures: Readonly<Record<string, number>>): void {
  const rounded = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value)]));
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(rounded));
    return;
  }
  const { assets, firstMs, firstCpuMs, warmMs, warmCpuMs, schemaOnlyMs, schemaOnlyCpuMs } = rounded;
  console.log(`${assets} assets, read and checked whole        wall      CPU`);
  console.log(`  rolecall check, first in a process   ${firstMs} ms  ${firstCpuMs} ms`);
  console.log(`  rolecall check, again                ${warmMs} ms  ${warmCpuMs} ms`);
  console.log(`  yaml + ajv, schemas alone            ${schemaOnlyMs} ms  ${schemaOnlyCpuMs} ms`);
}
