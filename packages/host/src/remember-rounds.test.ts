import { emptyState, foldConversation } from '@rolecall/employee';
import type { JournalEntry } from '@rolecall/journal';
import { openMemory, scriptedModel } from '@rolecall/kernel/testing';
import { expect, it } from 'vitest';
import { createRoundMemory, type RememberingParts } from './remember-rounds.ts';

/** A conversation of so many completed rounds. */
function conversationOf(...inputs: readonly string[]) {
  const entries = inputs.flatMap((text, index): JournalEntry[] => {
    const round = `r${index + 1}`;
    const item = `i${index + 1}`;
    const rest = { conversation: 'c1', round, kindVersion: 1, engine: 'test@1.0.0' };
    const parts = [{ kind: 'model', text: `答：${text}` }];
    const data = { kind: 'reply', parts, text: '', operation: null, expiresAt: null, language: 'zh' };
    return [
      { ...rest, kind: 'employee.round_started', data: { item, cause: 'message', language: 'zh', resumed: false } },
      { ...rest, kind: 'employee.message_received', data: { item, text } },
      { ...rest, kind: 'employee.replied', data },
      { ...rest, kind: 'employee.round_ended', data: { item, end: 'natural', problem: null } },
    ].map((entry, place) => {
      const sequence = index * 4 + place + 1;
      return { ...entry, sequence, at: `2026-05-01T08:00:${String(sequence).padStart(2, '0')}.000Z` };
    });
  });
  return foldConversation(emptyState('zh'), entries);
}

function arrange(parts: Partial<RememberingParts> = {}) {
  const memory = openMemory();
  const problems: unknown[] = [];
  const rounds = createRoundMemory();
  const remember = (...inputs: readonly string[]) =>
    rounds.remember('c1', conversationOf(...inputs), {
      memory,
      redact: (value) => value,
      onProblem: (problem) => problems.push(problem),
      ...parts,
    });
  const remembered = async () => (await memory.list()).map(({ summary }) => `${summary.round} ${summary.writtenBy}`);
  return { memory, rounds, remember, remembered, problems };
}

it('a round is remembered after it has ended, once', async () => {
  const { rounds, remember, remembered } = arrange();
  remember('你好');
  remember('你好');
  remember('你好', '订单呢');
  await rounds.close();
  expect(await remembered()).toEqual(['r1 extract', 'r2 extract']);
});

it('the round before is caught up when its process died before it was remembered', async () => {
  const { rounds, remember, remembered } = arrange();
  remember('一', '二', '三');
  await rounds.close();
  expect(await remembered()).toEqual(['r2 extract', 'r3 extract']);
});

it('nobody waits for a model that is slow, and closing leaves no round without a summary', async () => {
  const slow = { ...scriptedModel([]), doGenerate: () => new Promise<never>(() => {}) };
  const { rounds, remember, remembered } = arrange({ model: slow });
  remember('你好');
  expect(await remembered()).toEqual([]);
  await rounds.close();
  expect(await remembered()).toEqual(['r1 extract']);
});

it('the model is told the focus of the pack', async () => {
  const model = scriptedModel(['{"type":"fact","text":"说了你好。","verbatim":[]}']);
  const { rounds, remember, memory, remembered } = arrange({ model, focus: '只记语气' });
  remember('你好');
  await expect.poll(remembered).toEqual(['r1 model']);
  await rounds.close();
  expect(JSON.stringify(model.calls[0]?.prompt)).toContain('只记语气');
  expect((await memory.list())[0]?.summary).toMatchObject({ type: 'fact', session: 'c1' });
});

it('a memory that fails is told, and the round is tried again with the next one', async () => {
  const { memory, rounds, remember, remembered, problems } = arrange();
  const broken = { ...memory, remember: () => Promise.reject(new Error('disk full')) };
  rounds.remember('c1', conversationOf('一'), {
    memory: broken,
    redact: (value) => value,
    onProblem: (problem) => problems.push(problem),
  });
  await expect.poll(() => problems.length).toBe(1);
  remember('一', '二');
  await rounds.close();
  expect(await remembered()).toEqual(['r1 extract', 'r2 extract']);
});
