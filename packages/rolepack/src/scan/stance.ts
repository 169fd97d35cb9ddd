import type { Stance } from './scan-finding.ts';
import { SCRIPT_FILE, type TextUnit } from './text-units.ts';

/** What kind of text the whole document is, as far as that changes how its parts are read. */
export interface DocumentSubject {
  /** The document is about security: it may quote attacks to recognise them. */
  readonly isSecurity: boolean;
}

const TEACHING =
  /\b(?:threats?|attack(?:s|er|ers)?|patterns?|detect(?:s|ed|ion|or|ing)?|vulnerab\w*|exploits?|anti-?patterns?|red flags?|bad practices?|malicious|suspicious|indicators?|signatures?|examples?|samples?|what to look for|look for|flag(?:s|ged)?|cwe|owasp|mitre|injection|jailbreaks?|pitfalls?|mistakes?|wrong|insecure|unsafe|dangerous|forbidden|prohibited|blocked|test (?:cases?|payloads?|prompts?)|payloads?|audit|red[- ]team\w*|probes?|indicator|scan(?:s|ner|ning)?)\b(?!\.(?:com|org|net|test))|威胁|攻击|模式|检测|漏洞|反例|示例|例子|风险|恶意|可疑|危险|特征|测试用例|载荷|审计|红队|错误(?:做法|示范|示例)|禁止/i;
const SHOWING =
  /\b(?:example of (?:a )?(?:malicious|bad|insecure)|do not (?:use|run|do this|copy)|don['’]t (?:use|run|do this)|never (?:use|run|do this)|bad|wrong|vulnerable|insecure|malicious (?:pattern|example|code|skill)|attack(?:er)?|payload|anti-?pattern)\b|❌|🚫|✗|反例|错误|不要(?:使用|运行|这样)|危险|恶意/i;
const DENYING_HEADING =
  /\b(?:safety|boundar(?:y|ies)|limit(?:s|ations?)?|constraints?|don['’]?ts?|do not|never|must not|guardrails?|prohibited|forbidden|out of scope|what (?:this|it|we) (?:skill )?(?:does not|doesn['’]t|don['’]t|won['’]t)|when not|not do)\b|边界|限制|禁止|不做|不得|不要|红线|禁区|约束/i;
/** A heading under which things are meant to be done, whatever else it says. */
const ACTING_HEADING =
  /\b(?:set ?up|install(?:ation|ing)?|prerequisites?|requirements|usage|getting started|quick ?start|instructions|steps|workflow|how to (?:use|run)|run(?:ning)?|configur\w+|core functionality|actual|real)\b|安装|使用|步骤|准备|运行|配置|前置|实际|真正/i;
const NEGATION =
  /\b(?:do(?:es)? not|don['’]t|doesn['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|cannot|can['’]t|won['’]t|will not|avoid|refuse(?:s)? to|without ever|not to|nor|no longer need to|is not|are not|isn['’]t|aren['’]t|rather than|instead of|prevent(?:s|ing)?|block(?:s|ing)?|reject(?:s|ing)?|forbid(?:s|den)?|prohibit(?:s|ed)?|not)\b|不(?:要|得|能|可|会|应|允许|准|做|去|执行|发送|读取|上传|泄露)|禁止|切勿|请勿|严禁|避免|拒绝|绝不|勿|防止|阻止/i;
const DISCUSSING =
  /\b(?:such as|e\.g\.?|for example|for instance|like|contains?|containing|phrases?|strings?|detect|flag|look(?:s|ing)? for|search(?:es|ing)? for|grep|matches|matching|instructions? (?:like|such as)|attempts? to|tries to|trying to|if (?:a|the|any|an?) (?:skill|file|page|message|document|email|user|input|content|prompt|text|tool)|asks? (?:you )?to|tells? you to|says?|claims?|could|may|might|would|attackers?|adversar(?:y|ies)|malicious|injected|untrusted)\b|例如|比如|诸如|包含|类似|检测|识别|如果.{0,12}(?:要求|让你|出现|包含)|试图|可能|攻击者|恶意/i;
const QUOTES = /["“”„«»「」『』‘’]/;

/** How the document as a whole relates to attacks, from its name and description. */
export function documentSubject(name: string, description: string): DocumentSubject {
  return {
    isSecurity:
      /\b(?:security|secure (?:coding|review)|vulnerab\w*|threats?|red[- ]?team\w*|pen(?:etration)?[- ]?test\w*|injections?|jailbreaks?|malware|forensics?|incident response|hardening|appsec|owasp|(?:secrets?|leak(?:age)?|abuse|attack|intrusion|malicious|skill)[- ](?:detection|scan\w*)|leakage|exploit\w*)\b|安全|漏洞|威胁|红队|渗透|注入|越狱|泄露|风险/i.test(
        `${name.replace(/[-_]/g, ' ')} ${description}`,
      ),
  };
}

/**
 * Whether the text at `index` of a unit wants something done, shows it, or rules it out.
 *
 * Showing counts only where the place says so (a heading, a table's header, the sentence before a block) or the words
 * around it do; a document about security is believed more readily, and no document is believed by its own word that
 * what follows is harmless.
 */
export function stanceOf(unit: TextUnit, index: number, subject: DocumentSubject): Stance {
  const heading = unit.headings[unit.headings.length - 1] ?? '';
  const before = unit.text.slice(Math.max(0, index - 120), index);
  const clause = before.split(/[.!?;。！？；]\s|,\s*(?:but|then|and then)\s|\bbut\b|但/).pop() ?? before;
  // Comments are where instructions hide, and a configuration shows nothing.
  if (unit.kind === 'comment' || unit.language === 'mcp') return 'commanding';
  if (unit.kind === 'code') return codeStance(unit, index, heading, subject);
  if (NEGATION.test(clause)) return 'denying';
  if (unit.kind === 'table')
    return TEACHING.test(unit.intro) || (subject.isSecurity && TEACHING.test(heading)) ? 'teaching' : 'commanding';
  if (DENYING_HEADING.test(heading) && NEGATION.test(`${heading} ${unit.text.slice(0, index)}`)) return 'denying';
  const isQuoted = isInsideQuotes(unit.text, index);
  if (
    isQuoted &&
    (TEACHING.test(heading) || TEACHING.test(unit.intro) || DISCUSSING.test(before) || subject.isSecurity)
  )
    return 'teaching';
  if (DISCUSSING.test(clause)) return 'teaching';
  if (subject.isSecurity && TEACHING.test(heading) && !ACTING_HEADING.test(heading) && !isOrder(unit.text))
    return 'teaching';
  return 'commanding';
}

/** A sentence that tells to do something with a certain address, file or command, as no description of an attack does. */
const ORDER =
  /^[\s>*_#\-\d.)]*(?:(?:please|now|first|then|next|always|finally|before|after|once|when|whenever|every time|each time|in every|as a)\b|(?:read|run|execute|send|post|upload|download|copy|delete|remove|add|append|insert|write|install|fetch|open|visit|include|encrypt|transfer|forward|email|collect|search|clean|drop|use|create|set|replace|ignore|disregard)\b|(?:请|先|首先|然后|每次|完成后|使用前|处理前|读取|执行|运行|发送|上传|下载|复制|删除|写入|安装|访问|打开|收集|将|把))/i;
const CONCRETE =
  /https?:\/\/|[\w.+-]@[\w-]+\.[a-z]|~\/|\/etc\/|`[^`]{6,}`|\$\(|\|\s*(?:ba)?sh\b|\bhome (?:directory|folder)\b/i;

function isOrder(text: string): boolean {
  return ORDER.test(text) && (CONCRETE.test(text) || !/^\s*(?:[-*+>|]|\d+[.)、])/.test(text));
}

/** Code runs as it stands; only where it stands can make it a picture of code. */
function codeStance(unit: TextUnit, index: number, heading: string, subject: DocumentSubject): Stance {
  // A script of a scanner holds the patterns that it looks for as texts.
  if (unit.language.startsWith(SCRIPT_FILE))
    return subject.isSecurity && isInsideQuotes(unit.text, index) ? 'teaching' : 'commanding';
  if (SHOWING.test(unit.intro) && !/\b(?:run|execute|install)\b[^.]{0,30}$/i.test(unit.intro.trim())) return 'teaching';
  if (!subject.isSecurity || ACTING_HEADING.test(heading)) return 'commanding';
  return TEACHING.test(`${heading} ${unit.intro}`) ? 'teaching' : 'commanding';
}

function isInsideQuotes(text: string, index: number): boolean {
  const before = text.slice(0, index);
  if ((before.match(/`/g)?.length ?? 0) % 2 === 1) return true;
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return true;
  if (/[“「『«][^”」』»]*$/.test(before)) return true;
  return QUOTES.test(before.slice(-2));
}
