import { createInterface } from 'node:readline';
import { openWorkspace } from '@rolecall/host';

/** A process of its own on a workspace: works its conversations, and says what it is told to, as `<conversation> <text>` lines. */
const [dir = '', conversation, text] = process.argv.slice(2);
const workspace = await openWorkspace(dir);
console.log('ready');
if (conversation !== undefined && text !== undefined) await workspace.send({ conversation, text });
for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  await workspace.send({ conversation: line.slice(0, space), text: line.slice(space + 1) });
}
