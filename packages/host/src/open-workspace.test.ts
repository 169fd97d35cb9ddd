import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ReplyPart } from '@rolecall/employee';
import { type ScriptedModel, scriptedModel } from '@rolecall/kernel/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type OpenWorkspaceOptions, openWorkspace } from './open-workspace.ts';
import { type DeskWorkspace, deskWorkspace } from './testing/desk-workspace.ts';
import type { Workspace } from './workspace.ts';

const GET = { calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] };
const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };

/** A model that calls once in every round, and then says something. */
const callThenSay = (text: string): ScriptedModel =>
  scriptedModel(({ prompt }) => (prompt.at(-1)?.role === 'tool' ? text : GET));

/** The same model, but every answer waits until the gate is opened. */
function gated(model: LanguageModelV4) {
  let open = (): void => undefined;
  let reached = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const asked = new Promise<void>((resolve) => (reached = resolve));
  const waiting: LanguageModelV4 = {
    ...model,
    doStream: async (options) => {
      reached();
      await opened;
      return model.doStream(options);
    },
  };
  return { model: waiting, open: () => open(), asked };
}

async function opened(desk: DeskWorkspace, options: OpenWorkspaceOptions = {}) {
  const lines: string[] = [];
  const workspace = await openWorkspace(desk.dir, { environment: {}, log: (line) => lines.push(line), ...options });
  onTestFinished(() => workspace.close());
  return { workspace, lines };
}

/** A reader in conversation with an employee. */
async function reader(workspace: Workspace, employee = 'ida') {
  const contact = await workspace.contact({ externalId: 'reader-1', level: 'verified' });
  const { id } = await workspace.open({ contact: contact.id, employee, channel: 'test' });
  await vi.waitFor(async () => expect(await workspace.store.inbox(id)).toEqual([]), { timeout: 20_000 });
  const sentAfter = async (sequence: number) =>
    (await workspace.store.entries(id, sequence))
      .filter(({ kind }) => kind === 'employee.replied')
      .map(({ data }) => data as unknown as { text: string; kind: string; operation: string; parts: ReplyPart[] });
  const send = async (text: string) => {
    const accepted = await workspace.send({ conversation: id, text });
    if (accepted.status === 'conflict') throw new Error(accepted.reason);
    return accepted.item;
  };
  return {
    id,
    send,
    say: async (text: string) => {
      const before = (await workspace.store.conversation(id))?.sequence ?? 0;
      await workspace.handled(id, await send(text));
      return sentAfter(before);
    },
    sentAfter,
  };
}

const textOf = (sent: readonly { readonly text: string }[]) => sent.map(({ text }) => text).join('\n');

describe('a workspace at work', () => {
  it('answers from the real system, pins its tools, and every decision is the same when made again', async () => {
    const desk = deskWorkspace();
    const { workspace, lines } = await opened(desk, { model: () => callThenSay('还在借。') });
    expect(lines.filter((line) => line.startsWith('pinned '))).toHaveLength(4);
    const ida = await reader(workspace);
    expect(textOf(await ida.say('借阅 L200001 怎么样了'))).toBe('还在借。应还日期：2026-04-01');
    expect(await workspace.verify(ida.id)).toEqual({ decisions: 1, different: [], notReplayable: [], faults: [] });

    const rounds = await workspace.trace(ida.id);
    expect(rounds.map(({ round, startedAt, endedAt }) => [round !== '', startedAt <= (endedAt ?? '')])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(rounds[1]?.entries.some(({ kind }) => kind === 'gate.decision')).toBe(true);
    expect(await workspace.trace(ida.id, rounds[1]?.round)).toEqual([rounds[1]]);
    expect(await workspace.trace(ida.id, 'round_none')).toEqual([]);
  });

  it('greets one who is opened for by twenty at once, once', async () => {
    const { workspace } = await opened(deskWorkspace({ withoutSystems: true }));
    const contact = await workspace.contact({ externalId: 'reader-1', level: 'verified' });
    const key = { contact: contact.id, employee: 'ida', channel: 'test' };
    const conversations = await Promise.all(Array.from({ length: 20 }, () => workspace.open(key)));
    expect(new Set(conversations.map(({ id }) => id)).size).toBe(1);
    const [{ id } = { id: '' }] = conversations;
    await vi.waitFor(async () => expect(await workspace.store.inbox(id)).toEqual([]), { timeout: 20_000 });
    expect((await workspace.store.outbox(id)).map(({ kind }) => kind)).toEqual(['greeting']);
  });

  it('lets one who watches see everything from any sequence, and lets go when it closes', async () => {
    const desk = deskWorkspace({ withoutSystems: true });
    const { workspace } = await opened(desk, { model: () => scriptedModel(() => '好的。') });
    const ida = await reader(workspace);
    await ida.say('你好');
    const { length } = await workspace.store.entries(ida.id);
    for (const after of [0, 2, length]) {
      const stop = new AbortController();
      const seen: number[] = [];
      for await (const event of workspace.watch(ida.id, {
        after,
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(50)]),
      }))
        if (event.type === 'entry') seen.push(event.entry.sequence);
      expect(seen).toEqual(Array.from({ length: length - after }, (_, index) => after + index + 1));
    }
    const watching = (async () => {
      for await (const _ of workspace.watch(ida.id, { after: 0, signal: new AbortController().signal }));
    })();
    await workspace.close();
    await watching;
  });
});

describe('reloading', () => {
  it('leaves a running round its release and its servers, and gives the next one the new', async () => {
    const desk = deskWorkspace();
    const gate = gated(callThenSay('还在借。'));
    const { workspace, lines } = await opened(desk, { model: () => gate.model });
    const ida = await reader(workspace);
    const [before] = workspace.employees();
    const item = await ida.send('借阅 L200001 怎么样了');
    await gate.asked;

    desk.replace('employees/ida.yaml', 'mcp_servers: { desk: {', 'mcp_servers: { desk: { env: { LANG: C },');
    desk.replace('assets/capabilities/loan-get.yaml', '应还日期：', '请在这天前归还：');
    await workspace.reload();
    const [after] = workspace.employees();
    expect(after?.release.hash).not.toBe(before?.release.hash);
    gate.open();
    await workspace.handled(ida.id, item);
    const entries = await workspace.store.entries(ida.id);
    const round = entries.filter((entry) => entry.causedBy === `inbox:${item}` && entry.round !== undefined);
    expect(new Set(round.map(({ release }) => release))).toEqual(new Set([before?.release.hash]));
    expect(textOf(await ida.sentAfter(0))).toContain('还在借。应还日期：2026-04-01');
    expect(lines.filter((line) => /stopping servers/.test(line))).toEqual([]);

    expect(textOf(await ida.say('借阅 L200001 怎么样了'))).toContain('请在这天前归还：2026-04-01');
    expect((await workspace.store.entries(ida.id)).at(-1)?.release).toBe(after?.release.hash);
    expect((await workspace.verify(ida.id)).different).toEqual([]);
  });

  it('answers whoever writes to an employee that is gone, and the employee when it is back', async () => {
    const desk = deskWorkspace({ withoutSystems: true });
    const { workspace } = await opened(desk, { model: () => scriptedModel(() => '好的。') });
    const ida = await reader(workspace);
    const employee = desk.read('employees/ida.yaml');
    desk.remove('employees/ida.yaml');
    await workspace.reload();
    expect(workspace.employees()).toEqual([]);
    expect(textOf(await ida.say('在吗'))).toMatch(/这一轮没有完成/);
    await expect(workspace.open({ contact: 'c', employee: 'ida', channel: 'test' })).rejects.toMatchObject({
      code: 'employee_unknown',
      hint: 'See rolecall check.',
    });
    desk.write('employees/ida.yaml', employee);
    await workspace.reload();
    expect(textOf(await ida.say('在吗'))).toBe('好的。');
  });

  it('of files that broke meanwhile leaves those at work that can, and says what is wrong', async () => {
    const desk = deskWorkspace({ withoutSystems: true });
    desk.write(
      'employees/eva.yaml',
      desk.read('employees/ida.yaml').replace('id: ida', 'id: eva').replace('Ida', 'Eva'),
    );
    const { workspace } = await opened(desk, { model: () => scriptedModel(() => '好的。') });
    const eva = await reader(workspace, 'eva');
    desk.write('employees/ida.yaml', 'kind: ai_employee\nid: [');
    desk.write('rolecall.yaml', 'name: [');
    const findings = await workspace.reload();
    expect(findings.filter(({ severity }) => severity === 'error').map(({ file }) => file)).toEqual(
      expect.arrayContaining(['employees/ida.yaml', 'rolecall.yaml']),
    );
    expect(workspace.employees().map(({ id }) => id)).toEqual(['eva']);
    expect(textOf(await eva.say('在吗'))).toBe('好的。');
    await expect(eva.send('长'.repeat(101))).rejects.toMatchObject({ code: 'message_too_long' });
    await Promise.all([workspace.reload(), workspace.reload(), workspace.reload()]);
  });
});

describe('a workspace with something missing', () => {
  it('opens with findings that say where, and employees that can run do', async () => {
    const desk = deskWorkspace({ withoutSystems: true });
    desk.write(
      'employees/eva.yaml',
      desk
        .read('employees/ida.yaml')
        .replace('id: ida', 'id: eva')
        .replace('role_pack: librarian', 'role_pack: libarian'),
    );
    desk.write('assets/broken.yaml', 'kind: capability_contract\nid: {');
    desk.write('role-packs/odd/manifest.json', '{');
    const { workspace } = await opened(desk, { work: false });
    expect(workspace.employees().map(({ id }) => id)).toEqual(['ida']);
    const errors = workspace.findings().filter(({ severity }) => severity === 'error');
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'role_pack_unknown', file: 'employees/eva.yaml', line: expect.any(Number) }),
        expect.objectContaining({ file: 'assets/broken.yaml', line: expect.any(Number) }),
        expect.objectContaining({ file: expect.stringContaining('role-packs/odd') }),
      ]),
    );
    await expect(workspace.explain('loan:retrun', 'ida')).rejects.toMatchObject({ code: 'capability_unknown' });
    await expect(workspace.explain('loan:return', 'idda')).rejects.toMatchObject({ hint: 'Did you mean "ida"?' });
    expect((await workspace.explain('loan:return', 'ida')).heldBackBy).toBe('connected');
  });

  it('a model without its key is told at the start, and to whoever writes', async () => {
    const desk = deskWorkspace({ withoutSystems: true });
    desk.replace('employees/ida.yaml', 'builtin/matcher', 'deepseek/deepseek-chat');
    const { workspace, lines } = await opened(desk);
    expect(lines.join('\n')).toMatch(/model deepseek\/deepseek-chat: .*key/i);
    const chinese = await opened(desk, { language: 'zh' });
    expect(chinese.lines.join('\n')).toMatch(
      /模型 deepseek\/deepseek-chat：模型服务商“deepseek”需要密钥。 \[model_key_missing\]/,
    );
    await chinese.workspace.close();
    const ida = await reader(workspace);
    expect(textOf(await ida.say('你好'))).toMatch(/暂时出了问题/);
    const ended = (await workspace.store.entries(ida.id)).findLast(({ kind }) => kind === 'employee.round_ended');
    expect(ended?.data).toMatchObject({ end: 'model_failed', problem: expect.stringMatching(/key/i) });
  });

  it('a system that does not start blocks its capabilities, and nothing else', async () => {
    const desk = deskWorkspace();
    desk.replace('employees/ida.yaml', 'command: node', 'command: no-such-command');
    const { workspace, lines } = await opened(desk, {
      model: () => scriptedModel(({ prompt }) => (prompt.at(-1)?.role === 'tool' ? '' : RETURN)),
    });
    expect(lines.join('\n')).toMatch(/cannot be reached/);
    const ida = await reader(workspace);
    expect(textOf(await ida.say('我要还书 L200001'))).toMatch(/现在连不上/);
  });

  it('a lock that nobody can read is told, and everybody is answered', async () => {
    const desk = deskWorkspace();
    desk.write('rolecall.lock', '<<<<<<< merge');
    const { workspace, lines } = await opened(desk, { model: () => scriptedModel(() => '好的。') });
    expect(lines.join('\n')).toMatch(/lock/);
    const ida = await reader(workspace);
    expect(textOf(await ida.say('你好'))).toBe('好的。');
  });

  it('without rolecall.yaml there is none', async () => {
    const desk = deskWorkspace({ withoutSystems: true });
    desk.remove('rolecall.yaml');
    await expect(openWorkspace(desk.dir)).rejects.toMatchObject({ code: 'workspace_not_found' });
  });
});
