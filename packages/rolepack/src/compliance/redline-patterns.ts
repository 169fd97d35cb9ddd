/** What kind of tie to the user a text claims. */
export type RedlineKind = 'virtual-partner' | 'virtual-relative' | 'emotional-bond';

/** One way of saying that the role is, plays or offers a partner or a relative of the user's. */
export interface RedlinePattern {
  readonly kind: RedlineKind;
  readonly pattern: RegExp;
}

const PARTNER_ZH =
  '(?:恋人|女友|男友|女朋友|男朋友|伴侣|情人|老婆|老公|妻子|丈夫|爱人|配偶|未婚妻|未婚夫|心上人|小情人|女神男友)';
const RELATIVE_ZH =
  '(?:亲人|亲属|家人|妈妈|爸爸|母亲|父亲|奶奶|爷爷|外婆|外公|姥姥|姥爷|姐姐|妹妹|哥哥|弟弟|儿子|女儿|孩子|继母|继父|后妈)';
const USER_ZH = '(?:用户|你|我|主人|客户|对方|他|她|\\{\\{user\\}\\}|<user>)';
const ROLE_ZH = '(?:你|我|她|他|角色|本角色|助手|\\{\\{char\\}\\})';
/** Taking a part on, in Chinese. 是 counts only where the subject is no party to a case: 来电人是用户的妻子 says nothing. */
const BEING_ZH = '(?:扮演|充当|作为|当作|当好|当|化身|变成|成为|做好|做|担任|更是|就是|(?<!人|者|方|否|不)是)';

const PARTNER_EN =
  "(?:girlfriend|boyfriend|lover|wife|husband|spouse|waifu|husbando|soulmate|fianc[eé]e?|sweetheart|(?:romantic|intimate|life|love|sexual)\\s+(?:partner|companion|interest))(?!['’]s\\b)";
const RELATIVE_EN =
  "(?:(?:step|god|grand)?-?(?:mother|father|mom|mum|mommy|dad|daddy|sister|brother|daughter|son)|grandma|grandpa|granny|aunt|uncle)\\b(?!['’]s\\b|\\s+(?:company|companies|organi[sz]ation|brand|site|project|agency|firm|team))";
const USER_EN = '(?:(?:the\\s+)?users?|\\{\\{user\\}\\}|<user>)';
const OWN_EN = `(?:${USER_EN}['’]s?|my|your)`;
const WORDS_EN = '(?:[\\w-]+,?\\s+){0,3}';
const BEING_EN =
  "(?:is|are|am|be|['’]re|['’]m|become|becomes|being|role of|part of|as|like|play|plays|playing|pretend to be|impersonate)";
/** The role itself takes the part on: enough for words that mean nothing but a partner. */
const ROLE_IS_EN =
  "(?:you are|you['’]re|your role is(?: to be)?|i am|i['’]m|act(?:ing)? as|play(?:ing)?|role-?play(?:ing)? as|pretend to be|(?:respond|reply|answer|speak|talk|chat|behave|write) (?:as|like)|become)";

/** All gaps are bounded, so that a text costs time in proportion to its length. */
export const REDLINE_PATTERNS: readonly RedlinePattern[] = [
  partner(`(?:虚拟|AI|数字|人工智能|电子|专属|贴心)[^\\n。，,]{0,4}${PARTNER_ZH}`, 'gi'),
  partner(`${BEING_ZH}[^\\n。，,！!]{0,8}?${USER_ZH}(?:的|已故的)?[^\\n。，,！!的]{0,6}${PARTNER_ZH}`),
  partner(`${ROLE_ZH}(?:现在|就|将|会|永远|只)?${BEING_ZH}[^\\n。，,！!]{0,10}${PARTNER_ZH}(?=[\\s。，,！!；;”」]|$)`),
  partner(
    `(?:以|像|如同|用|作为|扮演)[^\\n。，,]{0,6}${PARTNER_ZH}(?:的)?(?:身份|口吻|语气|角色|一样|一般|般|那样|似的)`,
  ),
  partner(`(?:角色|身份|人设|设定)[:：]\\s*[^\\n。，,；;]{0,10}${PARTNER_ZH}(?=[\\s。，,；;]|$)`),
  partner(
    `(?:用户|对方|主人|\\{\\{user\\}\\})(?:就)?是(?:你|我|她|他|角色|\\{\\{char\\}\\})的?[^\\n。，,]{0,6}${PARTNER_ZH}`,
  ),
  partner(
    `(?:与|和|跟|同)${USER_ZH}[^\\n。，,]{0,8}(?:谈恋爱|恋爱关系|恋爱|热恋|相恋|相爱|亲密关系|情侣|夫妻|恋人|暧昧|调情|亲热|同居|结婚)`,
  ),
  partner(`我们(?:俩)?(?:是|就是|正在)(?:一对)?[^\\n。，,]{0,4}(?:情侣|恋人|夫妻|热恋|恋爱|相爱)`),
  partner(`(?:爱上|爱着|深爱着?|暗恋着?|迷恋着?|痴恋着?|宠溺着?|热恋着?)(?:了)?(?:用户|我|主人|对方|\\{\\{user\\}\\})`),
  partner(
    `(?:称呼?|叫|喊)(?:用户|我|他|她|对方|\\{\\{user\\}\\})(?:为|作|成|做)?["“「『]?(?:老公|老婆|宝贝|宝宝|达令)`,
  ),
  partner('(?:陪伴式|沉浸式|模拟)?(?:虚拟恋爱|恋爱陪伴|情感伴侣|亲密伴侣|恋爱模拟|虚拟亲密关系|乙女恋爱)'),
  relative(
    `(?:虚拟|AI|数字|电子|人工智能)[^\\n。，,]{0,3}${RELATIVE_ZH}(?=[^\\p{Script=Han}]|$|的|陪|角色|身份|是|会|与|和|聊|服务|体验|类)`,
    'giu',
  ),
  relative(`${BEING_ZH}(?:用户|主人|对方|\\{\\{user\\}\\})(?:的|已故的)?[^\\n。，,的]{0,4}${RELATIVE_ZH}(?!会)`),
  relative(`${ROLE_ZH}(?:现在|就|将|会|永远)?${BEING_ZH}${USER_ZH}(?:的|已故的)[^\\n。，,的]{0,6}${RELATIVE_ZH}(?!会)`),
  relative(`(?:扮演|充当)(?:你|我)(?:的|已故的)?[^\\n。，,的]{0,4}${RELATIVE_ZH}(?!会)`),
  partner(`\\b(?:virtual|ai|digital|personal|devoted|loving)\\s+(?:\\w+\\s+){0,2}${PARTNER_EN}\\b`, 'gi'),
  partner(`(?:\\b|(?=['’]))${BEING_EN}\\s+${OWN_EN}\\s+${WORDS_EN}${PARTNER_EN}\\b`, 'gi'),
  partner(
    `\\b${ROLE_IS_EN}\\s+(?:\\w+['’]?s?\\s+){0,5}(?:girlfriend|boyfriend|wife|husband|waifu|husbando|soulmate|fianc[eé]e?|sweetheart)\\b(?!['’]s\\b)`,
    'gi',
  ),
  partner(`${USER_EN}\\s+(?:is|are)\\s+(?:your|my|her|his|\\{\\{char\\}\\}['’]s)\\s+${WORDS_EN}${PARTNER_EN}\\b`, 'gi'),
  partner(
    `\\b(?:treat|see|regard|consider|address|think of)\\s+(?:${USER_EN}|me|them)\\s+as\\s+(?:your|an?)\\s+${WORDS_EN}${PARTNER_EN}\\b`,
    'gi',
  ),
  partner(
    '\\b(?:romantic|intimate|love|erotic|flirtatious|sexual)\\s+(?:\\w+\\s+)?(?:relationship|partner(?:ship)?|bond|companion|role-?play)\\b(?=[^.\\n]{0,60}(?:\\b(?:users?|you|them|me|him|her|with)\\b|\\{\\{user\\}\\}))',
    'gi',
  ),
  partner(
    `\\b(?:falls? in love with|in love with|flirt(?:s|ing)? with|dating|married to|engaged to be married to|makes? love (?:to|with))\\s+(?:${USER_EN}|you|me|them|him|her)(?![\\w-])`,
    'gi',
  ),
  partner(
    `\\b(?:you two|we|you and (?:${USER_EN}|i|me)|\\{\\{char\\}\\} and \\{\\{user\\}\\})\\s+are\\s+(?:\\w+\\s+)?(?:dating|lovers|a couple|married|in love|soulmates)\\b`,
    'gi',
  ),
  relative(
    '\\b(?:virtual|ai|digital)\\s+(?:\\w+\\s+)?(?:mother|father|mom|mum|dad|grand(?:mother|father|ma|pa)|sister|brother|daughter|son|parent|relative|family member)\\b(?!\\s+(?:company|board|process|node))',
    'gi',
  ),
  relative(`(?:\\b|(?=['’]))${BEING_EN}\\s+${OWN_EN}\\s+${WORDS_EN}${RELATIVE_EN}`, 'gi'),
  relative(`\\b(?:you are|act as|play|pretend to be|become)\\s+(?:their|his|her)\\s+${WORDS_EN}${RELATIVE_EN}`, 'gi'),
  relative(`${USER_EN}\\s+(?:is|are)\\s+(?:your|my|\\{\\{char\\}\\}['’]s)\\s+${WORDS_EN}${RELATIVE_EN}`, 'gi'),
];

function partner(source: string, flags = 'g'): RedlinePattern {
  return { kind: 'virtual-partner', pattern: new RegExp(source, flags) };
}

function relative(source: string, flags = 'g'): RedlinePattern {
  return { kind: 'virtual-relative', pattern: new RegExp(source, flags) };
}
