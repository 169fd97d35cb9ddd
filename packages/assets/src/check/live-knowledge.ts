import type { Finding } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckRule } from './check-rule.ts';

const LIVE =
  /(?:目前|现在|当前|今天|此刻|眼下|实时)[^。！？]{0,12}(?:库存|有货|缺货|剩余|还剩|余额|排队|在途)|(?:库存|余量|名额|余额)(?:还)?(?:有|剩|为|是)\s*\d+|您的(?:订单|包裹|预约|账户|申请)(?:已|正在|还没)|\b(?:currently|right now|at the moment|today)\b[^.]{0,40}\b(?:in stock|out of stock|sold out|left|remaining|in the queue)\b|\b\d+ (?:left|remaining|in stock)\b|\byour (?:order|parcel|booking|account|balance) (?:is|has)\b/i;

const CODE = 'live_data_in_knowledge';
const FIX = 'Leave it to a task with a read of the system that knows.';

/** Knowledge says what the material says. What is true just now, a read of a system says. Source: section 八. */
export const liveKnowledge: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'knowledge_base').flatMap((base) => [
    ...textsAt(base, [['entries', '*', 'answer']]).flatMap(({ path, text }) => {
      const hit = LIVE.exec(text)?.[0];
      return hit === undefined ? [] : [warningAt(base, path, CODE, messageFor(hit), FIX)];
    }),
    ...base.asset.documents.flatMap(({ file }) => inDocument(file, loaded.documents.get(file)?.text ?? '')),
  ]);

function inDocument(file: string, text: string): readonly Finding[] {
  return text.split(/\r?\n/).flatMap((line, index): readonly Finding[] => {
    const hit = LIVE.exec(line)?.[0];
    if (hit === undefined) return [];
    return [{ severity: 'warning', code: CODE, message: messageFor(hit), file, line: index + 1, fix: FIX }];
  });
}

function messageFor(hit: string): string {
  return `"${hit}" is true at one moment only, and knowledge is quoted at any.`;
}
