import { watch } from 'node:fs';
import { join } from 'node:path';
import { diffPacks, grownAuthority, type PackDifference } from '../diff/diff-packs.ts';
import { discoverRolePacks } from '../load/discover-role-packs.ts';
import type { LoadOptions } from '../load/load-pack.ts';
import type { SkillText } from '../load/read-skill.ts';
import type { LoadReport, PackSkill, RolePack } from '../load/role-pack.ts';
import { formatSkillList, listSkills, loadSkillPool, readSkillOf, type SkillPool } from './skill-pool.ts';

/** What a host must be able to do before it may load a companion. Source: RolePack, section 七, items 3 and 4. */
export interface CompanionHost {
  /** Where a guardian of a minor comes in; asked on activation, and without an answer nothing is activated. */
  guardianEntrance(pack: RolePack): string | undefined | Promise<string | undefined>;
}

export interface ManagerOptions extends Omit<LoadOptions, 'allowCompanion'> {
  /** Without it companion packs are refused. */
  readonly companions?: CompanionHost | undefined;
  /** The folder whose `skills/` every role shares. */
  readonly globalSkillsDir?: string | undefined;
  /** What is prefilled on a switch when the pack has no sentence of its own. */
  readonly handoffSentence?: string | undefined;
}

/** A pack as a list shows it. */
export interface PackSummary {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string | undefined;
  readonly matchWords: readonly string[];
  readonly interactionType: 'tool_assistant' | 'companion';
  readonly handoffPrompt: string | undefined;
  readonly digest: string;
  readonly isActive: boolean;
}

export type ManagerEvent =
  | { readonly type: 'loaded'; readonly packs: readonly PackSummary[] }
  | { readonly type: 'changed'; readonly name: string; readonly differences: readonly PackDifference[] }
  | { readonly type: 'removed'; readonly name: string }
  | { readonly type: 'activated'; readonly name: string; readonly previous: string | undefined }
  | { readonly type: 'deactivated'; readonly name: string }
  /** A pack on disk may do more than the one in use; the one in use stays until somebody consents. */
  | {
      readonly type: 'authority_grown';
      readonly name: string;
      readonly digest: string;
      readonly differences: readonly PackDifference[];
    };

export type Activation =
  | {
      readonly ok: true;
      readonly pack: RolePack;
      /** For the input box; the user sends it or not. */
      readonly prefill: string;
      /** The conversation's memory goes on, or the pack has one of its own. */
      readonly memory: { readonly scope: 'conversation' } | { readonly scope: 'own'; readonly key: string };
      readonly guardianEntrance?: string | undefined;
    }
  | { readonly ok: false; readonly code: 'pack_unknown' | 'guardian_missing'; readonly message: string };

/**
 * The packs of one source (a folder with `role-packs/`): loads, lists, activates, switches, reloads.
 *
 * It knows one source and no others: a host with several has several managers, and equal names do not meet. A switch is
 * the user's act, never a match word's. Source: RolePack, sections 2.5, 九 (9.1).
 */
export class RolePackManager {
  readonly dir: string;
  readonly #options: ManagerOptions;
  readonly #packs = new Map<string, RolePack>();
  /** Newer content that waits for consent, by name. */
  readonly #waiting = new Map<string, RolePack>();
  readonly #listeners = new Set<(event: ManagerEvent) => void>();
  #reports: readonly LoadReport[] = [];
  #pool: SkillPool | undefined;
  #active: string | undefined;
  #loading: Promise<void> | undefined;

  constructor(dir: string, options: ManagerOptions = {}) {
    this.dir = dir;
    this.#options = options;
  }

  /** Reads the source, at first and again; a reload keeps the active pack and never lets authority grow in silence. */
  async load(): Promise<readonly PackSummary[]> {
    // One after the other: two reloads at once would compare with half a state.
    const previous = this.#loading ?? Promise.resolve();
    this.#loading = previous.then(() => this.#read());
    await this.#loading;
    return this.list();
  }

  list(): readonly PackSummary[] {
    return [...this.#packs.values()].map((pack) => ({
      name: pack.name,
      displayName: pack.displayName,
      description: pack.manifest.description,
      version: pack.manifest.version,
      matchWords: pack.manifest.matchWords,
      interactionType: pack.manifest.interactionType,
      handoffPrompt: pack.manifest.handoffPrompt,
      digest: pack.digest,
      isActive: pack.name === this.#active,
    }));
  }

  /** Packs whose name, description or match words hold the words of the query. It shows; it switches nothing. */
  search(query: string): readonly PackSummary[] {
    const words = query
      .toLowerCase()
      .split(/[\s,，、]+/)
      .filter((word) => word !== '');
    return this.list().filter((pack) => {
      const text = [pack.name, pack.displayName, pack.description, ...pack.matchWords].join('\n').toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  reports(): readonly LoadReport[] {
    return this.#pool ? [...this.#reports, this.#pool.report] : this.#reports;
  }

  get(name: string): RolePack | undefined {
    return this.#packs.get(name);
  }

  active(): RolePack | undefined {
    return this.#active === undefined ? undefined : this.#packs.get(this.#active);
  }

  /** Makes a pack the active one, also within a conversation. */
  async activate(name: string): Promise<Activation> {
    const pack = this.#packs.get(name);
    if (!pack) return { ok: false, code: 'pack_unknown', message: `There is no pack "${name}" in ${this.dir}.` };
    const isCompanion = pack.manifest.interactionType === 'companion';
    const guardianEntrance = isCompanion ? await this.#options.companions?.guardianEntrance(pack) : undefined;
    if (isCompanion && (guardianEntrance === undefined || guardianEntrance === ''))
      return {
        ok: false,
        code: 'guardian_missing',
        message: `"${name}" is a companion, and the host names no guardian's entrance.`,
      };
    const previous = this.#active;
    this.#active = name;
    this.#emit({ type: 'activated', name, previous });
    return {
      ok: true,
      pack,
      prefill: pack.manifest.handoffPrompt ?? this.#options.handoffSentence ?? '',
      memory: isCompanion ? { scope: 'own', key: `companion:${pack.name}` } : { scope: 'conversation' },
      guardianEntrance,
    };
  }

  deactivate(): void {
    const name = this.#active;
    this.#active = undefined;
    if (name !== undefined) this.#emit({ type: 'deactivated', name });
  }

  /** Takes over newer content that may do more; the digest says which, so that nothing else slips in. */
  consent(name: string, digest: string): boolean {
    const waiting = this.#waiting.get(name);
    if (waiting?.digest !== digest) return false;
    this.#waiting.delete(name);
    this.#packs.set(name, waiting);
    this.#emit({ type: 'changed', name, differences: [] });
    return true;
  }

  /** The two tiers: the active pack's skills, then the global ones. */
  skills(): readonly PackSkill[] {
    return listSkills(this.active(), this.#pool);
  }

  /** The skill list as it stands in the prompt. */
  skillList(): string {
    return formatSkillList(this.skills());
  }

  readSkill(name: string, file?: string): Promise<SkillText> {
    return readSkillOf(this.active(), this.#pool, name, file);
  }

  on(listener: (event: ManagerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reloads when files change, a moment after the last change. Ends with the returned function. */
  watch(delayMs = 200): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watcher = watch(join(this.dir, 'role-packs'), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => void this.load(), delayMs);
    });
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  }

  async #read(): Promise<void> {
    const options: LoadOptions = {
      ...this.#options,
      allowCompanion: this.#options.companions !== undefined,
      snapshot: true,
    };
    const found = await discoverRolePacks(this.dir, options);
    if (this.#options.globalSkillsDir !== undefined)
      this.#pool = await loadSkillPool(this.#options.globalSkillsDir, options);
    this.#reports = found.map((one) => one.report);
    const isFirst = this.#packs.size === 0;
    const present = new Set<string>();
    for (const { pack } of found) {
      if (!pack) continue;
      present.add(pack.name);
      await this.#take(pack);
    }
    for (const name of [...this.#packs.keys()]) {
      if (present.has(name)) continue;
      this.#packs.delete(name);
      this.#waiting.delete(name);
      this.#emit({ type: 'removed', name });
      if (this.#active === name) this.deactivate();
    }
    if (isFirst) this.#emit({ type: 'loaded', packs: this.list() });
  }

  async #take(pack: RolePack): Promise<void> {
    const old = this.#packs.get(pack.name);
    if (!old) {
      this.#packs.set(pack.name, pack);
      return;
    }
    if (old.digest === pack.digest || this.#waiting.get(pack.name)?.digest === pack.digest) return;
    const differences = await diffPacks(old, pack);
    const grown = grownAuthority(differences);
    if (grown.length > 0) {
      this.#waiting.set(pack.name, pack);
      this.#emit({ type: 'authority_grown', name: pack.name, digest: pack.digest, differences: grown });
      return;
    }
    this.#waiting.delete(pack.name);
    this.#packs.set(pack.name, pack);
    this.#emit({ type: 'changed', name: pack.name, differences });
  }

  #emit(event: ManagerEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
