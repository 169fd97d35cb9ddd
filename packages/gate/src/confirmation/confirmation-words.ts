/** How a phrase counts in an answer to a notice. */
export type PhraseKind =
  /** A yes of its own; what follows in the same clause must be about the notice. */
  | 'confirm'
  /** A yes that may say in its own words what it is about. */
  | 'go'
  /** Agrees with what was said; a yes as long as nothing else is said. */
  | 'agree'
  /** Says that it was heard. */
  | 'acknowledge'
  /** A no of its own. */
  | 'decline'
  /** A no too, also before what the notice is about: 别取消, do not proceed. */
  | 'negate'
  | 'filler'
  /** Leaves open what is meant: a question, a condition, a contrast, a further wish. */
  | 'open'
  /** Asks for something else or for another time, unless the notice itself speaks of it. */
  | 'change';

interface Words {
  /** Parted by blanks. */
  readonly zh: string;
  /** Parted by bars, contractions written out. */
  readonly en: string;
}

/** Generic words of agreement and refusal; no word of any business. */
const WORDS: Readonly<Record<PhraseKind, Words>> = {
  confirm: {
    zh: '确认 确定 已确认 同意 批准 执行吧 办吧 办理吧 提交吧 就这样 就这么办 就这么定 照办 请继续',
    en: 'confirm|confirmed|confirming|confirm the details|confirm these details|confirm those details|agree|agreed|approve|approved',
  },
  go: {
    zh: '',
    en: 'go ahead|go for it|proceed|do it|do this|do so|please do|make it so',
  },
  agree: {
    zh: '是 是的 是啊 是呀 对 对的 对呀 对啊 没错 无误 正确 可以 可以的 没问题 没有问题 没意见 没有意见 无异议 没有异议',
    en: 'yes|yeah|yep|yup|correct|right|details are correct|details look correct|details are right|information is correct|that is right|that is correct|looks good|looks great|looks fine|looks perfect|looks right|looks correct|look correct|sounds good|sounds great|sounds fine|sounds perfect|sounds right|that works|works for me|happy with that|happy with this|that is what i want|that is what i wanted|sure|absolutely|definitely|exactly|of course|no problem|no issues|no objection|no objections',
  },
  acknowledge: {
    zh: '好 好的 好吧 好啊 好呀 好滴 嗯 嗯嗯 恩 哦 噢 行 行吧 行的 收到 知道了 明白 明白了 了解 了解了 晓得了 👍 👌',
    en: 'ok|okay|okey|okok|k|alright|all right|fine|good|great|got it|noted|understood|cool|perfect|excellent|wonderful|awesome|helpful|i see|ah|oh|hmm|mhm|uh huh',
  },
  decline: {
    zh: '不用了 不必 不必了 不了 算了 算啦 否 拒绝 放弃 不确认 不同意 不可以 不行 先不用 暂时不用 不办 不弄 不做 不干',
    en: 'no|nope|nah|no thanks|no thank you|never mind|nevermind|forget it|leave it|stop|not now|decline|rather not',
  },
  negate: {
    zh: '不 别 不要 不想 不用 先别 先不 先不要 暂时不 暂不 千万别',
    en: 'do not|please do not|not|never|do not want|do not want to|do not want you to',
  },
  filler: {
    zh: '我 我们 您 你 请 请您 麻烦 帮 帮我 给我 就 那 那就 那么 这 这个 这样 这些 都 全部 吧 了 的 啊 呀 啦 嘛 哈 呗 谢谢 多谢 感谢 辛苦 快 快点 快一点 尽快 直接 现在 马上 立即 立刻',
    en: 'please|thanks|thank you|thx|thank you for clarifying|thanks for clarifying|thank you for explaining|thanks for explaining|thank you for checking|thanks for checking|you may|you can|you|so|much|very|lot|thank|that|this|it|the|a|an|to|with|and|i|me|my|is|everything|all|would|like|want|just|now|let|us|we|for|of|on|as|your|help|appreciate|kindly|them|those|these|are|be|will|by|at|have|am|make|made|process|submit|initiate|complete|finalize|finalise|prefer|use|pay|ready|id|done|through|up|in|from|straight|away|immediately|asap',
  },
  open: {
    zh: '吗 呢 么 什么 怎么 怎样 如何 多少 几 哪 谁 何时 为何 是否 不是 要不要 能不能 可不可以 会不会 是不是 行不行 好不好 对不对 对吧 是吧 可以吧 没错吧 没问题吧 确定吧 确认收到 不确定 不太确定 不知道 但 但是 可是 不过 然而 只是 除非 如果 假如 要是 万一 等 等等 稍等 稍后 待会 等会 晚点 回头 以后 之后 之前 再 先 另外 另一 还有 还要 还想 也 顺便 同时 除了 其实 因为 告诉 说明 解释 查 看看 问 咨询 想知道 说说 试试 别的 别人 别处',
    en: 'what|when|how|why|where|which|who|whose|whether|can you|can i|can we|could you|could i|could we|would you|will you|do you|does|did|should|may i|might|is it|are you|are there|is there|was it|not sure|but|however|except|unless|if|once|after|before|until|though|although|instead|rather|also|too|besides|plus|first|then|later|another|other|different|else|only|actually|maybe|perhaps|wait|hold|tell|explain|show|describe|know|check|look|see|find|ask|wonder|wondering|sorry|wrong|not yet',
  },
  change: {
    zh: '改 改成 改为 换 换成 更改 修改 变更 调整 今天 今晚 明天 后天 下周 下个月 月底',
    en: 'change|changes|changing|changed|modify|modification|update|updates|replace|switch|add|remove|mistake|today|tonight|tomorrow|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  },
};

/** A phrase and how it counts. */
export interface Phrase {
  readonly text: string;
  readonly kind: PhraseKind;
}

/** All phrases, longest first; of two equally long ones the more careful reading comes first. */
export const PHRASES: readonly Phrase[] = (
  ['open', 'change', 'negate', 'decline', 'filler', 'acknowledge', 'agree', 'confirm', 'go'] as const
)
  .flatMap((kind) =>
    [...WORDS[kind].zh.split(' '), ...WORDS[kind].en.split('|')]
      .filter(Boolean)
      .map((text): Phrase => ({ text, kind })),
  )
  .sort((left, right) => right.text.length - left.text.length);

/** Something is denied somewhere. */
export const NEGATION = /[不没别勿否甭莫未无非]|\b(?:no|not|never|none|nothing|nor|neither|cannot|without|nope|nah)\b/u;

/**
 * What to take for something or where to bring it: beside words that the notice does not have, a wish of its own. For the
 * pieces of a clause with blanks between them.
 */
export const DIRECTION =
  /\b(?:us(?:e|ing)|pay(?:ing)?|charg(?:e|ing)|put|stick|refund(?:ed|ing)?|send|ship|deliver)\b|退 ?[到给]|[寄送发转] ?到|(?:^|[改就请我想要] ?)用/u;

/** To look at something again is no yes: 确认一下, let me confirm the details, please confirm these details. */
export const VERIFY =
  /(?:确认|确定|核对|核实)(?:一下|下|看|清楚|好再)|(?:double|re)[- ]?(?:confirm|check)|\b(?:you|to|let me) confirm\b|\bplease confirm (?:\w+ ){0,2}(?:details?|information)\b/u;

/** The usual word for ending something, which is a no only when the notice is not about ending something itself. */
export const CALL_OFF: readonly { readonly root: string; readonly phrases: readonly string[] }[] = [
  { root: '取消', phrases: ['取消操作', '取消吧', '取消'] },
  { root: 'cancel', phrases: ['cancel that', 'cancel it', 'cancel'] },
];

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\blet's\b|\blets\b/g, 'let us'],
  [/\bcan't\b|\bcant\b/g, 'can not'],
  [/\bwon't\b|\bwont\b/g, 'will not'],
  [/\bdont\b/g, 'do not'],
  [/n't\b/g, ' not'],
  [/'(?:s)\b/g, ' is'],
  [/'d\b/g, ' would'],
  [/'m\b/g, ' am'],
  [/'ll\b/g, ' will'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
];

/** English contractions written out, so that one form of each phrase is enough. */
export function withoutContractions(text: string): string {
  return CONTRACTIONS.reduce((result, [from, to]) => result.replace(from, to), text.replace(/[\u2018\u2019`´]/g, "'"));
}
