import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Clock } from '@rolecall/base';
import type { ReplyPart } from '@rolecall/employee';
import { openWorkspace, type Workspace } from '@rolecall/host';
import type { JournalEntry } from '@rolecall/journal';

const ROOT = join(import.meta.dirname, '..');
const SHOP = join(ROOT, 'examples/shop');

/** Customers and orders of the example's fixture. */
export const ETHAN = 'ethan_garcia_1261';
export const MEI_D = 'mei_davis_8935';
export const PENDING = '#W9911714';
export const SHIPPED = '#W5733668';
export const MEI_PENDING = '#W1267569';

/** A copy of the example beside the repository's packages, with its files as they are in Git. */
export function copyShop(): string {
  const parent = join(ROOT, 'test-output', 'workspaces');
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(join(parent, 'shop-'));
  cpSync(SHOP, dir, { recursive: true, filter: (path) => !/\/(\.rolecall|node_modules)$/.test(path) });
  return dir;
}

/** Changes one file of a copied workspace; fails when there is nothing to change. */
export function edit(dir: string, file: string, from: string | RegExp, to: string): void {
  const path = join(dir, file);
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`Nothing to change in ${file}.`);
  writeFileSync(path, changed);
}

export interface ShopOptions {
  readonly dir?: string | undefined;
  readonly model?: LanguageModelV4 | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: ((line: string) => void) | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** An opened copy of the example with a customer who talks. */
export interface Shop {
  readonly dir: string;
  readonly workspace: Workspace;
  /** Says something as a customer and answers what was sent back, in order. */
  say(text: string, customer?: string): Promise<readonly Sent[]>;
  press(operation: string, button: 'confirm' | 'decline', customer?: string): Promise<readonly Sent[]>;
  /** The conversation of a customer; opens it the first time. */
  conversation(customer?: string): Promise<string>;
  entries(customer?: string): Promise<readonly JournalEntry[]>;
  /** The status of an order as the order system's own database has it. */
  status(order: string): string | undefined;
  close(): Promise<void>;
}

export interface Sent {
  readonly kind: string;
  readonly text: string;
  readonly parts: readonly ReplyPart[];
  readonly operation: string | null;
}

export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const dir = options.dir ?? copyShop();
  const { model } = options;
  const workspace = await openWorkspace(dir, {
    clock: options.clock,
    log: options.log,
    environment: { ...process.env, ...options.environment },
    model: model && (() => model),
  });
  const conversations = new Map<string, string>();

  async function conversation(customer = ETHAN): Promise<string> {
    const known = conversations.get(customer);
    if (known !== undefined) return known;
    const contact = await workspace.contact({ externalId: customer, level: 'verified' });
    const opened = await workspace.open({ contact: contact.id, employee: 'lin', channel: 'test' });
    conversations.set(customer, opened.id);
    await until(async () => (await workspace.store.inbox(opened.id)).length === 0);
    return opened.id;
  }

  async function after(
    customer: string | undefined,
    act: (conversation: string) => Promise<{ readonly status: string; readonly item?: string }>,
  ): Promise<readonly Sent[]> {
    const id = await conversation(customer);
    const before = (await workspace.store.entries(id)).length;
    const accepted = await act(id);
    if (accepted.item === undefined) throw new Error(`Not accepted: ${accepted.status}`);
    await workspace.handled(id, accepted.item);
    return sentIn((await workspace.store.entries(id)).slice(before));
  }

  return {
    dir,
    workspace,
    conversation,
    say: (text, customer) => after(customer, (id) => workspace.send({ conversation: id, text })),
    press: (operation, button, customer) =>
      after(customer, (id) => workspace.press({ conversation: id, operation, button })),
    entries: async (customer) => workspace.store.entries(await conversation(customer)),
    status: (order) => orderStatus(dir, order),
    close: () => workspace.close(),
  };
}

export function sentIn(entries: readonly JournalEntry[]): readonly Sent[] {
  return entries.filter(({ kind }) => kind === 'employee.replied').map(({ data }) => data as unknown as Sent);
}

export function orderStatus(dir: string, order: string): string | undefined {
  const database = new DatabaseSync(join(dir, '.rolecall/systems/orders.sqlite'), { readOnly: true });
  try {
    const row = database.prepare('SELECT status FROM orders WHERE order_id = ?').get(order);
    return row?.status as string | undefined;
  } finally {
    database.close();
  }
}

/** All text of some messages. */
export function textOf(sent: readonly Sent[]): string {
  return sent.map(({ text }) => text).join('\n');
}

/** The decisions in some entries, newest last. */
export function decisionsIn(entries: readonly JournalEntry[]): readonly RecordedDecision[] {
  return entries.filter(({ kind }) => kind === 'gate.decision').map(({ data }) => data as unknown as RecordedDecision);
}

export interface RecordedDecision {
  readonly capability: string;
  readonly decision: {
    readonly verdict: 'allow' | 'block';
    readonly boundary?: string;
    readonly code?: string;
    readonly reason?: string;
    readonly checks: readonly { readonly boundary: string; readonly outcome: string }[];
  };
}

export async function until(fact: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await fact())) {
    if (Date.now() > end) throw new Error('It did not become true in time.');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
