import { scriptedModel } from '@rolecall/kernel/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openPage, type PageInBrowser } from './page-in-browser.ts';
import { PENDING, type Shop, until } from './shop.ts';

if (!hasBrowser) console.log('The tests of the page are skipped: there is no Chromium at /usr/bin/chromium.');

describe.skipIf(!hasBrowser)('the page in a real browser', () => {
  let opened: PageInBrowser;
  let shop: Shop;
  let page: Page;
  const screenshot = (name: string) => opened.screenshot(name);
  const say = (text: string) => opened.say(text);

  beforeAll(async () => {
    opened = await openPage();
    ({ shop, page } = opened);
  });

  afterAll(async () => {
    await opened?.close();
  });

  it('greets a customer who signs in, before anything was written', async () => {
    await screenshot('1-picker');
    await page.getByText('Ethan Garcia').click();
    await page.getByText('您好，我是小林').first().waitFor();
    await page.getByText('我是人工智能（AI）员工，不是真人。').first().waitFor();
    await screenshot('2-greeting');
  });

  it('shows the notice, and the boundaries behind it unfold', async () => {
    await say(`我要取消订单 ${PENDING}，不想要了`);
    await page.getByRole('button', { name: '确认', exact: true }).waitFor();
    await page
      .getByRole('button', { name: /order:cancel/ })
      .first()
      .click();
    await screenshot('3-unfolded');
    for (const boundary of ['已安装', '已绑定', '已许可', '已连接', '已满足']) {
      await page.getByText(boundary).filter({ visible: true }).first().waitFor({ timeout: 5_000 });
    }
    await screenshot('3-boundaries');
    expect(shop.status(PENDING)).toBe('pending');
  });

  it('confirms by the button, and the real order is cancelled', async () => {
    await page.getByRole('button', { name: '确认', exact: true }).click();
    await page.getByText(`已为您取消订单 ${PENDING}`).first().waitFor();
    await until(() => shop.status(PENDING) === 'cancelled');
    await screenshot('4-cancelled');
  });

  it('speaks English after one click, and keeps it over a reload', async () => {
    await page.getByText('EN', { exact: true }).click();
    await page.getByText('Journal').filter({ visible: true }).first().waitFor({ timeout: 5_000 });
    await page.reload();
    await page.getByText('EN', { exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^en/);
    await screenshot('5-english');
  });

  it('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(360);
    await screenshot('6-narrow');
  });

  it('had no error in its console', () => {
    expect(opened.problems).toEqual([]);
  });
});

const SOFIAS = ['#W5918442', '#W5500815', '#W2818151'] as const;

describe.skipIf(!hasBrowser)('several confirmations on the page', () => {
  let opened: PageInBrowser;
  const cancelling = SOFIAS.map((order_id) => ({
    name: 'order__cancel',
    input: { order_id, reason: 'no longer needed' },
  }));
  const statuses = () => SOFIAS.map((order) => opened.shop.status(order));

  beforeAll(async () => {
    opened = await openPage({ model: scriptedModel([{ calls: cancelling }]) });
    await opened.page.getByText('Sofia Rossi').click();
    await opened.page.getByText('您好，我是小林').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  it('stand in one notice with a pair of buttons each, and one for all', async () => {
    const { page } = opened;
    await opened.say(`我要取消订单 ${SOFIAS.join('、')}，不想要了`);
    await page.getByRole('button', { name: '全部确认' }).waitFor();
    await opened.screenshot('7-list');
    expect(await page.locator('[data-notice-item]').count()).toBe(3);
    for (const number of [1, 2, 3]) {
      expect(await page.getByRole('button', { name: `确认 ${number}`, exact: true }).count()).toBe(1);
      expect(await page.getByRole('button', { name: `暂不 ${number}`, exact: true }).count()).toBe(1);
    }
    expect(await page.locator('[data-notice-item]').nth(1).textContent()).toContain(`2. 将取消订单 ${SOFIAS[1]}`);
    expect(statuses()).toEqual(['pending', 'pending', 'pending']);
  });

  it('are confirmed one by one: the others stay open', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: '确认 2', exact: true }).click();
    await page.getByText('另有 2 件没有执行，仍在等您确认。').first().waitFor();
    await page.locator('[data-notice-item][data-state="succeeded"]').waitFor();
    expect(statuses()).toEqual(['pending', 'cancelled', 'pending']);
    await opened.screenshot('8-list-in-part');
  });

  it('are confirmed all that are left by one button', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: '全部确认' }).click();
    await page.getByText(`已为您取消订单 ${SOFIAS[2]}`).first().waitFor();
    expect(statuses()).toEqual(['cancelled', 'cancelled', 'cancelled']);
    await until(async () => (await page.locator('[data-message="notice"] button').count()) === 0);
    await opened.screenshot('9-list-done');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await opened.screenshot('10-list-narrow');
  });

  it('had no error in its console', () => {
    expect(opened.problems).toEqual([]);
  });
});
