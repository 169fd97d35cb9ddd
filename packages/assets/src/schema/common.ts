import { durationMs, isCapabilityKey, isVersion, parseReference } from '@rolecall/base';
import { z } from 'zod';

const text = z.string().min(1, 'a text must not be empty');
const words = z.array(text).min(1, 'at least one word');
const ONE_LANGUAGE = 'a text needs at least one of zh and en';

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

export const assetId = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, 'an id is lower-case letters, digits, _ and -');
export const version = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine(isVersion, 'a version is three numbers, such as 1.2.0');
export const capabilityKey = z
  .string()
  .refine(isCapabilityKey, 'a capability key is domain:action, such as web:search');
export const reference = z
  .string()
  .refine((text) => parseReference(text) !== undefined, 'a reference is id or id@range, such as order_get@^1');
export const duration = z
  .string()
  .refine((text) => durationMs(text) !== undefined, 'a duration is a number and ms, s, m, h, d or w, such as 30m');

const most = z.int().positive().optional();

/** How often a capability may be used within a time: by one contact, through one employee, in the whole organisation. */
export const limits = z
  .strictObject({ per_contact: most, per_employee: most, per_organisation: most, within: duration })
  .refine(
    ({ per_contact, per_employee, per_organisation }) =>
      [per_contact, per_employee, per_organisation].some((each) => each !== undefined),
    'limits need at least one of per_contact, per_employee and per_organisation',
  );

/** A JSON Schema (2020-12) as data; Ajv compiles it, `rolecall check` reports when it cannot. */
export const jsonSchema = z.record(z.string(), z.unknown());

/** What every asset starts with. */
export const assetHead = { id: assetId, version, description: z.string().optional() };
