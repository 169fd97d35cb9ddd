import { it } from 'vitest';
import { openShop, decisionsIn } from './shop.ts';
it('x', async () => {
  const shop = await openShop();
  await shop.say('帮我查一下订单 #W5733668 现在到哪里了');
  for (const d of decisionsIn(await shop.entries())) console.log("D", JSON.stringify(d.decision, null, 1));
  for (const e of await shop.entries()) console.log(e.sequence, e.kind, JSON.stringify(e.data).slice(0, 100));
  await shop.close();
});
