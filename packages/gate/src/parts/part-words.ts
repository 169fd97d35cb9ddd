import { recordedInChinese } from '@rolecall/assets/recorded-words';
import { type Sentence, sentenceReader, wordPlace } from '@rolecall/base/sentences';
import { OPEN_SENTENCES } from './open-sentences.ts';
import { ORIGINS } from './origins.ts';
import { READ_SENTENCES, SYSTEM_SENTENCES } from './outside-sentences.ts';
import { PART_NAMES } from './part-names.ts';
import { PART_SENTENCES } from './part-sentences.ts';

/** A part of a decision as somebody reads it. */
export interface PartWords {
  readonly what: string;
  readonly detail?: string | undefined;
}

/**
 * A recorded part of a decision in the reader's language. The record is English whoever reads it; what it says is recognised
 * here, and what is not recognised, such as the words of an earlier version, is shown as it stands.
 */
export function partWords({ what, detail }: PartWords, language: keyof Sentence): PartWords {
  if (language === 'en') return { what, detail };
  return { what: partName(what, language), detail: detail === undefined ? undefined : (inChinese(detail) ?? detail) };
}

/** The name of a part alone. */
export function partName(what: string, language: keyof Sentence): string {
  return language === 'en' ? what : (nameInChinese(what) ?? what);
}

const nameInChinese = sentenceReader(PART_NAMES, { name: { form: '.*' } });

const JSON_VALUE = 'true|false|null|undefined|-?\\d\\S*|"(?:[^"\\\\]|\\\\.)*"|\\[.*\\]|\\{.*\\}';
const WORD = { form: '\\S+' };
const NUMBER = { form: '-?\\d[\\d.]*|-?Infinity' };
const COUNT = { form: '\\d+' };

const detailInChinese = sentenceReader(
  [...PART_SENTENCES, ...SYSTEM_SENTENCES, ...Object.values(OPEN_SENTENCES), ...READ_SENTENCES],
  {
    at: { form: '.*' },
    boundary: wordPlace({
      installed: { en: 'installed', zh: '已安装' },
      bound: { en: 'bound', zh: '已绑定' },
      permitted: { en: 'permitted', zh: '已许可' },
      connected: { en: 'connected', zh: '已连接' },
      satisfied: { en: 'satisfied', zh: '已满足' },
    }),
    by: { read: (text) => (text === 'an earlier call' ? '较早的一次调用' : text) },
    bytes: COUNT,
    capability: WORD,
    code: WORD,
    contract: WORD,
    count: COUNT,
    employee: WORD,
    entry: COUNT,
    error: { read: (text) => inChinese(text) ?? text },
    fact: { read: (text) => (text === 'a fact' ? '一项事实' : text) },
    fingerprint: WORD,
    index: COUNT,
    means: wordPlace({ text: { en: 'text', zh: '文字' }, button: { en: 'button', zh: '按钮' } }),
    missing: WORD,
    more: NUMBER,
    most: NUMBER,
    name: WORD,
    operation: WORD,
    origin: wordPlace(ORIGINS),
    owner: wordPlace({
      contact: { en: 'contact', zh: '联系人' },
      employee: { en: 'employee', zh: '员工' },
      organisation: { en: 'organisation', zh: '组织' },
    }),
    person: { read: (text) => (text === 'an operator' ? '操作员' : text) },
    pinned: WORD,
    problem: { form: '.*', read: inChinese },
    said: { form: '.*' },
    schema: WORD,
    seconds: COUNT,
    stage: WORD,
    stages: { read: (text) => (text === 'no stage' ? '（无）' : text.replaceAll(', ', '、')) },
    state: wordPlace({
      proposed: { en: 'proposed', zh: '已提议' },
      blocked: { en: 'blocked', zh: '被拦截' },
      awaiting_confirmation: { en: 'awaiting_confirmation', zh: '等待确认' },
      awaiting_approval: { en: 'awaiting_approval', zh: '等待批准' },
      ready: { en: 'ready', zh: '准备执行' },
      executing: { en: 'executing', zh: '执行中' },
      unknown: { en: 'unknown', zh: '结果未知' },
      missing: { en: 'missing', zh: '没有记录' },
    }),
    used: NUMBER,
    value: { form: JSON_VALUE },
    why: { form: '.*', read: (text) => inChinese(text) ?? text },
  },
);

function inChinese(text: string): string | undefined {
  return detailInChinese(text) ?? recordedInChinese(text);
}
