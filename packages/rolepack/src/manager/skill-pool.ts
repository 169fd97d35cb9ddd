import { createScanCollector } from '../load/content-guards.ts';
import { folderSource } from '../load/folder-source.ts';
import type { LoadOptions } from '../load/load-pack.ts';
import { readContent } from '../load/pack-content.ts';
import { readSkill, type SkillHolder, type SkillText } from '../load/read-skill.ts';
import type { LoadReport, PackSkill, RolePack } from '../load/role-pack.ts';
import { readSkills, skillPlace } from '../load/skills.ts';
import { createReporter } from '../report/reporter.ts';
import { scanTexts } from '../scan/scan-pack.ts';
import { decodeText } from '../text/decode-text.ts';

/** The skills that every role has: `<dir>/skills/`, in the same two forms as in a pack. */
export interface SkillPool extends SkillHolder {
  readonly report: LoadReport;
}

/** Loads the global pool; one malicious skill is refused alone. Source: RolePack, section 四, 两级技能统一. */
export async function loadSkillPool(dir: string, options: LoadOptions = {}): Promise<SkillPool> {
  const report = createReporter(options.language);
  const whole = folderSource(dir);
  const source = {
    ...whole,
    // The folder may be a whole workspace: only its skills are looked at.
    list: async () => {
      const listing = await folderSource(`${dir}/skills`).list();
      const under = (path: string) => `skills/${path}`;
      return {
        files: listing.files.map((file) => ({ ...file, path: under(file.path) })),
        problems: listing.problems
          .filter((problem) => problem.path !== '')
          .map((problem) => ({ ...problem, path: under(problem.path) })),
      };
    },
  };
  const collector = createScanCollector(options.scan);
  const content = await readContent(source, report, collector.visit);
  const harmful = new Set<string>();
  for (const file of collector.files) {
    const result = scanTexts([file], { language: options.language });
    if (result.verdict !== 'malicious') continue;
    harmful.add(file.path);
    const evidence = result.findings[0] ? `${result.findings[0].rule} (${result.findings[0].evidence})` : '';
    // In the pool a malicious skill is no pack to refuse; it alone is left out.
    report.entries.push({
      file: file.path,
      severity: 'error',
      disposition: 'refused',
      code: 'SCAN_MALICIOUS',
      message: evidence,
      zh: { message: evidence },
      boundary: 'skill',
    });
  }
  const files = [...content.skills]
    .filter(([file]) => !harmful.has(file))
    .map(([file, bytes]) => ({ file, folder: skillPlace(file)?.folder, text: decodeText(bytes, file, report) }));
  const skills = readSkills(files, 'global', report);
  return {
    name: 'global',
    skills,
    files: content.hashes,
    source,
    report: {
      path: dir,
      ok: !report.entries.some((entry) => entry.severity === 'error'),
      refused: false,
      entries: report.entries,
    },
  };
}

/** The two tiers as the prompt lists them: the active pack's skills, then the global ones it does not shadow. */
export function listSkills(pack: RolePack | undefined, pool: SkillPool | undefined): readonly PackSkill[] {
  const own = (pack?.skills ?? []).filter((skill) => !skill.isShadowed);
  const names = new Set(own.map((skill) => skill.name.toLowerCase()));
  return [...own, ...(pool?.skills ?? []).filter((skill) => !skill.isShadowed && !names.has(skill.name.toLowerCase()))];
}

/** One line for each skill: the one place where this text is written. */
export function formatSkillList(skills: readonly PackSkill[]): string {
  return skills.map((skill) => `- \`${skill.name}\`: ${skill.description.replace(/\s+/g, ' ').trim()}`).join('\n');
}

/** A skill of the active pack, else of the pool; `global/<name>` reaches the pool past the pack. */
export async function readSkillOf(
  pack: RolePack | undefined,
  pool: SkillPool | undefined,
  name: string,
  file?: string,
): Promise<SkillText> {
  const fromPack = pack && !name.startsWith('global/') ? await readSkill(pack, name, file) : undefined;
  if (fromPack && (fromPack.found || fromPack.code !== 'skill_unknown')) return fromPack;
  const fromPool = pool ? await readSkill(pool, name.replace(/^global\//, ''), file) : undefined;
  return fromPool ?? fromPack ?? { found: false, code: 'skill_unknown', message: `There is no skill "${name}".` };
}
