import type { Finding } from '@rolecall/base';
import { checkExpression, checkTemplate } from '../expression/check-expression.ts';
import { typeOfSchema } from '../expression/type-of-schema.ts';
import { OPEN_OBJECT } from '../expression/value-type.ts';
import { findingAt } from '../finding-at.ts';
import { latest } from '../linking/resolve-reference.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { Slot } from '../slots/slot.ts';
import { taskSlots } from '../slots/task-slots.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** Every expression and every text with expressions can be typed where it stands. */
export const expressions: CheckRule = (context) => [
  ...context.uses.flatMap((use) => context.slotsOf(use).flatMap((slot) => checkSlot(use.contract, slot))),
  ...assetsOf(context.loaded, 'task_asset_package').flatMap((task) =>
    slotsOfTask(context, task).flatMap((slot) => checkSlot(task, slot)),
  ),
];

function slotsOfTask(context: CheckContext, task: LoadedAsset<'task_asset_package'>): readonly Slot[] {
  const bound = context
    .bindingsOf(task)
    .map(({ capability, contract }) => [capability, context.types.typesOf(contract.asset, task.asset)] as const);
  return taskSlots(task.asset, new Map(bound), (event) => {
    const payload = latest(context.loaded, 'event_definition', event)?.asset.payload;
    return payload === undefined ? OPEN_OBJECT : typeOfSchema(payload);
  });
}

/** What is wrong with one slot, as findings about its asset. */
export function checkSlot(loaded: LoadedAsset, slot: Slot): readonly Finding[] {
  const problems =
    slot.kind === 'expression'
      ? checkExpression(slot.source, slot.environment).problems
      : checkTemplate(slot.source, slot.environment);
  return problems.map(({ severity, code, message, fix, offset }) => {
    const isShown = slot.kind === 'expression' && slot.source.length <= 60;
    const text = isShown
      ? { en: `${slot.source}: ${message.en}`, zh: `${slot.source}：${message.zh}` }
      : { en: `${message.en} (character ${offset + 1})`, zh: `${message.zh}（第 ${offset + 1} 个字符）` };
    return findingAt(loaded, slot.path, severity, code, text, fix);
  });
}
