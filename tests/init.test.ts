import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { loadDefinition } from '@rolecall/host';
import { runCli } from 'rolecall';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const BIN = join(import.meta.dirname, '../packages/cli/bin/rolecall.js');

let parent: string;
beforeEach(() => {
  // Outside of the repository: the workspace finds nothing but what it brings.
  parent = mkdtempSync(join(tmpdir(), 'rolecall-init-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command line in this process, in the folder above the new workspace. */
async function rolecall(...argv: readonly string[]): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(argv, {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    input: new PassThrough().end(),
    output: new PassThrough().resume(),
    env: { LANG: 'C', PATH: process.env.PATH },
    cwd: parent,
    isTerminal: false,
    stopping: new AbortController().signal,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** The day of a booking as the booking system's own file has it. */
function dayOf(booking: string): string {
  const { bookings } = JSON.parse(readFileSync(join(parent, 'first/.rolecall/systems/bookings.json'), 'utf8'));
  return bookings.find(({ booking_id }: { booking_id: string }) => booking_id === booking).date;
}

/** A day of the week more than a month away; 0 is Sunday. */
function someDay(weekday: number): string {
  const date = new Date(Date.now() + 40 * 86_400_000);
  while (date.getUTCDay() !== weekday) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

describe.each([
  {
    language: 'zh',
    status: '帮我查一下预约 B1001',
    found: /预约 B1001：A3 会议室，\d{4}-\d\d-\d\d。/,
    move: (day: string) => `把预约 B1001 改到 ${day}`,
    inWords: '把预约 B1002 改到下周五',
    notice: /将把预约 B1001 改到 .*确认请回复“确认”/,
    yes: '确认',
    moved: /已把预约 B1001 改到/,
    refused: /系统没有接受预约 B1001 的改期，预约没有变化/,
    notTheirs: /预约 B1001 不在您的名下/,
    person: '我要转人工',
    handedOver: /已转接人工/,
  },
  {
    language: 'en',
    status: 'When is my booking B1001?',
    found: /Booking B1001: room A3 on \d{4}-\d\d-\d\d\./,
    move: (day: string) => `Please move my booking B1001 to ${day}`,
    inWords: 'Please move my booking B1002 to next Friday',
    notice: /I am about to move booking B1001 to .*Reply "confirm"/,
    yes: 'confirm',
    moved: /Booking B1001 has been moved to/,
    refused: /The system did not accept moving booking B1001; nothing has changed/,
    notTheirs: /Booking B1001 is not yours/,
    person: 'I want to talk to a person',
    handedOver: /A person will take over/,
  },
])('the workspace that rolecall init writes ($language)', (words) => {
  const say = (text: string, contact = 'guest-1') =>
    rolecall('chat', '--workspace', 'first', '--contact', contact, '--prompt', text);

  beforeEach(async () => {
    expect(await rolecall('init', 'first', '--language', words.language)).toMatchObject({ code: 0, err: '' });
  });

  it('passes the check without a single finding', async () => {
    expect(await rolecall('check', '--workspace', 'first', '--strict')).toMatchObject({ code: 0, err: '' });
    // Notices too.
    expect(await loadDefinition(join(parent, 'first'))).toMatchObject({ findings: [], employees: [{}] });
  });

  it('goes from a question to a confirmed write, its trace and the operators’ desk', async () => {
    const day = someDay(3);
    expect((await say(words.status)).out).toMatch(words.found);
    const before = dayOf('B1001');
    expect((await say(words.move(day))).out).toMatch(words.notice);
    expect(dayOf('B1001')).toBe(before);
    expect((await say(words.yes)).out).toMatch(words.moved);
    expect(dayOf('B1001')).toBe(day);

    const [conversation = ''] = (await rolecall('trace', '--workspace', 'first')).out.split(' ');
    const { out: trace } = await rolecall('trace', conversation, '--workspace', 'first');
    expect(trace).toMatch(/booking:get {2}ALLOWED[\s\S]*booking:move {2}BLOCKED confirmation_required/);
    expect(trace).toMatch(/booking:move {2}ALLOWED[\s\S]*booking:move {2}succeeded \(moved\)/);
    expect((await rolecall('journal', 'verify', '--workspace', 'first')).code).toBe(0);

    expect((await say(words.person)).out).toMatch(words.handedOver);
    const [waiting] = (await rolecall('desk', 'list', '--workspace', 'first', '--json')).out.trim().split('\n');
    expect(JSON.parse(waiting ?? '')).toMatchObject({ kind: 'hand_over' });
    const desk = (...args: readonly string[]) => rolecall('desk', ...args, '--workspace', 'first', '--as', 'operator');
    expect((await desk('say', conversation, 'B1002')).code).toBe(0);
    expect((await desk('back', conversation)).code).toBe(0);
    expect((await rolecall('desk', 'list', '--workspace', 'first', '--json')).out).toBe('');
  });

  it('tells a refusal of the system from its receipt, and moves nobody else’s booking', async () => {
    await say(words.move(someDay(0)));
    expect((await say(words.yes)).out).toMatch(words.refused);
    expect((await say(words.move(someDay(3)), 'guest-2')).out).toMatch(words.notTheirs);
  });

  it('understands a day in words', async () => {
    const { out } = await say(words.inWords);
    expect(out).toMatch(/B1002 .*\d{4}-\d\d-\d\d/);
    await say(words.yes);
    const day = dayOf('B1002');
    expect(out).toContain(day);
    expect(new Date(day).getUTCDay()).toBe(5);
  });
});

describe('rolecall init', () => {
  it('overwrites nothing: where one of its files exists none is written', async () => {
    await rolecall('init', 'first');
    rmSync(join(parent, 'first/assets'), { recursive: true });
    writeFileSync(join(parent, 'first/rolecall.yaml'), 'name: mine\n');
    const { code, err } = await rolecall('init', 'first', '--language', 'zh');
    expect(code).toBe(1);
    expect(err).toMatch(/workspace_file_exists/);
    expect(err).toContain('rolecall.yaml');
    expect(existsSync(join(parent, 'first/assets'))).toBe(false);
    expect(readFileSync(join(parent, 'first/rolecall.yaml'), 'utf8')).toBe('name: mine\n');
  });

  it('follows no link out of the folder that it was given', async () => {
    symlinkSync(join(parent, 'elsewhere.yaml'), join(parent, 'rolecall.yaml'));
    expect((await rolecall('init', '.')).code).toBe(1);
    expect(readdirSync(parent)).toEqual(['rolecall.yaml']);
  });

  it('says what to type next, for the folder where it was typed', async () => {
    const { out } = await rolecall('init', 'my first');
    const next = out.split('\n').find((line) => line.includes('rolecall check')) ?? '';
    expect(next.trim()).toBe("rolecall check --workspace 'my first'");
    // The real command, through a shell, as it was printed.
    const command = next.trim().replace('rolecall', `"${process.execPath}" "${BIN}"`);
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: parent, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});
