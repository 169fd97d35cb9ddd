import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive } from './archive/read-archive.ts';
import { type LoadOptions, loadPackFrom } from './load/load-pack.ts';
import { memorySource } from './load/pack-source.ts';
import { validateManifest } from './manifest/validate-manifest.ts';
import type { ReportEntry } from './report/entry.ts';
import { createReporter } from './report/reporter.ts';
import { resolveStrategy } from './strategy/resolve-strategy.ts';

interface Kit<C> {
  readonly cases: readonly (C & { readonly id: string })[];
}

function kit<C>(name: string): Kit<C>['cases'] {
  return (JSON.parse(readFileSync(join(import.meta.dirname, '../conformance', `${name}.json`), 'utf8')) as Kit<C>)
    .cases;
}

/** Codes of errors and warnings, each once: notices are an implementation's own. */
function codesOf(entries: readonly ReportEntry[]): string[] {
  return [
    ...new Set(
      entries.filter((entry) => entry.severity === 'error' || entry.severity === 'warning').map((entry) => entry.code),
    ),
  ].sort();
}

const bytes = (content: string | { readonly base64: string }) =>
  typeof content === 'string'
    ? new TextEncoder().encode(content)
    : new Uint8Array(Buffer.from(content.base64, 'base64'));

interface ManifestCase {
  readonly manifest?: unknown;
  readonly text?: string;
  readonly expect: { readonly ok: boolean; readonly refused: boolean; readonly codes: readonly string[] };
}

describe('conformance: manifest', () => {
  it.each(kit<ManifestCase>('manifest').map((one) => [one.id, one] as const))('%s', (_, one) => {
    const result = validateManifest(one.text ?? one.manifest);
    expect({ ok: result.ok, refused: result.refused, codes: codesOf(result.entries) }).toEqual(one.expect);
  });
});

describe('conformance: strategy', () => {
  it.each(
    kit<{ readonly strategy: unknown; readonly expect: Readonly<Record<string, unknown>> }>('strategy').map(
      (one) => [one.id, one] as const,
    ),
  )('%s', (_, one) => {
    const resolved: Readonly<Record<string, Readonly<Record<string, unknown>>>> = resolveStrategy(one.strategy);
    for (const [path, value] of Object.entries(one.expect)) {
      const [stage = '', key = ''] = path.split('.');
      expect(resolved[stage]?.[key] ?? null, path).toEqual(value);
    }
  });
});

interface LoadingCase {
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>;
  readonly options?: LoadOptions;
  readonly expect: {
    readonly refused: boolean;
    readonly codes: readonly string[];
    readonly digest?: string;
    readonly persona?: string;
    readonly rules?: readonly string[];
    readonly skills?: readonly string[];
    readonly servers?: Readonly<Record<string, string>>;
  };
}

describe('conformance: loading', () => {
  it.each(kit<LoadingCase>('loading').map((one) => [one.id, one] as const))('%s', async (_, one) => {
    const source = memorySource(
      new Map(Object.entries(one.files).map(([path, content]) => [path, bytes(content)])),
      one.id,
    );
    const { pack, report } = await loadPackFrom(source, one.options);
    const { refused, codes, digest, persona, rules, skills, servers } = one.expect;
    expect({ refused: report.refused, codes: codesOf(report.entries) }).toEqual({ refused, codes });
    if (digest !== undefined) expect(pack?.digest).toBe(digest);
    if (persona !== undefined) expect(pack?.persona).toBe(persona);
    if (rules) expect(pack?.rules.map((rule) => rule.text)).toEqual(rules);
    if (skills) expect(pack?.skills.filter((skill) => !skill.isShadowed).map((skill) => skill.name)).toEqual(skills);
    if (servers)
      expect(Object.fromEntries(pack?.mcpServers.map((server) => [server.name, server.transport]) ?? [])).toEqual(
        servers,
      );
  });
});

describe('conformance: archives', () => {
  it.each(
    kit<{ readonly zip: string; readonly expect: { readonly files?: readonly string[]; readonly refused?: string } }>(
      'archive',
    ).map((one) => [one.id, one] as const),
  )('%s', (_, one) => {
    const reporter = createReporter();
    const content = readArchive(bytes({ base64: one.zip }), `${one.id}.zip`, reporter);
    expect(content && [...content.files.keys()]).toEqual(one.expect.files);
    expect(reporter.entries[0]?.code).toBe(one.expect.refused);
  });
});
