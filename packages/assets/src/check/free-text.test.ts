import { describe, expect, test } from 'vitest';
import { checkSample, told } from '../testing/check-sample.ts';
import type { SampleEdit } from '../testing/index.ts';

const RECORDS = 'assets/records.yaml';
const GET = 'assets/contracts/parcel-get.yaml';

const withField = (field: string): SampleEdit => ({
  file: RECORDS,
  from: '    weight: { type: number }\n',
  to: `    weight: { type: number }\n    ${field}\n`,
});
const projected = (project: string): SampleEdit => ({
  file: GET,
  from: 'weight: result.weight }',
  to: `weight: result.weight, ${project} }`,
});

describe('free text of a result', () => {
  const FOUND = /^free_text_as_value result\.project\.\w+$/;

  test.each([
    ['under its own name', 'remark: { type: string }', 'remark: \'has(result.remark) ? result.remark : ""\''],
    ['under another name', 'comment: { type: string }', 'state_text: \'has(result.comment) ? result.comment : ""\''],
    [
      'in a list',
      'events: { type: array, items: { type: object, required: [message], properties: { message: { type: string } } } }',
      "history: 'has(result.events) ? result.events.map(event, event.message) : []'",
    ],
  ])('is found %s', (_, field, project) => {
    expect(told(checkSample([withField(field), projected(project)]))).toEqual([expect.stringMatching(FOUND)]);
  });

  test.each([
    ['as untrusted_text', 'remark: { type: string }', 'untrusted_text: \'has(result.remark) ? result.remark : ""\''],
    ['held to a list', 'note: { type: string, enum: [a, b] }', 'note: \'has(result.note) ? result.note : "a"\''],
    ['of a form', "text: { type: string, pattern: '^[A-Z]$' }", 'text: \'has(result.text) ? result.text : "A"\''],
    ['a number', 'summary: { type: number }', "summary: 'has(result.summary) ? result.summary : 0.0'"],
  ])('is none %s', (_, field, project) => {
    expect(told(checkSample([withField(field), projected(project)]))).toEqual([]);
  });
});
