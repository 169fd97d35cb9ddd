import { type Bilingual, type Finding, findingWords } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckRule } from './check-rule.ts';

/** When it is true, and what is true then: either order. */
const NOW_ZH = '(?:目前|现在|当前|此刻|眼下|实时|截至|今[天日晚早]|明[天日]|本(?:周|月)|这(?:周|两天))';
const STATE_ZH =
  '(?:库存|有货|缺货|没货|断货|售罄|卖完|剩|余[额量号位票房]|还有\\s*[\\d一二三四五六七八九十两几]|有?空[位档房]|满(?:员|房|座|号)|约满|订满|停诊|停运|排队|在途)';
const NOW_EN =
  '\\b(?:currently|right now|at the moment|as of (?:today|now)|just now|today|tonight|this (?:week|morning|afternoon|evening|weekend))\\b';
const STATE_EN =
  '\\b(?:in stock|out of stock|sold out|(?:fully )?booked(?: up| out)|fully booked|rented out|(?<!turn )left\\b(?! at| turn| of)|remaining|in the queue|unavailable|free (?:slots?|rooms?|seats?|tables?|places?|spots?|beds?))\\b';
const COUNT_EN = '\\d+ (?:[\\w-]+ )?(?:left|remaining|in stock|free slots?|free rooms?)\\b';
/** What a customer's own affair is in, told as if it were known; not a sentence about what follows once it is. */
const OWN_ZH =
  '(?<!如果|若|当|一旦|只要|显示)您的(?:订单|包裹|快递|预约|预订|账户|申请|租约|工单|退款|余额)(?:目前|现在)?(?:已|正在|还没|尚未)(?![^，。！？]{0,12}[后时前](?:[，。]|才|会|将|可|不|也|就|请|无|仍))';
const OWN_EN =
  '(?<!\\b(?:once|when|after|if|until|unless|before|soon as|that|whether) )\\byour (?:order|parcel|booking|account|balance|rental|reservation|appointment|refund|subscription|shipment|delivery|ticket) (?:is (?:now|currently|on its way|in transit|being|ready|confirmed|delayed|overdue|\\d)|has(?: now| already)? (?:been|arrived|shipped|left)|has \\d)';

const LIVE = new RegExp(
  [
    `${NOW_ZH}[^。！？]{0,12}?${STATE_ZH}`,
    '(?:库存|余[量额号位票房]|名额|空[位档房])(?:还)?(?:有|剩|为|是|[:：])?\\s*\\d+',
    '(?:还|仅|只)剩(?:下)?\\s*[\\d一二三四五六七八九十两]',
    OWN_ZH,
    `${NOW_EN}[^.]{0,40}?${STATE_EN}`,
    `${STATE_EN}[^.]{0,30}?${NOW_EN}`,
    COUNT_EN,
    OWN_EN,
  ].join('|'),
  'i',
);

const CODE = 'live_data_in_knowledge';
const FIX = { en: 'Leave it to a task with a read of the system that knows.', zh: '交给一个能读取所在系统的任务。' };

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
    return [{ severity: 'warning', code: CODE, ...findingWords(messageFor(hit), FIX), file, line: index + 1 }];
  });
}

function messageFor(hit: string): Bilingual {
  return {
    en: `"${hit}" is true at one moment only, and knowledge is quoted at any.`,
    zh: `“${hit}”只在某一刻成立，而知识随时会被引用。`,
  };
}
