import { didYouMean, type Finding } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { resolveReference } from '../linking/resolve-reference.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import { textSlotEnvironment, textSlotNames } from '../slots/contract-slots.ts';
import { textSlots } from '../slots/slot.ts';
import { REPLY_NAMES } from '../slots/standing-types.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';
import { checkSlot } from './expressions.ts';

/** Replies use what is there, and words for a contract's text go to a text that the contract has. */
export const replyAssets: CheckRule = (context) =>
  assetsOf(context.loaded, 'reply_asset').flatMap((reply) => [
    ...checkReplies(reply),
    ...checkOverrides(context, reply),
  ]);

function checkReplies(reply: LoadedAsset<'reply_asset'>): readonly Finding[] {
  const names = new Map(REPLY_NAMES);
  return Object.entries(reply.asset.replies).flatMap(([name, { text }]) =>
    textSlots(['replies', name, 'text'], text, { names }).flatMap((slot) => checkSlot(reply, slot)),
  );
}

function checkOverrides(context: CheckContext, reply: LoadedAsset<'reply_asset'>): readonly Finding[] {
  return Object.entries(reply.asset.overrides).flatMap(([id, slots]): readonly Finding[] => {
    const path = ['overrides', id];
    const resolution = resolveReference(context.loaded, 'capability_contract', id);
    if (!resolution.ok) return [errorAt(reply, path, 'reference_unknown', resolution.message, resolution.fix)];
    const contract = resolution.loaded;
    const task = context.bindings.find((binding) => binding.contract === contract)?.task.asset;
    const types = context.types.typesOf(contract.asset, task);
    return Object.entries(slots).flatMap(([slot, text]) => {
      const environment = textSlotEnvironment(contract.asset, types, slot);
      if (environment) {
        return textSlots([...path, slot], text, environment).flatMap((each) => checkSlot(reply, each));
      }
      const known = textSlotNames(contract.asset);
      const message = { en: `The contract "${id}" has no text "${slot}".`, zh: `契约“${id}”没有文字“${slot}”。` };
      const fix = didYouMean(slot, known) ?? { en: `It has ${known.join(', ')}.`, zh: `它有 ${known.join('、')}。` };
      return [errorAt(reply, [...path, slot], 'text_slot_unknown', message, fix)];
    });
  });
}
