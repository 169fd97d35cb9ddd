import { describe, expect, it } from 'vitest';
import { checkSample, told } from '../testing/check-sample.ts';

const FILE = 'assets/contracts/parcel-redirect.yaml';
const NOTE = '  note: { schema: { type: string }, origin: [open], label: { zh: 备注, en: Note } }\n';
const SCHEMA =
  '{ type: array, items: { type: object, properties: { size: { type: string, enum: [small, large] }, to: { type: object, properties: { street: { type: string } } } }, required: [to] } }';
const SIZE = 'size: { label: { zh: 大小, en: size }, labels: { small: { zh: [小] }, large: { zh: [大] } } }';
const PLACES = 'to: { label: { zh: 送到, en: to } }, street: { label: { zh: 街道, en: street } }';

/** The findings when the sample's write also takes parts with these members. */
function withMembers(members: string): readonly string[] {
  const own = `  parts: { schema: ${SCHEMA}, origin: [open], label: { zh: 部件, en: Parts }${members} }\n`;
  return told(checkSample([{ file: FILE, from: NOTE, to: NOTE + own }]));
}

describe('the members of a write’s objects', () => {
  it('have names and words that customers can read, at whatever depth they stand', () => {
    expect(withMembers(`, members: { ${SIZE}, ${PLACES} }`)).toEqual([]);
  });

  it('are told where one has no name', () => {
    expect(withMembers('')).toEqual(['argument_members_missing arguments.parts']);
    expect(withMembers(`, members: { ${SIZE}, to: { label: { zh: 送到 } } }`)).toEqual([
      'argument_members_missing arguments.parts',
    ]);
  });

  it('are members of the schema', () => {
    expect(withMembers(`, members: { ${SIZE}, ${PLACES}, weight: { label: { zh: 重量 } } }`)).toEqual([
      'argument_member_unknown arguments.parts.members.weight',
    ]);
  });

  it('have words for each listed value and for no other', () => {
    const sized = (words: string) =>
      withMembers(`, members: { size: { label: { zh: 大小 }, labels: { ${words} } }, ${PLACES} }`);
    expect(sized('small: { zh: [小] }')).toEqual(['argument_labels_missing arguments.parts.members.size']);
    expect(sized('small: { zh: [小] }, large: { zh: [大] }, huge: { zh: [特大] }')).toEqual([
      'argument_label_unknown arguments.parts.members.size.labels.huge',
    ]);
  });
});
