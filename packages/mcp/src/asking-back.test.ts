import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { McpBinding } from '@rolecall/assets';
import { describe, expect, test } from 'vitest';
import { bindingOf, openResources, stdioServer } from '../test/open-resources.ts';

const HOSTILE = join(import.meta.dirname, '../test/hostile-server.ts');
const ALLOWS = { 'thing:ask': bindingOf('asks', { elicitation: 'defaults' }) };

describe('a server that asks for input', () => {
  test('is refused, and the refusal stands with the answer', async () => {
    await using world = openResources();
    const answer = await world.call('asks');
    expect(answer).toMatchObject({
      structured: { answer: { error: { code: -32_601 } } },
      notes: [expect.stringContaining('elicitation/create')],
    });
    expect(world.log.join('\n')).toContain('elicitation/create');
  });

  test('gets the defaults of its form where the binding says so', async () => {
    await using world = openResources({ bindings: ALLOWS });
    const answer = await world.call('', {}, { binding: ALLOWS['thing:ask'] });
    expect(answer).toMatchObject({ structured: { answer: { action: 'accept', content: { count: 3 } } } });
    expect(answer).not.toHaveProperty('notes');
  });

  test('is declined while it works for a binding that does not, though another does', async () => {
    await using world = openResources({ bindings: ALLOWS });
    const answer = await world.call('asks');
    expect(answer).toMatchObject({ structured: { answer: { action: 'decline' } }, notes: [expect.any(String)] });
  });
});

test('a server that asks for a model is refused', async () => {
  await using world = openResources({ bindings: ALLOWS });
  expect(await world.call('asks_model')).toMatchObject({
    structured: { answer: { error: { code: -32_601 } } },
    notes: [expect.stringContaining('sampling/createMessage')],
  });
});

describe('a server of the newer revision that asks in place of a result', () => {
  const modern = stdioServer([join(import.meta.dirname, '../test/modern-server.ts')]);
  const bound = (tool: string, more: Partial<McpBinding> = {}) => bindingOf(tool, { server: 'modern', ...more });

  test('gets the defaults of its form where the binding says so, and is refused where it does not', async () => {
    const binding = bound('ask_form', { elicitation: 'defaults' });
    await using world = openResources({ servers: { modern }, bindings: { 'thing:ask': binding } });
    const answer = await world.call('', {}, { binding });
    expect(answer).toMatchObject({ structured: { answer: { action: 'accept', content: { count: 3 } } } });
    const refused = await world.call('', {}, { binding: bound('ask_form') });
    expect(refused).toMatchObject({ isError: false, notes: [expect.stringContaining('elicitation/create')] });
    expect(refused).not.toHaveProperty('structured');
  });

  test('is told the folders it is declared with, and no others', async () => {
    await using world = openResources({ servers: { modern: { ...modern, roots: ['files'] }, plain: modern } });
    const uri = pathToFileURL(join(world.folder, 'files')).href;
    const answer = await world.call('', {}, { binding: bound('ask_folders') });
    expect(answer).toMatchObject({ structured: { answer: { roots: [{ uri }] } } });
    const none = await world.call('', {}, { binding: bound('ask_folders', { server: 'plain' }) });
    // Such a server sees that nobody said that we have folders, and does not even ask.
    expect(none).toMatchObject({ isError: false, text: expect.stringContaining('roots/list') });
    expect(none).not.toHaveProperty('structured');
  });
});

test('a server is told the folders it is declared with, and no others', async () => {
  const rooted = { ...stdioServer([HOSTILE]), roots: ['files'] };
  await using world = openResources({ servers: { rooted } });
  const answer = await world.call('', {}, { binding: bindingOf('asks_roots', { server: 'rooted' }) });
  const uri = pathToFileURL(join(world.folder, 'files')).href;
  expect(answer).toMatchObject({ structured: { answer: { roots: [{ uri }] } } });
  expect(await world.call('asks_roots')).toMatchObject({ notes: [expect.stringContaining('roots/list')] });
});
