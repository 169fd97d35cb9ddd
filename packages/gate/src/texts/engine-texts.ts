import type { Language } from '@rolecall/base';

/** The gate's own words, for what a contract has no text for. They promise nothing and pretend nothing. */
const TEXTS = {
  notice: {
    zh: '即将执行：{title}。确认请回复“确认”，不需要请回复“不用了”。',
    en: 'About to be done: {title}. Reply "confirm" to go ahead, or "no" to leave it.',
  },
  approval: { zh: '等待批准：{title}', en: 'To be approved: {title}' },
  repeats: {
    zh: '注意：同样的“{title}”已于 {at} 办理成功。这是再办理一次。',
    en: 'Please note: the same request, "{title}", was already carried out at {at}. This would do it once more.',
  },
  write_succeeded: { zh: '“{title}”已经完成。', en: '"{title}" is done.' },
  write_failed: { zh: '“{title}”没有成功。', en: '"{title}" did not succeed.' },
  write_unknown: {
    zh: '“{title}”的请求已经发出，但我还不知道有没有成功。核实清楚之前，我不会再次提交。',
    en: 'The request "{title}" was sent, but I don’t know yet whether it worked. I will not send it again before that is clear.',
  },
  not_sent: {
    zh: '“{title}”没有执行：请求没有发出去，系统中没有任何改动。',
    en: '"{title}" was not carried out: the request was never sent, and nothing was changed.',
  },
  settled_failed: {
    zh: '已核实：之前的“{title}”没有成功。',
    en: 'Checked: the earlier request "{title}" did not take effect.',
  },
  settled_succeeded: {
    zh: '已核实：之前的“{title}”已经成功。',
    en: 'Checked: the earlier request "{title}" did take effect.',
  },
  read_failed: { zh: '“{title}”这次没有查到结果。', en: '"{title}" gave no result this time.' },
  read_unanswered: {
    zh: '“{title}”暂时查不到：系统没有回应，请稍后再试。',
    en: '"{title}" cannot be looked up right now: the system did not answer. Please try again later.',
  },
  identity_changed: {
    zh: '这次会话已经核实为另一位客户，不能再换成别人，所以没有办理。请另开一次会话。',
    en: 'This conversation was identified as another customer and cannot become someone else’s, so nothing was done. Please start a new conversation.',
  },
  ask: { zh: '请告诉我{label}。', en: 'Please tell me: {label}.' },
  ask_choice: { zh: '请告诉我{label}（{choices}）。', en: 'Please tell me: {label} ({choices}).' },
  line: { zh: '{label}：{value}', en: '{label}: {value}' },
  inferred: { zh: '（来自助手的推断，请核对）', en: ' (inferred by the assistant, please check)' },
  from_read: {
    zh: '（取自查询结果，不是您说的，请核对）',
    en: ' (taken from a query result and not said by you, please check)',
  },
  from_fact: {
    zh: '（沿用本次会话里已确认的信息，请核对）',
    en: ' (as established earlier in this conversation, please check)',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

export type EngineText = keyof typeof TEXTS;

/** One of the gate's own texts with its blanks filled in. */
export function engineText(
  name: EngineText,
  language: Language,
  blanks: Readonly<Record<string, string>> = {},
): string {
  let text = '';
  for (const { before, blank } of PIECES[name][language]) {
    text += before;
    if (blank !== undefined) text += blanks[blank] ?? `{${blank}}`;
  }
  return text;
}

interface Piece {
  readonly before: string;
  readonly blank: string | undefined;
}

const PIECES = Object.fromEntries(
  Object.entries(TEXTS).map(([name, { zh, en }]) => [name, { zh: piecesOf(zh), en: piecesOf(en) }]),
) as Readonly<Record<EngineText, Readonly<Record<Language, readonly Piece[]>>>>;

function piecesOf(text: string): readonly Piece[] {
  // What stands between the braces is every second piece.
  const split = text.split(/\{(\w+)\}/);
  return split.flatMap((before, at) => (at % 2 === 0 ? [{ before, blank: split[at + 1] }] : []));
}
