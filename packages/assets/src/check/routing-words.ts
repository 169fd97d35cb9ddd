import { warningAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckRule } from './check-rule.ts';

const ROUTING =
  /(?:就|应|要|请|优先)?(?:选我|调用我|用我)|(?:调用|选择|使用|优先使用)(?:本|这个|该|此)(?:工具|能力|契约|接口|函数)|关键[词字][:：]|优先级(?:最高|高于)|\b(?:call|choose|select|pick|prefer|invoke)\s+(?:me\b|this\b(?: (?:tool|function|capability|contract))?)|\buse (?:me|this (?:tool|function|capability|contract)|this (?:when|if))\b|\bkeywords?\s*[:：]|\bhighest priority\b/i;

/** A contract says when it fits and leaves the choice to the model: no routing. Source: capability boundaries, section 三. */
export const routingWords: CheckRule = ({ loaded, capabilities }) =>
  assetsOf(loaded, 'capability_contract').flatMap((contract) =>
    textsAt(contract, [['description'], ['semantics', 'use_when'], ['semantics', 'not_when']]).flatMap(
      ({ path, text }) => {
        const key = (text.match(/[a-z][a-z0-9-]*:[a-z][a-z0-9-]*/g) ?? []).find((each) => capabilities.has(each));
        const hit = key ?? ROUTING.exec(text)?.[0];
        if (hit === undefined) return [];
        const message = `"${hit}" tells the model which tool to take. A contract says what a customer wants when it fits.`;
        return [warningAt(contract, path, 'routing_words', message, "Describe the customer's situation instead.")];
      },
    ),
  );
