import { openWorkspace } from '@rolecall/host';
import { scriptedModel } from '@rolecall/kernel/testing';

/**
 * A worker that dies as by `kill -9` whenever it asks its model about a certain word:
 * `deadly-worker.ts <dir> <milliseconds ahead>`. The clock is ahead so that the lease of the one before is over.
 */
const [dir = '', ahead = '0'] = process.argv.slice(2);
const slowHasBegun = Promise.withResolvers<void>();
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const model = scriptedModel(() => '我们会尽快看一看。');
const { doStream } = model;

model.doStream = async (options) => {
  const asked = JSON.stringify(options.prompt.findLast(({ role }) => role === 'user'));
  if (asked.includes('慢慢说')) {
    slowHasBegun.resolve();
    await pause(1_500);
  }
  if (asked.includes('致命')) {
    // Not before the other conversation is at work too, if it is to be beside this one.
    await Promise.race([slowHasBegun.promise, pause(1_500)]);
    process.kill(process.pid, 'SIGKILL');
    await pause(60_000);
  }
  return doStream.call(model, options);
};

await openWorkspace(dir, {
  role: 'worker',
  clock: { now: () => Date.now() + Number(ahead) },
  model: () => model,
  log: (line) => console.error(line),
});
console.log('ready');
