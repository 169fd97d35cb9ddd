import type { CapabilityKey } from '@rolecall/base';
import type { ManifestFieldName } from '../standard/manifest-fields.ts';
import type { PackStrategy } from '../standard/strategy-keys.ts';

/** A manifest as it is used: legal values only, defaults in place, the rest left out and reported. */
export interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly formatVersion: string;
  readonly version?: string | undefined;
  readonly description: string;
  readonly author?: string | undefined;
  readonly homepage?: string | undefined;
  readonly repository?: string | undefined;
  readonly license?: string | undefined;
  /** `keywords` and `trigger` merged, each once: shown and searched, never a reason to switch roles. */
  readonly matchWords: readonly string[];
  readonly interactionType: 'tool_assistant' | 'companion';
  /** What the pack declares. A host discloses in any case. */
  readonly aiIdentityDisclosure: boolean;
  readonly minorProtection: 'required';
  readonly minKernelVersion?: string | undefined;
  readonly handoffPrompt?: string | undefined;
  readonly strategy: PackStrategy;
  /** Undefined: every skill of the folder counts. */
  readonly skills: readonly ManifestSkill[] | undefined;
  /** Undefined: all tools are exposed. */
  readonly capabilities: readonly ManifestCapability[] | undefined;
  /** Top-level keys under reverse-domain names, as they stand. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface ManifestSkill {
  /** Relative to the pack, with `/`. */
  readonly file: string;
  readonly name?: string | undefined;
  /** Its place in the manifest's own list, which may hold entries that count for nothing. */
  readonly index: number;
}

export interface ManifestCapability {
  readonly capability: CapabilityKey;
  readonly description?: string | undefined;
  /** Its place in the manifest's own list, which may hold entries that count for nothing. */
  readonly index: number;
}

/** Fields that go into the manifest under another name: match words are merged, `$schema` is for editors. */
type MergedField = '$schema' | 'keywords' | 'trigger';

/** Does not compile when the table and the type name different fields. */
export type ManifestNamesEveryField =
  Exclude<ManifestFieldName, MergedField> extends keyof Manifest
    ? Exclude<keyof Manifest, ManifestFieldName | 'matchWords' | 'extensions'> extends never
      ? true
      : never
    : never;
true satisfies ManifestNamesEveryField;
