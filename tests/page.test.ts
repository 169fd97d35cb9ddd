import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@rolecall/server';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, PENDING, type Shop, until } from './shop.ts';

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

const canRun = existsSync(CHROMIUM);
if (!canRun) console.log('The tests of the page are skipped: there is no Chromium at /usr/bin/chromium.');

describe.skipIf(!canRun)('the page in a real browser', () => {
  let shop: Shop;
  let server: Awaited<ReturnType<typeof startServer>>;
  let context: BrowserContext;
  let page: Page;
  const profile = mkdtempSync(join(tmpdir(), 'rolecall-page-'));
  const problems: string[] = [];

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    shop = await openShop();
    server = await startServer({
      workspace: shop.workspace,
      port: 0,
      token: 'a-token-for-this-test-only',
      consoleDir: CONSOLE,
      pageCustomers: shop.workspace.page.customers,
    });
    context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: FLAGS,
      locale: 'zh-CN',
      viewport: { width: 1400, height: 900 },
    });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(server.url);
  });

  afterAll(async () => {
    await context?.close();
    await server?.close();
    await shop?.close();
    rmSync(profile, { recursive: true, force: true });
  });

  async function say(text: string): Promise<void> {
    await page.getByRole('textbox').fill(text);
    await page.getByRole('textbox').press('Enter');
  }

  it('greets a customer who signs in, before anything was written', async () => {
    await page.screenshot({ path: join(SCREENSHOTS, '1-picker.png') });
    await page.getByText('Ethan Garcia').click();
    await page.getByText('您好，我是小林').first().waitFor();
    await page.getByText('我是人工智能（AI）员工，不是真人。').first().waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, '2-greeting.png') });
  });

  it('shows the notice, and the boundaries behind it unfold', async () => {
    await say(`我要取消订单 ${PENDING}，不想要了`);
    await page.getByRole('button', { name: '确认', exact: true }).waitFor();
    await page
      .getByRole('button', { name: /order:cancel/ })
      .first()
      .click();
    await page.screenshot({ path: join(SCREENSHOTS, '3-unfolded.png') });
    for (const boundary of ['已安装', '已绑定', '已许可', '已连接', '已满足']) {
      await page.getByText(boundary).filter({ visible: true }).first().waitFor({ timeout: 5_000 });
    }
    await page.screenshot({ path: join(SCREENSHOTS, '3-boundaries.png') });
    expect(shop.status(PENDING)).toBe('pending');
  });

  it('confirms by the button, and the real order is cancelled', async () => {
    await page.getByRole('button', { name: '确认', exact: true }).click();
    await page.getByText(`已为您取消订单 ${PENDING}`).first().waitFor();
    await until(() => shop.status(PENDING) === 'cancelled');
    await page.screenshot({ path: join(SCREENSHOTS, '4-cancelled.png') });
  });

  it('speaks English after one click, and keeps it over a reload', async () => {
    await page.getByText('EN', { exact: true }).click();
    await page.getByText('Journal').filter({ visible: true }).first().waitFor({ timeout: 5_000 });
    await page.reload();
    await page.getByText('EN', { exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^en/);
    await page.screenshot({ path: join(SCREENSHOTS, '5-english.png') });
  });

  it('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(360);
    await page.screenshot({ path: join(SCREENSHOTS, '6-narrow.png') });
  });

  it('had no error in its console', () => {
    expect(problems).toEqual([]);
  });
});
