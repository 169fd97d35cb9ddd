import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { notesAgent } from '../../test/embed.ts';
import { scriptedModel } from '../testing/scripted-model.ts';

const at = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

it('the example of the docs does what it says', async () => {
  const notes = new Map<string, string>();
  const input = { title: 'delivery', text: 'on Friday' };
  const events = await notesAgent(scriptedModel([{ calls: [{ name: 'save_note', input }] }, 'Saved.']), notes);
  expect(notes).toEqual(new Map([['delivery', 'on Friday']]));
  expect(events.filter((type) => type === 'round_ended')).toHaveLength(2);
});

it('the example stands in the docs as it runs', () => {
  expect(at('../../../../docs/kernel.md')).toContain(at('../../test/embed.ts').trim());
});
