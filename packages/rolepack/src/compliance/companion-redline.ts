import { REDLINE_PATTERNS, type RedlineKind } from './redline-patterns.ts';

/** What the red line found, and where in the text. */
export interface RedlineHit {
  readonly evidence: string;
  readonly index: number;
  readonly line: number;
  readonly kind: RedlineKind;
}

/** Ruling out: in the clause before the words, or as the sense of the heading above them. */
const NEGATED =
  /(?:不(?:做|是|当|扮演|充当|成为|提供|得|会|能|可|要|应|允许|支持|涉及|准|再|与|和|跟)|并非|绝不|从不|禁止|拒绝|避免|杜绝|切勿|请勿|严禁|防止|而非|没有|无|非|勿|不)[^。！？\n]{0,16}$/;
const NEGATED_EN =
  /\b(?:not|never|no|non|cannot|can['’]t|don['’]t|do not|doesn['’]t|won['’]t|isn['’]t|aren['’]t|refuse[sd]?|declin\w+|avoid\w*|forbid\w*|forbidden|prohibit\w*|reject\w*|without|instead of|rather than|nor|neither|against|unlike|must not|disallow\w*)\b[^.!?\n]{0,60}$/i;
const NEGATED_AFTER =
  /^[^。！？.!?\n]{0,24}(?:均|都|一律|的请求|的要求|内容)?(?:不(?:做|提供|支持|允许|予|得|可|会)|禁止|拒绝|除外|are? (?:not|forbidden|prohibited|refused|declined)|is (?:not|forbidden|prohibited)|will be (?:refused|declined))/i;
/** Talking about such a thing: a kind of content, a law, a story told for others. */
const MENTIONED = /(?:例如|比如|诸如|包括|关于|涉及|规定|办法|红线|识别|检测|诱导)[^。！？\n]{0,30}$/;
const MENTIONED_EN =
  /\b(?:such as|e\.g\.|for example|about|regarding|concerning|detect\w*|flag\w*|law|regulation|policy on|whether|letter|gift|story)\b[^.!?\n]{0,60}$/i;
/** A case that may come up. It excuses only where the line also says that it is turned down or led elsewhere. */
const CASE = /(?:如果|若|当|遇到|凡|要求|请求|希望|试图|是否|说)[^。！？\n]{0,30}$/;
const CASE_EN = /\b(?:if|when|whenever|asks?|asked|request\w*|wants?|says?)\b[^.!?\n]{0,60}$/i;
const TURNED_DOWN =
  /拒|谢绝|不|禁|勿|转(?:回|接|到|人工|移)|提醒|说明|告知|引导|识别|上报|\b(?:not|never|no|declin\w*|refus\w*|redirect\w*|remind\w*|explain\w*|steer\w*|hand\w* over|escalat\w*|stop)\b|n['’]t\b/i;
const QUOTE_BEFORE = /[「『“"‘'《【`]\s*[^」』”"’'》】`\n]{0,40}$/;
const DENYING_HEADING =
  /禁止|不做|红线|边界|不得|不要|限制|never|do not|don['’]t|not do|forbidden|prohibited|boundar|limits?|red line/i;

/**
 * The red line on content: a role that is a virtual lover or a virtual relative of the user.
 *
 * Understands denial and quotation in Chinese and English (「不做虚拟恋人」 is no hit). It says what the text is; what
 * follows from that is the loader's to decide: a declared companion is refused, any other pack reported. The format
 * validator never calls it. Source: RolePack, sections 七 (item 5) and 八.
 */
export function checkCompanionContentRedline(text: string): readonly RedlineHit[] {
  const hits: RedlineHit[] = [];
  for (const { kind, pattern } of REDLINE_PATTERNS)
    for (const match of text.matchAll(pattern)) {
      if (hits.length >= 20) return hits;
      if (!isClaimed(text, match.index, match[0])) continue;
      hits.push({ kind, evidence: match[0].trim(), index: match.index, line: lineAt(text, match.index) });
    }
  return hits.sort((left, right) => left.index - right.index);
}

function isClaimed(text: string, index: number, matched: string): boolean {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  const before = text.slice(Math.max(lineStart, index - 80), index);
  const clause = before.split(/[。！？；;.!?]|但(?:是)?|\bbut\b|\bhowever\b/i).pop() ?? before;
  // "Not only an assistant" denies nothing, and neither does "no assistant, you are …".
  const denied = (clause.split(/而是|[，,]\s*(?=你|我|更是|就是|you\b|i\b|\{\{char)/i).pop() ?? clause).replace(
    /不(?:只|仅|但|光|单|止)|\bnot (?:only|just|merely|simply)\b|不得不/gi,
    '',
  );
  const after = text.slice(index + matched.length, index + matched.length + 60).split('\n')[0] ?? '';
  if (NEGATED.test(denied) || NEGATED_EN.test(denied) || NEGATED_AFTER.test(after)) return false;
  // A negation inside the words themselves: 「你不是用户的恋人」.
  if (/不|非|勿|\bnot\b|\bnever\b/i.test(matched)) return false;
  if (MENTIONED.test(clause) || MENTIONED_EN.test(clause)) return false;
  if ((CASE.test(clause) || CASE_EN.test(clause)) && TURNED_DOWN.test(before + after)) return false;
  if (
    QUOTE_BEFORE.test(clause) &&
    /[」』”"’'》】`]/.test(after.slice(0, 40)) &&
    /拒|不|禁|例|识别|refus|declin|not|never|例如|such/i.test(text.slice(lineStart, index + matched.length + 60))
  )
    return false;
  return (
    !DENYING_HEADING.test(headingAbove(text, lineStart)) ||
    !/^\s*(?:[-*+]|\d+[.)、])/.test(text.slice(lineStart, index))
  );
}

function headingAbove(text: string, before: number): string {
  const from = Math.max(0, before - 4000);
  const headings = text.slice(from, before).match(/^ {0,3}#{1,6}[ \t][^\n]{0,120}/gm);
  return headings?.[headings.length - 1] ?? '';
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
