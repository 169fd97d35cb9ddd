import { openWorkspace } from '@rolecall/host';

/** A process of its own that opens many conversations, several times each at one moment, and works them until nothing waits. */
const [dir = '', employees = '', contacts = '0'] = process.argv.slice(2);
const workspace = await openWorkspace(dir);
const opened = await Promise.all(
  Array.from({ length: Number(contacts) * 4 }, async (_, place) => {
    const contact = await workspace.contact({ externalId: `c-${Math.floor(place / 4)}`, level: 'verified' });
    const channel = place % 2 === 0 ? 'page' : 'widget';
    return Promise.all(
      employees.split(',').map((employee) => workspace.open({ contact: contact.id, employee, channel })),
    );
  }),
);
for (const { id } of opened.flat()) {
  while ((await workspace.store.inbox(id)).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
await workspace.close();
