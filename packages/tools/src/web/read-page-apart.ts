import { Worker } from 'node:worker_threads';
import type { ReadPage } from './read-page.ts';
import { WebRefused } from './web-refused.ts';

const HEAP_MEGABYTES = 256;

/** Reads a page in a thread of its own, which is ended with the signal, and which has a limit of memory. */
export function readPageApart(html: string, url: string, signal: AbortSignal): Promise<ReadPage> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new WebRefused('page_unparsable'));
      return;
    }
    const worker = new Worker(workerFile(), {
      workerData: { html, url },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, stackSizeMb: 4 },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', onAbort);
      settle();
      void worker.terminate();
    };
    const refuse = () => end(() => reject(new WebRefused('page_unparsable')));
    const onAbort = refuse;
    signal.addEventListener('abort', onAbort, { once: true });
    worker.once('message', (page: ReadPage) => end(() => resolve(page)));
    worker.once('error', refuse);
    worker.once('exit', refuse);
  });
}

/** Beside this file, as a source or as it was built. */
function workerFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './read-page-worker.ts' : './read-page-worker.js', import.meta.url);
}
