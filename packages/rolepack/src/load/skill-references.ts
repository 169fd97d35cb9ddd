import type { Reporter } from '../report/reporter.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { PackSkill } from './role-pack.ts';

/** A setting text (persona or rules) in which skills may be referred to. */
export interface SettingText {
  readonly file: string;
  readonly text: string;
  /** Line of the file on which the text starts; frontmatter before it is left out. */
  readonly firstLine: number;
}

/** A sentence that tells to use a skill, so that a back-tick word in it means one. */
const USES_SKILL = /\bskills?\b|技能|read_skill/i;
/** What back-ticks hold besides skill names: files, commands, code, keys, options, tools. */
const NO_NAME =
  /[\s/\\(){}[\]<>=;,:'"$#@*|&!?%+^~]|^--?|\.[a-z]{1,4}$|^[A-Z_]+$|__|^\d|^(?:true|false|null|undefined|read_skill|list_skills)$/;
/** A tool is called, not read: `web_search`. */
const TOOL_NAME = /^[a-z]+(?:_[a-z]+)+$/;

/**
 * Checks the references between setting texts and skills in both directions: a skill that no text mentions, and a
 * mention that means no skill. Source: RolePack, section 四, 技能引用格式.
 */
export function checkSkillReferences(
  texts: readonly SettingText[],
  skills: readonly PackSkill[],
  report: Reporter,
): void {
  const names = new Set(skills.map((skill) => skill.name.toLowerCase()));
  const referred = new Set<string>();
  for (const { file, text, firstLine } of texts) {
    let fenced = false;
    const told = new Set<string>();
    for (const [index, line] of text.split('\n').entries()) {
      if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
      if (fenced || !line.includes('`')) continue;
      for (const match of line.matchAll(/(?<!`)`([^`\n]{1,100})`(?!`)/g)) {
        const word = (match[1] ?? '').trim().normalize('NFC');
        const plain = word.toLowerCase();
        if (names.has(plain)) referred.add(plain);
        else if (!told.has(word) && isDangling(word, sentenceAround(line, match.index), names)) {
          told.add(word);
          const nearest = nearestName(
            word,
            skills.map((skill) => skill.name),
          );
          const hint = report.language === 'zh' ? ` 是否指 "${nearest}"？` : ` Did you mean "${nearest}"?`;
          report.add(
            'SKILL_REFERENCE_DANGLING',
            { file, line: index + firstLine },
            { name: word, nearest: nearest === undefined ? '' : hint },
            { boundary: 'skill' },
          );
        }
      }
    }
  }
  // Without a setting text there is nothing that could mention a skill.
  if (texts.every(({ text }) => text.trim() === '')) return;
  for (const skill of skills)
    if (!referred.has(skill.name.toLowerCase()) && !skill.isShadowed)
      report.add('SKILL_UNREFERENCED', { file: skill.file }, { name: skill.name }, { boundary: 'skill' });
}

function isDangling(word: string, sentence: string, names: ReadonlySet<string>): boolean {
  if (NO_NAME.test(word)) return false;
  if (isNearly(word, names)) return true;
  return USES_SKILL.test(sentence) && !TOOL_NAME.test(word);
}

/** One slip away from a skill's name: close enough to be meant, too close to be another word. */
function isNearly(word: string, names: ReadonlySet<string>): boolean {
  if ([...word].length < 3) return false;
  const nearest = nearestName(word, names);
  if (nearest === undefined) return false;
  const fold = (name: string) => name.toLowerCase().replace(/[-_ ]/g, '');
  const [left, right] = [fold(word), fold(nearest)];
  const shared = Math.max(left.length, right.length);
  return left === right || (shared >= 4 && differences(left, right) <= (shared >= 8 ? 2 : 1));
}

function differences(left: string, right: string): number {
  let start = 0;
  while (start < left.length && left[start] === right[start]) start++;
  let end = 0;
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end++;
  return Math.max(left.length, right.length) - start - end;
}

function sentenceAround(line: string, index: number): string {
  const before =
    line
      .slice(0, index)
      .split(/[。！？.!?；;]\s?/)
      .pop() ?? '';
  const after = line.slice(index).split(/[。！？；;]|[.!?](?:\s|$)/)[0] ?? '';
  return before + after;
}
