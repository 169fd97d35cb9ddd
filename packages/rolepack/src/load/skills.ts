import type { Manifest } from '../manifest/manifest.ts';
import { type Reporter, showValue } from '../report/reporter.ts';
import { LIMITS } from '../standard/limits.ts';
import { lengthOf } from '../standard/shape.ts';
import { splitFrontmatter } from '../text/frontmatter.ts';
import { nearestName } from '../text/nearest-name.ts';
import { unsafeCharacters } from '../text/unsafe-characters.ts';
import type { PackSkill } from './role-pack.ts';

/** A skill file of the pack, with its decoded text. */
export interface SkillFile {
  readonly file: string;
  readonly folder: string | undefined;
  readonly text: string;
}

/** The file of a skill by convention: `skills/x.md`, or `skills/x/SKILL.md` with its folder. Any case is understood. */
export function skillPlace(path: string): { readonly folder: string | undefined } | undefined {
  const parts = path.split('/');
  if (parts[0]?.toLowerCase() !== 'skills') return undefined;
  if (parts.length === 2 && /\.md$/i.test(parts[1] ?? '')) return { folder: undefined };
  if (parts.length === 3 && /^skill\.md$/i.test(parts[2] ?? '')) return { folder: parts.slice(0, 2).join('/') };
  return undefined;
}

/** What the manifest lets through, and what it names in vain. Source: RolePack, section 四, C3. */
export function whitelistedSkills(
  files: readonly SkillFile[],
  manifest: Manifest,
  report: Reporter,
): readonly SkillFile[] {
  const listed = manifest.skills;
  if (listed === undefined) return files;
  const wanted = new Map(listed.map((skill) => [skill.file.toLowerCase(), skill]));
  for (const skill of listed) {
    const matches = files.some((file) => isNamedBy(file, skill.file));
    if (matches) continue;
    const nearest = nearestName(
      skill.file,
      files.map(({ file }) => file),
    );
    report.add(
      'SKILL_WHITELIST_UNMATCHED',
      { file: 'manifest.json', path: `skills[${skill.index}]` },
      { file: skill.file, nearest: hint(nearest, report) },
      { boundary: 'skill' },
    );
  }
  return files.filter((file) => {
    if (wanted.has(file.file.toLowerCase()) || listed.some((skill) => isNamedBy(file, skill.file))) return true;
    report.add('SKILL_NOT_WHITELISTED', { file: file.file }, {}, { boundary: 'skill' });
    return false;
  });
}

/** A whitelist may name the file or, for a skill in folder form, its folder. */
function isNamedBy(file: SkillFile, listed: string): boolean {
  const name = listed.toLowerCase();
  return file.file.toLowerCase() === name || file.folder?.toLowerCase() === name;
}

/** Reads the metadata of each skill; one bad skill takes no other down. */
export function readSkills(files: readonly SkillFile[], packName: string, report: Reporter): PackSkill[] {
  if (files.length > LIMITS.skills)
    report.add(
      'SKILLS_TOO_MANY',
      { file: 'skills/' },
      { count: files.length, limit: LIMITS.skills },
      { boundary: 'skill' },
    );
  for (const left of files.slice(LIMITS.skills))
    report.add(
      'SKILLS_TOO_MANY',
      { file: left.file },
      { count: files.length, limit: LIMITS.skills },
      { boundary: 'skill', disposition: 'ignored' },
    );
  const skills: PackSkill[] = [];
  const winners = new Map<string, string>();
  const taken = new Set<string>();
  for (const file of files.slice(0, LIMITS.skills)) {
    const head = readSkillHead(file, report);
    if (!head) continue;
    const winner = winners.get(head.name.toLowerCase());
    const qualifiedName = `${packName}/${winner === undefined ? head.name : qualifier(file, taken)}`;
    taken.add(qualifiedName.slice(packName.length + 1).toLowerCase());
    if (winner === undefined) winners.set(head.name.toLowerCase(), file.file);
    else
      report.add(
        'SKILL_DUPLICATE',
        { file: file.file },
        { name: head.name, winner, qualified: qualifiedName },
        { boundary: 'skill' },
      );
    skills.push({ ...head, qualifiedName, file: file.file, folder: file.folder, isShadowed: winner !== undefined });
  }
  if (skills.length > LIMITS.advisedSkills)
    report.add(
      'SKILLS_MANY',
      { file: 'skills/' },
      { count: skills.length, limit: LIMITS.advisedSkills },
      { boundary: 'skill' },
    );
  return skills;
}

const READ_KEYS = new Set(['name', 'description']);

/** Name and description of one skill file, or undefined when it is refused. */
export function readSkillHead(
  file: SkillFile,
  report: Reporter,
): { readonly name: string; readonly description: string } | undefined {
  const at = (key?: string) => ({
    file: file.file,
    line: key === undefined ? undefined : front.lines.get(key),
    path: key,
  });
  const boundary = { boundary: 'skill' } as const;
  const front = splitFrontmatter(file.text);
  if (front.form === 'none') report.add('SKILL_FRONTMATTER_MISSING', { file: file.file, line: 1 }, {}, boundary);
  if (front.form === 'unclosed') report.add('SKILL_FRONTMATTER_UNCLOSED', { file: file.file, line: 1 }, {}, boundary);
  if (front.problem !== undefined)
    report.add('SKILL_FRONTMATTER_INVALID', { file: file.file, line: 1 }, { reason: front.problem }, boundary);
  for (const key of front.duplicates) report.add('FRONTMATTER_DUPLICATE_KEY', at(key), { key }, boundary);
  for (const key of front.fields.keys())
    if (!READ_KEYS.has(key)) report.add('SKILL_FIELD_UNKNOWN', at(key), { key }, boundary);
  const fileName = skillFileName(file);
  const declared = fieldText('name', front.fields.get('name'), at('name'), report);
  const written = declared === '' ? fileName : declared;
  const name = written.normalize('NFC').trim();
  if (written.normalize('NFC') !== written) report.add('NAME_NORMALISED', at('name'), { key: '"name"' }, boundary);
  const unsafe = [...unsafeCharacters(name), ...(/[`]/.test(name) ? ['`'] : [])];
  if (unsafe.length > 0) {
    report.add('SKILL_NAME_UNSAFE', at('name'), { characters: unsafe.join(', ') }, boundary);
    return undefined;
  }
  if (lengthOf(name) > LIMITS.skillNameLength) {
    report.add('SKILL_NAME_TOO_LONG', at('name'), { length: lengthOf(name), limit: LIMITS.skillNameLength }, boundary);
    return undefined;
  }
  if (name !== fileName) report.add('SKILL_NAME_MISMATCH', at('name'), { name, fileName }, boundary);
  const description = fieldText('description', front.fields.get('description'), at('description'), report).trim();
  if (description === '') report.add('SKILL_DESCRIPTION_MISSING', { file: file.file, line: 1 }, { name }, boundary);
  if (front.body.trim() === '') report.add('SKILL_EMPTY', { file: file.file }, { name }, boundary);
  const lines = file.text.split('\n').length;
  if (lines > LIMITS.advisedSkillLines)
    report.add('SKILL_LONG', { file: file.file }, { lines, limit: LIMITS.advisedSkillLines }, boundary);
  report.loaded({ file: file.file }, { en: `Skill "${name}".`, zh: `技能 "${name}"。` }, 'skill');
  return { name, description };
}

/** The name that a skill has by its place: the file's without `.md`, or the folder's. */
export function skillFileName(file: Pick<SkillFile, 'file' | 'folder'>): string {
  const parts = (file.folder ?? file.file.replace(/\.md$/i, '')).split('/');
  return parts[parts.length - 1] ?? '';
}

/** What tells the loser of a name apart: its file's name, or its whole path where that is taken too. */
function qualifier(file: SkillFile, taken: ReadonlySet<string>): string {
  const name = skillFileName(file);
  return taken.has(name.toLowerCase()) ? (file.folder ?? file.file) : name;
}

/** Reports where the manifest's whitelist calls a skill otherwise than the skill itself does. */
export function checkWhitelistNames(skills: readonly PackSkill[], manifest: Manifest, report: Reporter): void {
  for (const [index, listed] of (manifest.skills ?? []).entries()) {
    if (listed.name === undefined) continue;
    const skill = skills.find((one) => isNamedBy({ ...one, text: '' }, listed.file));
    if (!skill || skill.name === listed.name.normalize('NFC').trim()) continue;
    report.add(
      'SKILL_NAME_MISMATCH',
      { file: 'manifest.json', path: `skills[${index}].name` },
      { name: skill.name, fileName: listed.name },
      { boundary: 'skill' },
    );
  }
}

/** A frontmatter value as text: numbers, lists and maps that were meant as text are read as such, and said so. */
function fieldText(
  key: string,
  value: unknown,
  at: { readonly file: string; readonly line: number | undefined; readonly path: string | undefined },
  report: Reporter,
): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  report.add('SKILL_FIELD_COERCED', at, { key, value: showValue(value) }, { boundary: 'skill' });
  return plainText(value, 0);
}

function plainText(value: unknown, depth: number): string {
  if (value === null || value === undefined || depth > 5) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => plainText(item, depth + 1)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, item]) => (item === null ? key : `${key}: ${plainText(item, depth + 1)}`))
      .join('; ');
  return String(value);
}

function hint(nearest: string | undefined, report: Reporter): string {
  if (nearest === undefined) return '';
  return report.language === 'zh' ? ` 是否指 "${nearest}"？` : ` Did you mean "${nearest}"?`;
}
