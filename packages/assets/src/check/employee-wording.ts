import { warningAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckRule } from './check-rule.ts';

const FLOW =
  /(?:首先|先).{1,30}(?:然后|接着|之后再|，再|，最后)|[时前后]，?(?:要|应|须|需)?先(?:查|核|问|确认|验|看|让|请)|第[一二三]步|步骤|流程|^\s*\d+[.、)）]\s*\S|\bfirst\b.{1,60}\bthen\b|,\s*(?:and )?then\b.{1,60}|\bstep \d|\b(?:before|after) \w+ing\b.{0,40},/i;
const WORDING =
  /您好|你好|亲爱的|尊敬的|感谢您|欢迎(?:光临|来到|您)|(?:回复|告诉|对|跟|向)(?:客户|顾客|用户|患者|会员|对方)|(?:回复|回答|说)[:：]?\s*[“"「]|语气|口吻|口气|(?:说话|回答|回复|态度|待人|措辞)[^，。]{0,4}(?:温柔|温和|热情|亲切|活泼|礼貌|简短|委婉|幽默)|(?:温柔|热情|亲切|活泼|礼貌)(?:地|一点|一些)|\bhello\b|\bhi\b|\bdear customer\b|\bthank you for\b|\bwelcome to\b|\b(?:greet|greets)\b|\b(?:say|reply|tell) (?:to )?(?:the )?customers?\b|\b(?:say|reply|answer)[:,]?\s+["“]|\btone\b|\b(?:be|is|sound|sounds|stay) (?:[a-z]+ and )?(?:polite|warm|friendly|cheerful|funny|formal|casual|concise)\b/i;

/** An AI employee connects; what it does stands in tasks, and how it speaks in the business package. */
export const employeeWording: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'ai_employee').flatMap((employee) =>
    textsAt(employee, [['description'], ['display_name']]).flatMap(({ path, text }) => {
      if (FLOW.test(text)) {
        const message = {
          en: 'An AI employee describes how something is done. What can be done, and in which order, a task says.',
          zh: '这个 AI 员工写了事情怎样做。能做什么、按什么顺序做，由任务来写。',
        };
        return [
          warningAt(employee, path, 'task_flow_in_employee', message, {
            en: 'Move it to a task package.',
            zh: '移到任务包里。',
          }),
        ];
      }
      if (!WORDING.test(text)) return [];
      const message = {
        en: 'An AI employee holds words for customers. How a business speaks, its business package says.',
        zh: '这个 AI 员工写了对客户说的话。业务怎样说话，由它的业务包来写。',
      };
      return [
        warningAt(employee, path, 'customer_wording_in_employee', message, {
          en: 'Move it to a reply asset.',
          zh: '移到回复资产里。',
        }),
      ];
    }),
  );
