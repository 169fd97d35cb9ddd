import { listOf, objectOf, TEXT, TIMESTAMP, type ValueType } from '../expression/value-type.ts';

const LEVEL: ValueType = { kind: 'text', values: ['anonymous', 'verified'] };

/** What expressions of a contract see of the surroundings of a call. */
export const CALL_NAMES: readonly (readonly [string, ValueType])[] = [
  ['contact', objectOf({ id: TEXT, external_id: TEXT, level: LEVEL })],
  ['conversation', objectOf({ id: TEXT, channel: TEXT })],
  ['employee', objectOf({ id: TEXT, display_name: TEXT, time_zone: TEXT, grants: listOf(TEXT) })],
  ['now', TIMESTAMP],
];

/** What the named texts of a reply asset see: there is no call. */
export const REPLY_NAMES: readonly (readonly [string, ValueType])[] = [
  ['contact', objectOf({ external_id: TEXT, level: LEVEL, display_name: TEXT })],
  ['conversation', objectOf({ id: TEXT, channel: TEXT })],
  ['employee', objectOf({ id: TEXT, display_name: TEXT })],
  ['language', { kind: 'text', values: ['zh', 'en'] }],
];
