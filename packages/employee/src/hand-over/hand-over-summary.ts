import { timestampOf } from '@rolecall/base';
import { localMoment } from '@rolecall/gate';
import type { HandOverReason } from '../entries.ts';
import { isEmployeeEntry } from '../entries.ts';
import type { ItemAtWork } from '../round-context.ts';
import type { HandOver } from './hand-over-state.ts';
import type { GivenBack } from './take-back.ts';

const REASONS: Readonly<Record<HandOverReason, Readonly<Record<'zh' | 'en', string>>>> = {
  wish: { zh: '客户要求由人处理', en: 'the customer asked for a person' },
  policy: { zh: '业务政策要求转人工', en: 'a policy asks for a person' },
  contract: { zh: '一项操作的结果要求转人工', en: 'the result of an action asks for a person' },
  limit: { zh: '连续几条消息都没有结果', en: 'nothing had come of several messages in a row' },
  person: { zh: '人工主动接手', en: 'a person took the conversation' },
};

/** What the employee's model is told of the time in which a person had the conversation. Made from the journal alone. */
export function handOverSummary(work: ItemAtWork, handOver: HandOver, back: GivenBack): string {
  const { promptLanguage, context, state } = work;
  const zh = promptLanguage === 'zh';
  const zone = context.release.employee.time_zone;
  const [from, to] = [handOver.at, timestampOf(context.clock)].map((at) => localMoment(at, zone));
  const customers = state.rounds
    .flatMap(({ entries }) => entries)
    .filter(
      (entry) => isEmployeeEntry(entry, 'employee.message_received') && entry.sequence > handOver.sequence,
    ).length;
  const written = Object.values(handOver.wrote).reduce((sum, count) => sum + count, 0);
  const persons = [...new Set([...Object.keys(handOver.wrote), ...(handOver.person ? [handOver.person] : [])])];
  const who = persons.join(zh ? '、' : ', ');
  const reason = REASONS[handOver.reason][promptLanguage];
  const parts = zh
    ? [
        `${from} 至 ${to}，这个会话由人工处理，原因：${reason}。`,
        handOver.summary === '' ? '' : `要办的事：${handOver.summary}`,
        who === '' ? '没有人接手。' : `经手人：${who}。`,
        `期间客户写了 ${customers} 条，人工写了 ${written} 条，见上文。`,
        back.by === 'customer' ? '没有人及时答复，客户要求由你接着处理。' : `${back.person} 已把会话交还给你。`,
        back.by === 'person' && back.note ? `交还时的备注：${back.note}` : '',
      ]
    : [
        `From ${from} to ${to} a person had this conversation, because ${reason}.`,
        handOver.summary === '' ? '' : `It is about: ${handOver.summary}`,
        who === '' ? 'Nobody took it.' : `Handled by: ${who}.`,
        `Meanwhile the customer wrote ${customers} and the person ${written} messages; they stand above.`,
        back.by === 'customer'
          ? 'Nobody answered in time, and the customer asked you to go on.'
          : `${back.person} has given the conversation back to you.`,
        back.by === 'person' && back.note ? `Their note: ${back.note}` : '',
      ];
  return parts.filter((part) => part !== '').join('\n');
}
