import type { CapabilityKey } from '@rolecall/base';
import type { Manifest } from '../manifest/manifest.ts';
import type { ReportEntry } from '../report/entry.ts';
import type { ResolvedStrategy } from '../standard/strategy-keys.ts';
import type { McpOffer } from './mcp-offers.ts';
import type { FileHash } from './pack-digest.ts';
import type { PackSource } from './pack-source.ts';
import type { Rule } from './rules.ts';

/** A role pack, loaded: everything that a host needs to be this role. Plain data, but for `source`. */
export interface RolePack {
  readonly name: string;
  readonly displayName: string;
  /** `sha256:…` over the content of the whole pack; equal on every system. */
  readonly digest: string;
  readonly manifest: Manifest;
  /** Empty when there is none. */
  readonly persona: string;
  readonly rules: readonly Rule[];
  /** The whole of `rules.md`, headings and tables included: what goes into the prompt, unchanged. */
  readonly rulesText: string;
  readonly skills: readonly PackSkill[];
  /** Undefined: all tools are exposed. A list: the resident ones and those it names. */
  readonly capabilities: readonly CapabilityKey[] | undefined;
  readonly strategy: ResolvedStrategy;
  /** Servers that the pack offers; none is started. */
  readonly mcpServers: readonly McpOffer[];
  /** Every file of the pack, also those that the loader gives no meaning. */
  readonly files: readonly FileHash[];
  /** Where it was loaded from. */
  readonly dir: string;
  readonly source: PackSource;
}

/** A skill as it stands in the prompt; its body is read on demand (`readSkill`). */
export interface PackSkill {
  readonly name: string;
  /** `pack/skill`: reaches this one even when another skill won its name. */
  readonly qualifiedName: string;
  readonly description: string;
  /** Relative to the pack. */
  readonly file: string;
  /** The folder of a skill in folder form, relative to the pack; undefined for a single file. */
  readonly folder: string | undefined;
  /** True when another skill of the pack won the plain name. */
  readonly isShadowed: boolean;
}

/** What loading had to say about one pack. */
export interface LoadReport {
  /** The folder or archive. */
  readonly path: string;
  /** No error. */
  readonly ok: boolean;
  readonly refused: boolean;
  readonly entries: readonly ReportEntry[];
}

export interface LoadedPack {
  /** Absent when the pack is refused. */
  readonly pack?: RolePack | undefined;
  readonly report: LoadReport;
}
