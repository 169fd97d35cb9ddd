import { didYouMean, type Finding } from '@rolecall/base';
import { checkExpression } from '../expression/check-expression.ts';
import { typeOfSchema } from '../expression/type-of-schema.ts';
import { OPEN_OBJECT, type ValueType } from '../expression/value-type.ts';
import { errorAt, warningAt } from '../finding-at.ts';
import { latest } from '../linking/resolve-reference.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets } from '../loading/loaded-assets.ts';
import { expressionSlot, textSlots } from '../slots/slot.ts';
import { REPLY_NAMES } from '../slots/standing-types.ts';
import { pathsOfSlot } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';
import { checkSlot } from './expressions.ts';

type Reply = LoadedAsset<'reply_asset'>;

/** Candidates use the variables of their pack and no others; hard templates answer events that are defined. */
export const replyPacks: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'reply_asset').flatMap((reply) => [...checkPacks(reply), ...checkTemplates(loaded, reply)]);

function checkPacks(reply: Reply): readonly Finding[] {
  const inputs = new Map<string, ValueType>([...REPLY_NAMES, ['facts', OPEN_OBJECT]]);
  return Object.entries(reply.asset.packs).flatMap(([id, { variables, candidates }]) => {
    const path = ['packs', id];
    const names = new Map<string, ValueType>();
    for (const [name, source] of Object.entries(variables)) {
      names.set(name, checkExpression(source, { names: inputs }).type);
    }
    const ofVariables = Object.entries(variables).flatMap(([name, source]) =>
      expressionSlot([...path, 'variables', name], source, { names: inputs }),
    );
    const ofCandidates = candidates.flatMap((text, index) =>
      textSlots([...path, 'candidates', index], text, { names }),
    );
    const used = new Set(ofCandidates.flatMap((slot) => [...pathsOfSlot(slot)].map((used) => used.split('.')[0])));
    return [
      ...[...ofVariables, ...ofCandidates].flatMap((slot) => checkSlot(reply, slot)),
      ...Object.keys(variables).flatMap((name) => {
        if (used.has(name)) return [];
        const message = {
          en: `No candidate of the pack "${id}" uses the variable "${name}".`,
          zh: `回复包“${id}”的候选都没有用到变量“${name}”。`,
        };
        return [
          warningAt(reply, [...path, 'variables', name], 'variable_without_use', message, {
            en: 'Remove it.',
            zh: '去掉它。',
          }),
        ];
      }),
    ];
  });
}

function checkTemplates(loaded: LoadedAssets, reply: Reply): readonly Finding[] {
  const known = new Set(assetsOf(loaded, 'event_definition').map(({ asset }) => asset.id));
  return Object.entries(reply.asset.hard_templates).flatMap(([event, text]) => {
    const path = ['hard_templates', event];
    const definition = latest(loaded, 'event_definition', event);
    if (!definition) {
      const fix = didYouMean(event, known) ?? {
        en: 'Define it: kind event_definition.',
        zh: '定义它：kind: event_definition。',
      };
      return [
        errorAt(
          reply,
          path,
          'event_undefined',
          { en: `The event "${event}" is not defined.`, zh: `事件“${event}”没有定义。` },
          fix,
        ),
      ];
    }
    const { payload } = definition.asset;
    const names = new Map([...REPLY_NAMES, ['event', payload ? typeOfSchema(payload) : OPEN_OBJECT] as const]);
    return textSlots(path, text, { names }).flatMap((slot) => checkSlot(reply, slot));
  });
}
