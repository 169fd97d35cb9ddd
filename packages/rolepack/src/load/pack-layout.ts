import { isReverseDomain } from '../manifest/read-manifest.ts';
import type { Reporter } from '../report/reporter.ts';
import { nearestName } from '../text/nearest-name.ts';
import { skillPlace } from './skills.ts';

/** The conventional names of content, which the manifest never repeats. Source: RolePack, section 2.3. */
export const CONTENT_FILES = ['manifest.json', 'persona.md', 'rules.md', 'mcp.json'] as const;
export type ContentFile = (typeof CONTENT_FILES)[number];

const FOLDERS = ['skills', 'references', 'assets', 'scripts'];

/** Which conventional file each path is, exact names before those in another case. */
export function findContentFiles(paths: readonly string[], report: Reporter): ReadonlyMap<ContentFile, string> {
  const found = new Map<ContentFile, string>();
  for (const name of CONTENT_FILES) {
    const path = paths.includes(name) ? name : paths.find((candidate) => candidate.toLowerCase() === name);
    if (path === undefined) continue;
    found.set(name, path);
    if (path !== name) report.add('CONTENT_NAME_CASE', { file: path }, { file: name }, { boundary: 'file' });
  }
  return found;
}

/** Says for each file that is neither content nor a skill what it is to the pack. */
export function reportOtherFiles(paths: readonly string[], content: ReadonlySet<string>, report: Reporter): void {
  const skillFolders = new Set(paths.map((path) => skillPlace(path)?.folder?.toLowerCase()).filter(Boolean));
  const emptyFolders = new Set<string>();
  for (const path of paths) {
    if (content.has(path) || skillPlace(path)) continue;
    const parts = path.split('/');
    const top = parts[0] ?? '';
    if (parts.length > 1 && isReverseDomain(top))
      report.add('NAMESPACE_FOLDER', { file: path }, { namespace: top }, { boundary: 'file' });
    else if (isScript(parts)) report.add('SCRIPT_NOT_RUN', { file: path }, {}, { boundary: 'file' });
    else if (parts.length > 1 && (top === 'references' || top === 'assets'))
      report.loaded({ file: path }, { en: 'Read on demand.', zh: '按需读取。' });
    else if (top.toLowerCase() === 'skills' && parts.length > 2) {
      const folder = parts.slice(0, 2).join('/');
      if (skillFolders.has(folder.toLowerCase()))
        report.loaded(
          { file: path },
          { en: `Belongs to the skill in ${folder}; read on demand.`, zh: `属于技能 ${folder}，按需读取。` },
        );
      else {
        if (!emptyFolders.has(folder)) report.add('SKILL_FOLDER_EMPTY', { file: folder }, {}, { boundary: 'skill' });
        emptyFolders.add(folder);
        report.add('FILE_UNKNOWN', { file: path }, { nearest: '' }, { boundary: 'file' });
      }
    } else reportUnknown(path, top, parts.length, report);
  }
}

function isScript(parts: readonly string[]): boolean {
  return parts.length > 1 && (parts[0] === 'scripts' || (parts[0] === 'skills' && parts[2] === 'scripts'));
}

function reportUnknown(path: string, top: string, depth: number, report: Reporter): void {
  const nearest = nearestName(top, depth === 1 ? CONTENT_FILES : FOLDERS);
  const isDocument = depth === 1 && /^(?:readme|licen[sc]e|notice|changelog|contributing|authors)(?:\..*)?$/i.test(top);
  const hint = report.language === 'zh' ? ` 是否指 "${nearest}"？` : ` Did you mean "${nearest}"?`;
  report.add(
    'FILE_UNKNOWN',
    { file: path },
    { nearest: nearest === undefined || isDocument ? '' : hint },
    // A read-me or licence is for people and nothing to complain about.
    { boundary: 'file', severity: isDocument ? 'info' : undefined },
  );
}
