import { packPath } from '../manifest/manifest-lists.ts';
import { createReporter } from '../report/reporter.ts';
import { decodeText, looksBinary } from '../text/decode-text.ts';
import { splitFrontmatter } from '../text/frontmatter.ts';
import { nearestName } from '../text/nearest-name.ts';
import { hashFile } from './pack-digest.ts';
import type { PackSkill, RolePack } from './role-pack.ts';

/** What `read_skill` answers with: the text, or why there is none. A wrong name is an outcome, not an exception. */
export type SkillText =
  | { readonly found: true; readonly skill: string; readonly file: string; readonly text: string }
  | {
      readonly found: false;
      readonly code:
        | 'skill_unknown'
        | 'file_unknown'
        | 'file_outside'
        | 'file_not_text'
        | 'file_unreadable'
        | 'file_changed';
      readonly message: string;
    };

/** What holds skills: a pack, or the global pool. */
export type SkillHolder = Pick<RolePack, 'name' | 'skills' | 'files' | 'source'>;

/** The skill of that name, plain (`write`) or qualified (`pack/write`); letter case does not matter. */
export function findSkill(pack: Pick<RolePack, 'skills'>, name: string): PackSkill | undefined {
  const wanted = name.normalize('NFC').trim();
  const plain = pack.skills.filter((skill) => !skill.isShadowed);
  return (
    plain.find((skill) => skill.name === wanted) ??
    pack.skills.find(
      (skill) => skill.qualifiedName === wanted || `${packOf(skill)}/${skill.folder ?? skill.file}` === wanted,
    ) ??
    plain.find((skill) => skill.name.toLowerCase() === wanted.toLowerCase())
  );
}

/** The pack's name in a qualified name, which may itself hold slashes. */
function packOf(skill: PackSkill): string {
  return skill.qualifiedName.slice(0, skill.qualifiedName.lastIndexOf('/'));
}

/**
 * The body of a skill without its frontmatter, or a text file that belongs to it: a file of the skill's own folder, of
 * the pack's `references/` or `assets/`. Never anything outside, never a script to run.
 *
 * Source: RolePack, section 四, progressive disclosure.
 */
export async function readSkill(pack: SkillHolder, name: string, file?: string): Promise<SkillText> {
  const skill = findSkill(pack, name);
  if (!skill) {
    const nearest = nearestName(
      name,
      pack.skills.map((known) => known.name),
    );
    const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    return { found: false, code: 'skill_unknown', message: `There is no skill "${name}" in "${pack.name}".${hint}` };
  }
  const path = file === undefined ? skill.file : resolveFile(pack, skill, file);
  if (path === undefined)
    return { found: false, code: 'file_outside', message: `"${file}" does not lie inside the skill or the pack.` };
  const known = pack.files.find((one) => one.path === path);
  if (!known)
    return { found: false, code: 'file_unknown', message: `The skill "${skill.name}" has no file "${file}".` };
  let bytes: Uint8Array;
  try {
    bytes = await pack.source.read(path);
  } catch {
    return { found: false, code: 'file_unreadable', message: `"${path}" cannot be read any more.` };
  }
  // What was checked and consented to is what is read: a file that changed since is not it.
  if (hashFile(path, bytes).sha256 !== known.sha256)
    return {
      found: false,
      code: 'file_changed',
      message: `"${path}" changed since the pack was loaded; load it again.`,
    };
  if (looksBinary(bytes)) return { found: false, code: 'file_not_text', message: `"${path}" is not a text.` };
  const text = decodeText(bytes, path, createReporter());
  return { found: true, skill: skill.name, file: path, text: file === undefined ? splitFrontmatter(text).body : text };
}

/** The pack path that a skill's relative reference means: in the skill's folder first, then from the pack's root. */
function resolveFile(pack: SkillHolder, skill: PackSkill, file: string): string | undefined {
  const relative = packPath(file);
  if (relative === undefined) return undefined;
  const own = skill.folder === undefined ? undefined : `${skill.folder}/${relative}`;
  if (own !== undefined && pack.files.some((known) => known.path === own)) return own;
  if (/^(?:references|assets)\//.test(relative)) return relative;
  if (own !== undefined && relative.startsWith(`${skill.folder}/`)) return relative;
  return own ?? (relative === skill.file ? relative : undefined);
}
