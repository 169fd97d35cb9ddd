import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@rolecall/server';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, PENDING, type Shop, textOf, until } from './shop.ts';

const CHROMIUM = '/usr/bin/chromium';
const CONSOLE = join(import.meta.dirname, '../packages/console/dist');
const SCREENSHOTS = join(import.meta.dirname, '../test-output/screenshots');
const TOKEN = 'a-token-for-this-test-only';

const canRun = existsSync(CHROMIUM);
if (!canRun) console.log('The tests of the desk are skipped: there is no Chromium at /usr/bin/chromium.');

describe.skipIf(!canRun)('the operators’ desk in a real browser', () => {
  let shop: Shop;
  let server: Awaited<ReturnType<typeof startServer>>;
  let context: BrowserContext;
  let page: Page;
  const profile = mkdtempSync(join(tmpdir(), 'rolecall-desk-'));
  const problems: string[] = [];

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    shop = await openShop();
    server = await startServer({
      workspace: shop.workspace,
      port: 0,
      token: TOKEN,
      consoleDir: CONSOLE,
      pageCustomers: shop.workspace.page.customers,
    });
    context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
      locale: 'zh-CN',
      viewport: { width: 1400, height: 900 },
    });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text());
    });
    await shop.say(`我要取消订单 ${PENDING}，不想要了`);
    await shop.say('请转人工');
    await shop.say('麻烦快一点，我在等。');
  });

  afterAll(async () => {
    await context?.close();
    await server?.close();
    await shop?.close();
    rmSync(profile, { recursive: true, force: true });
  });

  const shot = (name: string) => page.screenshot({ path: join(SCREENSHOTS, `desk-${name}.png`) });

  async function enter(token: string): Promise<void> {
    await page.getByLabel('您的名字').fill('王芳');
    await page.getByLabel('接口令牌').fill(token);
    await page.getByRole('button', { name: '进入' }).click();
  }

  it('is reached from the page, and lets nobody in with a wrong token', async () => {
    await page.goto(server.url);
    await page.getByText('打开人工台').click();
    await enter('not-the-token');
    await page.getByText('令牌不对，或没有权限。').waitFor();
    await page.getByRole('button', { name: /王芳/ }).click();
    await shot('1-sign-in');
    await enter(TOKEN);
    await page.getByText('1 件等人处理').waitFor();
  });

  it('shows who waits and why, and the conversation so far', async () => {
    await page.locator('[data-desk=hand_over]').click();
    await page.getByText('麻烦快一点，我在等。').first().waitFor();
    await page.getByText('客户在等').waitFor();
    await shot('2-conversation');
  });

  it('lets an operator take over and write, and the customer gets it as a person’s word', async () => {
    await page.getByRole('button', { name: '接手' }).click();
    await page.getByText('王芳 已接手').first().waitFor();
    await page.getByRole('textbox', { name: '消息' }).fill('您好，我是王芳，马上帮您看。');
    await page.getByRole('textbox', { name: '消息' }).press('Enter');
    await page.getByText('您好，我是王芳，马上帮您看。').first().waitFor();
    await page.locator('[data-message=employee][data-kind=person]').getByText('人工 王芳').waitFor();
    const sent = (await shop.workspace.store.outbox(await shop.conversation())).at(-1);
    expect(sent).toMatchObject({ kind: 'person', data: { person: '王芳' } });
    await shot('3-written');
  });

  it('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await shot('4-narrow-conversation');
    await page.getByRole('button', { name: '返回列表' }).click();
    await page.locator('[data-desk=hand_over]').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await shot('5-narrow-list');
    await page.locator('[data-desk=hand_over]').click();
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  it('speaks English after one click', async () => {
    await page.getByText('EN', { exact: true }).click();
    await page.getByRole('button', { name: 'Give back to the AI employee' }).waitFor();
    await shot('6-english');
  });

  it('gives the conversation back, and the employee goes on', async () => {
    await page.getByLabel('Note (the AI employee sees it)').fill('已答复');
    await page.getByRole('button', { name: 'Give back to the AI employee' }).click();
    await page.getByText('Nothing waits for a person.').waitFor();
    await until(async () => (await shop.entries()).some(({ kind }) => kind === 'employee.taken_back'));
    expect(textOf(await shop.say('确认'))).toContain(`将取消订单 ${PENDING}`);
    expect(shop.status(PENDING)).toBe('pending');
  });

  it('has a follow-up done', async () => {
    await shop.say('不用了');
    await shop.say('请安排人之后联系我');
    await shop.say('发票抬头需要修改');
    await shop.say('确认');
    await page.locator('[data-desk=follow_up]').click();
    await shot('7-follow-up');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Nothing waits for a person.').waitFor();
    expect(await shop.workspace.desk.list({ done: true })).toMatchObject([{ done: { person: '王芳' } }]);
  });

  it('had no error in its console', () => {
    expect(problems).toEqual([]);
  });
});
