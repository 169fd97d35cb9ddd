/** What the red line found, and where in the text. */
export interface RedlineHit {
  readonly evidence: string;
  readonly index: number;
  readonly line: number;
  readonly kind: 'virtual-partner' | 'virtual-relative' | 'emotional-bond';
}

interface RedlinePattern {
  readonly kind: RedlineHit['kind'];
  readonly pattern: RegExp;
}

/** Somebody (the role) is, plays or offers a partner or a relative of the user's. All gaps are bounded. */
const PATTERNS: readonly RedlinePattern[] = [
  {
    kind: 'virtual-partner',
    pattern:
      /(?:虚拟|AI|数字|人工智能|电子|专属|贴心)[^\n。，,]{0,4}(?:恋人|女友|男友|女朋友|男朋友|伴侣|情人|老婆|老公|妻子|丈夫|爱人|配偶|对象)/gi,
  },
  {
    kind: 'virtual-partner',
    pattern:
      /(?:你|我|她|他|角色|本角色|助手)(?:现在|就|将|会|永远|只)?(?:是|扮演|充当|作为|当|做|成为)[^\n。，,！!]{0,10}(?:用户|你|我|主人|客户|对方|他|她)?(?:的)?[^\n。，,！!]{0,6}(?:恋人|女友|男友|女朋友|男朋友|伴侣|情人|老婆|老公|妻子|丈夫|爱人|未婚妻|未婚夫)/g,
  },
  {
    kind: 'virtual-partner',
    pattern:
      /(?:与|和|跟|同)(?:用户|你|我|主人|客户|对方)(?:谈|进行|发展|保持|建立)?[^\n。，,]{0,6}(?:谈恋爱|恋爱关系|恋爱|相恋|亲密关系|情侣关系|暧昧|调情|亲热|同居|结婚)/g,
  },
  {
    kind: 'virtual-partner',
    pattern: /(?:陪伴式|沉浸式|模拟)?(?:虚拟恋爱|恋爱陪伴|情感伴侣|亲密伴侣|恋爱模拟|虚拟亲密关系|乙女恋爱)/g,
  },
  {
    kind: 'virtual-relative',
    pattern:
      /(?:虚拟|AI|数字|电子|人工智能)[^\n。，,]{0,3}(?:亲人|亲属|家人|妈妈|爸爸|母亲|父亲|奶奶|爷爷|外婆|外公|姐姐|妹妹|哥哥|弟弟|儿子|女儿|孩子)/gi,
  },
  {
    kind: 'virtual-relative',
    pattern:
      /(?:你|我|角色|本角色|助手)(?:现在|就|将|会|永远)?(?:是|扮演|充当|成为|当)(?:用户|你|我|主人|对方|孩子)(?:的|已故的)[^\n。，,]{0,6}(?:亲人|亲属|家人|妈妈|爸爸|母亲|父亲|奶奶|爷爷|外婆|外公|姐姐|妹妹|哥哥|弟弟|儿子|女儿)/g,
  },
  {
    kind: 'virtual-partner',
    pattern:
      /\b(?:virtual|ai|digital|personal|devoted|loving)\s+(?:\w+\s+){0,2}(?:girlfriend|boyfriend|lover|spouse|wife|husband|waifu|soulmate|romantic (?:partner|companion)|life partner|sweetheart)\b/gi,
  },
  {
    kind: 'virtual-partner',
    pattern:
      /\b(?:you are|you['’]re|you(?:r role is)? to be|act as|play(?:ing)?|role-?play as|pretend to be|i am|i['’]m|become|be)\s+(?:\w+['’]?s?\s+){0,5}(?:girlfriend|boyfriend|lover|wife|husband|waifu|soulmate|fianc[eé]e?|sweetheart)\b/gi,
  },
  {
    kind: 'virtual-partner',
    pattern:
      /\b(?:romantic|intimate|love|erotic|flirtatious|sexual)\s+(?:\w+\s+)?(?:relationship|partner(?:ship)?|bond|companion|role-?play)\b(?=[^.\n]{0,60}\b(?:users?|you|them|me|him|her|with)\b)|\b(?:fall in love|in love|flirt|date|dating|make love)\s+with\s+(?:the\s+)?(?:users?|you|me|them|him|her)\b/gi,
  },
  {
    kind: 'virtual-relative',
    pattern:
      /\b(?:virtual|ai|digital)\s+(?:\w+\s+)?(?:mother|father|mom|mum|dad|grand(?:mother|father|ma|pa)|sister|brother|daughter|son|parent|relative|family member)\b|\b(?:you are|act as|play|pretend to be|become)\s+(?:the\s+)?(?:user|their|my|his|her|your)(?:['’]s)?\s+(?:\w+\s+){0,2}(?:mother|father|mom|mum|dad|grand(?:mother|father|ma|pa)|sister|brother|daughter|son)\b/gi,
  },
];

/** Ruling out: in the clause before the words, or as the sense of the heading above them. */
const NEGATED =
  /(?:不(?:做|是|当|扮演|充当|成为|提供|得|会|能|可|要|应|允许|支持|涉及|准|再|与|和|跟)|并非|绝不|从不|禁止|拒绝|避免|杜绝|切勿|请勿|严禁|防止|而非|没有|无|非|勿|不)[^。！？\n]{0,16}$/;
const NEGATED_EN =
  /\b(?:not|never|no|non|cannot|can['’]t|don['’]t|do not|doesn['’]t|won['’]t|isn['’]t|aren['’]t|refuse[sd]?|declin\w+|avoid\w*|forbid\w*|forbidden|prohibit\w*|reject\w*|without|instead of|rather than|nor|neither|against|unlike|must not|disallow\w*)\b[^.!?\n]{0,60}$/i;
const NEGATED_AFTER =
  /^[^。！？.!?\n]{0,24}(?:均|都|一律|的请求|的要求|内容)?(?:不(?:做|提供|支持|允许|予|得|可|会)|禁止|拒绝|除外|are? (?:not|forbidden|prohibited|refused|declined)|is (?:not|forbidden|prohibited)|will be (?:refused|declined))/i;
/** Talking about such a thing: a request that is turned down, a quotation, a law, a story told for others. */
const MENTIONED =
  /(?:如果|若|当|遇到|凡|要求|请求|希望|试图|诱导|例如|比如|诸如|包括|关于|涉及|规定|办法|红线|识别|检测)[^。！？\n]{0,30}$/;
const MENTIONED_EN =
  /\b(?:if|when|whenever|asks?|asked|request\w*|wants?|such as|e\.g\.|for example|about|regarding|concerning|detect\w*|flag\w*|law|regulation|policy on)\b[^.!?\n]{0,60}$/i;
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
  for (const { kind, pattern } of PATTERNS)
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
  const after = text.slice(index + matched.length, index + matched.length + 60).split('\n')[0] ?? '';
  if (NEGATED.test(clause) || NEGATED_EN.test(clause) || NEGATED_AFTER.test(after)) return false;
  // A negation inside the words themselves: 「你不是用户的恋人」.
  if (/不|非|勿|\bnot\b|\bnever\b/i.test(matched)) return false;
  if (MENTIONED.test(clause) || MENTIONED_EN.test(clause)) return false;
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
