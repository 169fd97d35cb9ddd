import { warningAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckRule } from './check-rule.ts';

const ROUTING = new RegExp(
  [
    '(?:就|应|要|请|优先)?(?:选我|调用我|用我)',
    '(?:调用|选择|使用|优先使用|走|触发|转到|进入)(?:本|这个|该|此)(?:工具|能力|契约|接口|函数|流程)',
    '(?:走|转到|转向|路由到|来到?)这里|(?:必须|总是|始终|一律)(?:先|优先)?调用|(?:就|即|则|便|时)触发|路由',
    '命中[^，。]{0,10}意图|意图(?:为|是|=)|(?:出现|提到|包含)[^，。]{0,12}(?:字样|字眼|二字|两字|等字|一词)|关键[词字](?:[:：]|为|是|包括)',
    '优先级(?:最高|高于)',
    '\\b(?:call|choose|select|pick|prefer|invoke|trigger|use)\\s+(?:me\\b|this (?:tool|function|capability|contract)\\b)',
    '\\b(?:call|choose|select|pick|prefer|invoke|trigger) this\\b(?! (?!tool|function|capability|contract|first|when|if|for|over|instead|whenever)\\w)',
    '\\buse this (?:when|if|whenever|first)\\b|\\balways (?:call|invoke|use this)\\b|\\broute\\b.{0,40}\\bhere\\b|\\btrigger(?:s|ed)? (?:on|by|when)\\b',
    '\\bintents? (?:is|are|=|equals)\\b|\\bkeywords?\\b(?:\\s*[:：]| (?:are|is|such as|like)\\b)|\\b(?:on|by) (?:the )?keywords?\\b|\\bhighest priority\\b',
  ].join('|'),
  'i',
);

/** A contract says when it fits and leaves the choice to the model: no routing. Source: capability boundaries, section 三. */
export const routingWords: CheckRule = ({ loaded, capabilities }) =>
  assetsOf(loaded, 'capability_contract').flatMap((contract) =>
    textsAt(contract, [['description'], ['semantics', 'use_when'], ['semantics', 'not_when']]).flatMap(
      ({ path, text }) => {
        const key = (text.match(/[a-z][a-z0-9-]*:[a-z][a-z0-9-]*/g) ?? []).find((each) => capabilities.has(each));
        const hit = key ?? ROUTING.exec(text)?.[0];
        if (hit === undefined) return [];
        const message = {
          en: `"${hit}" tells the model which tool to take. A contract says what a customer wants when it fits.`,
          zh: `“${hit}”是在告诉模型该用哪个工具。契约应写客户想要什么时适用。`,
        };
        return [
          warningAt(contract, path, 'routing_words', message, {
            en: "Describe the customer's situation instead.",
            zh: '改为描述客户的处境。',
          }),
        ];
      },
    ),
  );
