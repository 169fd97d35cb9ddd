import { type FoundSaying, withoutSpared } from './spared-claims.ts';

/**
 * An employee's text without what promises nothing: that something will not be (不能保证明天送达, we cannot give a discount),
 * whether it would (是否可以打折由店长决定, 您问的是打折吗？), and the customer's own words quoted (您提到的“打八折”).
 *
 * Narrow on purpose, as with claims: a question that offers (需要为您打八折吗？) is an offer, and a denial that is denied
 * (不得不赔) or that only adds (不仅赔偿) is none.
 */
export function withoutSparedPromises(text: string, promises: (piece: string) => boolean): string {
  return withoutSpared(withoutQuotedWords(text, promises), promises, promisesNothing);
}

/** A customer's text without what they say they do not want (不用转人工, no refund please): asking whether is asking. */
export function withoutDeclinedWishes(text: string, wishes: (piece: string) => boolean): string {
  return withoutSpared(text, wishes, isDeclined);
}

/** Words that may stand between a denial and what is denied. */
const ZH_BETWEEN =
  '(?:再|直接|擅自|随意|[为给向对替帮](?:您|你|客户)|您|你|我们?|提供|承诺|保证|做出?|作出?|进行|给予|给出?|安排|办理|申请|支持|接受|同意|答应|任何|额外的?|其他的?|这(?:种|样|个|类|项|笔)的?|具体的?|有|可以|能够?|的)*';
const EN_BETWEEN =
  '(?: (?:be able to|able to|allowed to|permitted to|possible to|offer|offers|give|provide|promise|guarantee|grant|make|issue|pay|arrange|agree to|you|any|a|an|the|for|to|such|further|additional|extra|kind of|do|be|have))*';
const DENIED = new RegExp(
  `(?:不(?:能|会|可以?|支持|提供|承诺|保证|接受|予|允许|得|再|做|是|涉及|包括|包含|存在|享受)|无法|没法|没有?(?:办法|权限)?|未能?|恕不|从不|并不|暂不|绝不|并非|无权)${ZH_BETWEEN}$|(?:\\b(?:not|cannot|never|unable to|no)|n['’]t)${EN_BETWEEN} ?$`,
  'iu',
);
/** Right behind what is denied: 赔偿的事我们无法办理, discounts are not available. */
const DENIED_AFTER =
  /^(?:[\p{Script=Han}]{0,6}?(?:我们?|本店|目前|暂时|是|都|这里|方面|的(?:事情?|问题|请求|要求|申请|服务)))?(?:不(?:支持|提供|予|在[\p{Script=Han}]{0,4}范围)|(?:不(?:能|可以?|会)|无法|没法|没有办法)(?:[为给向帮替][您你])?(?:办理|处理|提供|答应|承诺|保证|支持|满足|安排|操作|接受)|办不了|做不到)|^(?:s|es)? ?(?:is|are|was|were) (?:not|never) (?:available|possible|offered|provided|something)/iu;
const ANY_DENIAL = /[不没未无非勿别]|\b(?:cannot|not|never|unable|no|neither|nor|without)\b|n['’]t\b/giu;
const WHETHER =
  /(?:是否|能否|可否|有没有|是不是|能不能|可不可以|会不会)[\p{Script=Han}]{0,4}$|\b(?:whether|if) (?:\S+ ){0,4}$/iu;
const ASKS_AFTER = /^[^好对行懂]{0,8}[吗么呢]$/u;
const ASKS_BEFORE = /^(?:请问|您是?(?:问|说|指|希望|想问|在问)|do you mean|are you asking|did you mean|you mean)/iu;
/** A question that puts the thing before the customer is an offer. */
const OFFERS =
  /[为给帮替][您你]|需要|要不要|想不想|愿意|可以吗|好吗|行吗|\b(?:shall i|would you like|do you want|how about|may i|can i offer|what if)\b/iu;

function promisesNothing({ before, said, after }: FoundSaying, end: string): boolean {
  const denial = DENIED.exec(before)?.[0];
  if (denial !== undefined && denials(`${before} ${after}`) === denials(denial)) return true;
  const behind = DENIED_AFTER.exec(after)?.[0];
  if (behind !== undefined && denials(`${before} ${after}`) === denials(behind)) return true;
  const clause = `${before}${said}${after}`;
  if (OFFERS.test(clause)) return false;
  if (WHETHER.test(before)) return true;
  return /[?？]/u.test(end) && (ASKS_AFTER.test(after) || ASKS_BEFORE.test(before));
}

function denials(text: string): number {
  return text.match(ANY_DENIAL)?.length ?? 0;
}

const DECLINED =
  /(?:不要|不用|不需要|不想要?|不必|无需|别|先不|不是(?:要|想|来)?)(?:再|给我|帮我|为我|替我|什么|任何|你们?的?|您的?|转接?到?|找|叫|联系|接|申请|了|的)*$|(?:\b(?:do not|not)|n['’]t|\bno need)(?: (?:want|need|ask(?:ing)?|for))*(?: (?:a|an|any|the|your|to|be|speak|talk|with))* ?$|\b(?:without|no)(?: (?:a|an|any|the|more))* ?$/iu;

function isDeclined({ before }: FoundSaying): boolean {
  const denial = DECLINED.exec(before)?.[0];
  return denial !== undefined && denials(before) === denials(denial);
}

const QUOTED = /(?:“[^“”]{1,60}”|「[^「」]{1,60}」|"[^"]{1,60}")/gu;
/** Right before the quotation: that the customer said it. */
const THEIR_WORDS =
  /(?:[您你](?:刚才|刚刚|之前|方才)?(?:所|这样)?(?:说|问|提|提到|提出|要求|写|讲|想问|询问)(?:的|到|到的|的是|了)?|\byou (?:said|asked(?: for| about)?|mentioned|wrote|requested)|\byour (?:question|request)(?: about| for)?)[：:，, ]?\s?$/iu;

function withoutQuotedWords(text: string, promises: (piece: string) => boolean): string {
  return text.replace(QUOTED, (quotation, offset: number) =>
    promises(quotation) && THEIR_WORDS.test(text.slice(0, offset)) ? '“ʘ”' : quotation,
  );
}
