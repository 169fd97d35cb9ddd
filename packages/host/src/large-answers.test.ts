import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { JsonObject } from '@rolecall/base';
import { scriptedModel, textsOf } from '@rolecall/kernel/testing';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from './open-workspace.ts';
import { deskWorkspace } from './testing/desk-workspace.ts';

/** The desk, whose system tells of a loan at great length. */
function storyDesk(): string {
  const desk = deskWorkspace();
  desk.replace('employees/ida.yaml', 'builtin/matcher', 'test/one');
  desk.replace('employees/ida.yaml', 'tool: get_loan }', 'tool: get_loan_story }');
  const contract = 'assets/capabilities/loan-get.yaml';
  desk.replace(contract, `remark: "has(result.remark) ? result.remark : ''"`, 'untrusted_text: result.remark');
  return desk.dir;
}

async function opened(dir: string, model: LanguageModelV4) {
  const workspace = await openWorkspace(dir, { environment: {}, model: () => model });
  const contact = await workspace.contact({ externalId: 'reader-1', level: 'verified' });
  const { id } = await workspace.open({ contact: contact.id, employee: 'ida', channel: 'test' });
  const say = async (text: string) => {
    const accepted = await workspace.send({ conversation: id, text });
    if (accepted.status === 'conflict') throw new Error(accepted.reason);
    await workspace.handled(id, accepted.item, 30_000);
  };
  return { workspace, contact: contact.id, id, say };
}

const GET = { calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] };
const readOn = (input: JsonObject) => ({ calls: [{ name: 'read_result', input }] });

describe('an answer of a system that is too large for the context', () => {
  it('is kept whole, read on where it is declared free text, and gone with the contact', {
    timeout: 60_000,
  }, async () => {
    const dir = storyDesk();
    let cut: JsonObject = {};
    const seen: string[] = [];
    const model = scriptedModel(({ prompt }, number) => {
      const last = prompt.at(-1);
      seen.push(textsOf({ prompt: last ? [last] : [] }).join('\n'), JSON.stringify(last));
      if (number === 1) return GET;
      if (number === 2) {
        cut = JSON.parse(
          /\{"field":"untrusted_text"[^}]*\}/.exec(JSON.stringify(last).replaceAll('\\"', '"'))?.[0] ?? '{}',
        );
        return readOn({ reference: String(cut.reference), find: 'Nadel', limit: 200 });
      }
      return '查到了。';
    });
    const first = await opened(dir, model);
    await first.say('借阅 L200001 怎么样了');
    expect(cut).toMatchObject({ reference: expect.stringMatching(/^result_/), offset: 3_000, total: 700_019 });
    const page = seen.at(-1) ?? '';
    expect(page).toContain('Nadel');
    expect(page).toMatch(/<untrusted [^>]*>\\+nNadel/);
    expect(seen.join('\n')).not.toContain('Kranich');
    expect(Math.max(...seen.map(({ length }) => length))).toBeLessThan(20_000);

    const entries = await first.workspace.store.entries(first.id);
    expect(JSON.stringify(entries).length).toBeLessThan(100_000);
    const large = entries.find(({ kind }) => kind === 'gate.large_answer');
    const kept = await first.workspace.store.readApart(first.id, large?.sequence ?? 0, 'answer');
    expect(JSON.stringify(kept)).toContain('Kranich');
    await first.workspace.close();

    // Another process, another round.
    const later: string[] = [];
    const again = scriptedModel(({ prompt }, number) => {
      later.push(JSON.stringify(prompt.at(-1)));
      if (number === 1) return readOn({ reference: String(cut.reference), offset: 400_000, limit: 30 });
      if (number === 2) return readOn({ reference: 'result_of_somebody_else' });
      return '好的。';
    });
    const second = await opened(dir, again);
    await second.say('再往后读一点');
    expect(later[1]).toContain('&lt;/untrusted> Nadel');
    expect(later[2]).toContain('reference_unknown');

    expect((await second.workspace.store.deleteContact(second.contact, new Date().toISOString())).status).toBe(
      'deleted',
    );
    expect(await second.workspace.store.readApart(first.id, large?.sequence ?? 0, 'answer')).toBeUndefined();
    await second.workspace.close();
    const files = readdirSync(join(dir, '.rolecall'), { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile())) {
      const bytes = readFileSync(join(file.parentPath, file.name));
      for (const word of ['Kranich', 'Nadel', '昔昔昔']) expect(bytes.includes(word), file.name).toBe(false);
    }
  });
});
