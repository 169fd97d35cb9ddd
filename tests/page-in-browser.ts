import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@rolecall/server';
import { chromium, type Page } from 'playwright-core';
import { openShop, type Shop, type ShopOptions } from './shop.ts';

const CHROMIUM = '/usr/bin/chromium';
const CONSOLE = join(import.meta.dirname, '../packages/console/dist');
const SCREENSHOTS = join(import.meta.dirname, '../test-output/screenshots');
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** True where there is a browser to look at the page with. */
export const hasBrowser = existsSync(CHROMIUM);

/** The page of a copy of the example, in a real browser. */
export interface PageInBrowser {
  readonly shop: Shop;
  readonly page: Page;
  /** What its console complained of. */
  readonly problems: readonly string[];
  say(text: string): Promise<void>;
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPage(options: ShopOptions = {}): Promise<PageInBrowser> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const profile = mkdtempSync(join(tmpdir(), 'rolecall-page-'));
  const shop = await openShop(options);
  const server = await startServer({
    workspace: shop.workspace,
    port: 0,
    token: 'a-token-for-this-test-only',
    consoleDir: CONSOLE,
    pageCustomers: shop.workspace.page.customers,
  });
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: FLAGS,
    locale: 'zh-CN',
    viewport: { width: 1400, height: 900 },
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(server.url);
  return {
    shop,
    page,
    problems,
    say: async (text) => {
      await page.getByRole('textbox').fill(text);
      await page.getByRole('textbox').press('Enter');
    },
    screenshot: async (name) => void (await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) })),
    close: async () => {
      await context.close();
      await server.close();
      await shop.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
