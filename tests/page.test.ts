import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { scriptedModel } from '@rolecall/kernel/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openPage, type PageInBrowser } from './page-in-browser.ts';
import { copyShop, edit, PENDING, type Shop, until } from './shop.ts';

if (!hasBrowser) console.log('The tests of the page are skipped: there is no Chromium at /usr/bin/chromium.');

/** Words of sentences, not of keys and expressions. */
const ENGLISH = /\b(?:is|was|the|of|for|not|by|from|none|binds|installs|permits|granted|required|argument|guard)\b/i;

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

  it('says in Chinese what each boundary checked', async () => {
    const parts = await page.locator('[data-boundary] li').allInnerTexts();
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts) {
      expect(part).toMatch(/^\s*\p{Script=Han}/u);
      expect(part.replace(/"[^"]*"/g, '')).not.toMatch(ENGLISH);
    }
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

  it('greets the next customer in the language of the page', async () => {
    await page.getByRole('button', { name: /Ethan Garcia/ }).click();
    await page.getByText('Mei Davis').click();
    await page.getByText('I am an AI employee').first().waitFor();
    expect(await page.locator('[data-message]').first().textContent()).not.toMatch(/\p{Script=Han}/u);
    await screenshot('5-english-greeting');
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

/** A model that says so much of its text as it is let, and the rest when it is let go. */
function spokenModel(text: string): { readonly model: LanguageModelV4; let(deltas: number): void } {
  const scripted = scriptedModel(() => ({ text, deltaCharacters: 1 }));
  let [allowed, said] = [0, 0];
  let wake = (): void => {};
  const held = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
    async transform(part, controller) {
      if (part.type === 'text-delta') {
        said += 1;
        while (said > allowed) await new Promise<void>((resolve) => (wake = resolve));
      }
      controller.enqueue(part);
    },
  });
  return {
    model: {
      ...scripted,
      doStream: async (request) => ({ stream: (await scripted.doStream(request)).stream.pipeThrough(held) }),
    },
    let(deltas) {
      allowed += deltas;
      wake();
    },
  };
}

/** Counts after every change of the chat how often the first words stand in it. */
const WATCH_FOR_GAPS = `{
  const log = document.querySelector('[role="log"]');
  window.counts = [];
  new MutationObserver(() => window.counts.push(log.textContent.split('一共两张').length - 1))
    .observe(log, { childList: true, subtree: true, characterData: true });
}`;

describe.skipIf(!hasBrowser)('a reply while it is being spoken', () => {
  const TEXT = '您的订单一共两张。都还没有发货。需要查哪一张呢？把订单号告诉我就行。';
  const LET = TEXT.indexOf('把订单号') + 4;
  const { model, let: letSpeak } = spokenModel(TEXT);
  let opened: PageInBrowser;

  beforeAll(async () => {
    const dir = copyShop();
    // Only where nothing can be written may sentences leave one by one.
    edit(dir, 'employees/lin.yaml', /\n {2}order:cancel:[^\n]*\n {2}human:[^\n]*\n {2}human:[^\n]*/, '');
    opened = await openPage({ dir, model });
    await opened.page.getByText('Ethan Garcia').click();
    await opened.page.getByText('您好，我是小林').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  it('shows its checked sentences, and the reply takes their place without a gap', async () => {
    const { page } = opened;
    await opened.say('你好');
    letSpeak(LET);
    const live = page.locator('[data-message="live"]');
    await live.getByText('您的订单一共两张。').waitFor();
    await opened.screenshot('11-speaking');
    const log = page.getByRole('log').first();
    expect(await log.textContent()).not.toContain('把订单号告诉我就行。');
    expect(await live.locator('xpath=ancestor::li').getAttribute('aria-live')).toBe('off');
    // Watches every change of the chat for a moment in which the words are not there, or are there twice.
    await page.evaluate(WATCH_FOR_GAPS);
    letSpeak(TEXT.length);
    const reply = page.locator('[data-message="employee"]').getByText('把订单号告诉我就行。');
    await reply.waitFor();
    await until(async () => (await live.count()) === 0);
    const counts = (await page.evaluate('window.counts')) as number[];
    expect(counts.length).toBeGreaterThan(0);
    expect(new Set(counts)).toEqual(new Set([1]));
    expect(await reply.locator('xpath=ancestor::li').getAttribute('class')).not.toContain('appear');
    await opened.screenshot('12-spoken');
    expect(opened.problems).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('a write that waits for a colleague', () => {
  let opened: PageInBrowser;

  beforeAll(async () => {
    const dir = copyShop();
    const own = 'confirmation:\n  by: customer';
    edit(dir, 'assets/capabilities/order-cancel.yaml', own, `approval: { by: operator }\n${own}`);
    opened = await openPage({ dir });
    await opened.page.getByText('Ethan Garcia').click();
    await opened.page.getByText('您好，我是小林').first().waitFor();
  });

  afterAll(async () => {
    await opened?.close();
  });

  it('can be called off by whoever asked for it, and the colleague no longer sees it', async () => {
    const { page, shop } = opened;
    await opened.say(`我要取消订单 ${PENDING}，不想要了`);
    await page.getByRole('button', { name: '确认', exact: true }).click();
    await page.getByText('等待同事批准').filter({ visible: true }).first().waitFor();
    await until(async () => (await shop.workspace.approvals()).length === 1);
    await opened.screenshot('13-approval');
    await page.getByRole('button', { name: '撤回', exact: true }).click();
    await page.getByText('已点击“撤回”').first().waitFor();
    await until(async () => (await shop.workspace.approvals()).length === 0);
    await until(async () => (await page.getByRole('button', { name: '撤回', exact: true }).count()) === 0);
    await opened.screenshot('14-called-off');
    expect(await page.locator('[data-message="notice"]').getAttribute('data-state')).toBe('declined');
    expect(shop.status(PENDING)).toBe('pending');
    expect(opened.problems).toEqual([]);
  });
});
