import { describe } from 'vitest';
import { EMPLOYEE, edit, REDIRECT, runCases } from '../../test/check-cases.ts';

describe('arguments', () => {
  runCases([
    [
      'of a write have a label',
      edit(REDIRECT, ', label: { zh: 备注, en: Note }', ''),
      'argument_label_missing arguments.note',
    ],
    [
      'have words for every listed value',
      edit(REDIRECT, ', south: { zh: [南柜], en: [south locker] }', ''),
      'argument_labels_missing arguments.locker',
    ],
    [
      'have words for listed values only',
      edit(REDIRECT, 'south: { zh: [南柜]', 'suoth: { zh: [南柜]'),
      ['argument_labels_missing arguments.locker', 'argument_label_unknown arguments.locker.labels.suoth'],
    ],
    [
      'come from a list only if there is one',
      edit(REDIRECT, 'origin: [open]', 'origin: [enum]'),
      'argument_enum_missing arguments.note.origin',
    ],
    ['in a key exist', edit(REDIRECT, 'key: [parcel_id]', 'key: [parcel_idd]'), 'argument_unknown idempotency.key[0]'],
    [
      'have a type',
      edit(REDIRECT, 'note: { schema: { type: string }', 'note: { schema: { description: words }'),
      'schema_without_type arguments.note.schema',
    ],
    [
      'have a schema that compiles',
      edit(REDIRECT, 'note: { schema: { type: string }', 'note: { schema: { type: strin }'),
      'schema_invalid arguments.note.schema',
    ],
    [
      'have a pattern that is tested in linear time',
      edit(REDIRECT, 'note: { schema: { type: string }', "note: { schema: { type: string, pattern: '(a+)\\1' }"),
      'schema_invalid arguments.note.schema',
    ],
    [
      'that are not sent are used',
      edit(EMPLOYEE, 'request_id_argument: request_id', 'request_id_argument: request_id, omit: [owner]'),
      'argument_without_use arguments.owner',
    ],
    [
      'that a binding renames exist',
      edit(EMPLOYEE, 'request_id_argument: request_id', 'rename: { lockr: locker_name }'),
      'argument_unknown resources.parcel:redirect.rename.lockr',
    ],
    [
      'do not collide in a tool',
      edit(EMPLOYEE, 'request_id_argument: request_id', 'rename: { locker: note }'),
      'binding_argument_collides resources.parcel:redirect',
    ],
    [
      'that are optional are asked for before they are shown',
      edit(REDIRECT, '改投到{{', '（{{ args.note }}）改投到{{'),
      'expression_value_may_be_absent confirmation.notice.zh',
    ],
  ]);
});
