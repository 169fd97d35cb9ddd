import { warningAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckRule } from './check-rule.ts';

const FLOW = /(?:首先|先).{1,30}(?:然后|接着|之后再|，再)|第[一二三]步|步骤|流程|\bfirst\b.{1,60}\bthen\b|\bstep \d/i;
const WORDING =
  /您好|你好|亲爱的|尊敬的|(?:回复|告诉|对)(?:客户|顾客|用户)|语气|口吻|\bhello\b|\bdear customer\b|\b(?:say|reply|tell) (?:to )?(?:the )?customers?\b|\btone\b/i;

/** An AI employee connects; what it does stands in tasks, and how it speaks in the business package. */
export const employeeWording: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'ai_employee').flatMap((employee) =>
    textsAt(employee, [['description'], ['display_name']]).flatMap(({ path, text }) => {
      if (FLOW.test(text)) {
        const message =
          'An AI employee describes how something is done. What can be done, and in which order, a task says.';
        return [warningAt(employee, path, 'task_flow_in_employee', message, 'Move it to a task package.')];
      }
      if (!WORDING.test(text)) return [];
      const message = 'An AI employee holds words for customers. How a business speaks, its business package says.';
      return [warningAt(employee, path, 'customer_wording_in_employee', message, 'Move it to a reply asset.')];
    }),
  );
