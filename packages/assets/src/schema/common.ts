import { complaint, durationMs, isCapabilityKey, isVersion, parseReference } from '@rolecall/base';
import { z } from 'zod';
import { amountInUnits, amountText } from '../contract/amount-units.ts';

const text = z.string().min(1, complaint('a text must not be empty', '文字不能为空'));
const words = z.array(text).min(1, complaint('at least one word', '至少要有一个词'));
const ONE_LANGUAGE = complaint('a text needs at least one of zh and en', '文字至少要有 zh 和 en 中的一种');

/** A text in one language for all, or `{ zh, en }`. */
export const localizedText = z.union([
  text,
  z
    .strictObject({ zh: text.optional(), en: text.optional() })
    .refine(({ zh, en }) => zh !== undefined || en !== undefined, ONE_LANGUAGE),
]);

/** Words that mean a value, by language: the first is shown, all are understood. */
export const localizedWords = z.union([
  words,
  z
    .strictObject({ zh: words.optional(), en: words.optional() })
    .refine(({ zh, en }) => zh !== undefined || en !== undefined, ONE_LANGUAGE),
]);

/** A CEL expression. Its names and types are checked by `rolecall check`. */
export const expression = z.union([z.string().min(1), z.boolean(), z.number()]).transform((value) => String(value));

/** A text with `{{ CEL }}` in it. */
export const template = localizedText.describe('A text with {{ CEL }} in it.');

export const assetId = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,63}$/,
    complaint('an id is lower-case letters, digits, _ and -', 'id 只含小写字母、数字、_ 和 -'),
  );
export const version = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine(isVersion, complaint('a version is three numbers, such as 1.2.0', '版本是三个数字，例如 1.2.0'));
export const capabilityKey = z
  .string()
  .refine(
    isCapabilityKey,
    complaint('a capability key is domain:action, such as web:search', '能力键写作 domain:action，例如 web:search'),
  );
export const reference = z
  .string()
  .refine(
    (text) => parseReference(text) !== undefined,
    complaint('a reference is id or id@range, such as order_get@^1', '引用写作 id 或 id@range，例如 order_get@^1'),
  );
export const duration = z
  .string()
  .refine(
    (text) => durationMs(text) !== undefined,
    complaint(
      'a duration is a number and ms, s, m, h, d or w, such as 30m',
      '时长是一个数字加 ms、s、m、h、d 或 w，例如 30m',
    ),
  );

const most = z.int().positive().optional();
const mostOf = z.number().nonnegative().optional();

interface Bounds {
  readonly per_contact?: number | undefined;
  readonly per_employee?: number | undefined;
  readonly per_organisation?: number | undefined;
}

function boundsOf({ per_contact, per_employee, per_organisation }: Bounds): readonly number[] {
  return [per_contact, per_employee, per_organisation].flatMap((each) => each ?? []);
}

const NO_BOUND = complaint(
  'a limit needs at least one of per_contact, per_employee and per_organisation',
  '额度至少要有 per_contact、per_employee、per_organisation 之一',
);

function isWhole(bound: number, decimals: number): boolean {
  const units = amountInUnits(bound, decimals);
  return units !== undefined && Number(amountText(units, decimals)) === bound;
}

/** How much within a time. `of` is measured in whole units, `decimals` digits behind the point. */
const amountLimit = z
  .strictObject({
    of: expression,
    decimals: z.int().min(0).max(6).default(0),
    per_contact: mostOf,
    per_employee: mostOf,
    per_organisation: mostOf,
    within: duration,
  })
  .refine((limit) => boundsOf(limit).length > 0, NO_BOUND)
  .refine(
    (limit) => boundsOf(limit).every((each) => isWhole(each, limit.decimals)),
    complaint(
      'a limit on an amount must not have more digits behind the point than its decimals',
      '金额额度的小数位数不能超过它的 decimals',
    ),
  );

/**
 * How often a capability may be used within a time, and how much may pass through it: by one contact, through one employee,
 * in the whole organisation.
 */
export const limits = z
  .strictObject({
    per_contact: most,
    per_employee: most,
    per_organisation: most,
    within: duration.optional(),
    amounts: z.array(amountLimit).min(1).optional(),
  })
  .refine(
    (all) => boundsOf(all).length > 0 || all.amounts !== undefined,
    complaint(
      'limits need at least one of per_contact, per_employee, per_organisation and amounts',
      'limits 至少要有 per_contact、per_employee、per_organisation、amounts 之一',
    ),
  )
  .refine(
    (all) => boundsOf(all).length > 0 === (all.within !== undefined),
    complaint(
      'per_contact, per_employee and per_organisation need within, and within needs one of them',
      'per_contact、per_employee、per_organisation 需要 within，within 也需要它们之一',
    ),
  );

/** A JSON Schema (2020-12) as data; Ajv compiles it, `rolecall check` reports when it cannot. */
export const jsonSchema = z.record(z.string(), z.unknown());

/** What every asset starts with. */
export const assetHead = { id: assetId, version, description: z.string().optional() };
