import { isJsonObject, type JsonValue } from '@rolecall/base';

/** A value that a path leads to, and the exact place. */
export interface ChoiceMember {
  readonly value: JsonValue;
  readonly at: string;
}

/**
 * The values that `path` names in a result: `orders` or `orders.id`, where a list on the way stands for each of its
 * items. Undefined keys lead nowhere.
 */
export function membersAt(result: JsonValue, path: string): readonly ChoiceMember[] {
  const steps = path
    .replaceAll(/\[\*?\]/g, '')
    .split('.')
    .filter(Boolean);
  return steps
    .reduce<readonly ChoiceMember[]>(
      (members, step) => members.flatMap(unfolded).flatMap((member) => childOf(member, step)),
      [{ value: result, at: '' }],
    )
    .flatMap(unfolded);
}

/** A field of this name holds free text that somebody wrote. Nothing in it is an origin, and a model gets it fenced. */
export const UNTRUSTED_TEXT = 'untrusted_text';

function childOf({ value, at }: ChoiceMember, step: string): readonly ChoiceMember[] {
  if (step === UNTRUSTED_TEXT) return [];
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return [];
  const child = value[step];
  return child === undefined ? [] : [{ value: child, at: at === '' ? step : `${at}.${step}` }];
}

function unfolded({ value, at }: ChoiceMember): readonly ChoiceMember[] {
  if (!Array.isArray(value)) return [{ value, at }];
  return value.flatMap((item: JsonValue, index) => unfolded({ value: item, at: `${at}[${index}]` }));
}
