import { parentPort, workerData } from 'node:worker_threads';
import { readPage } from './read-page.ts';

/** A thread that reads one page: a page that would take for ever takes nobody with it. */
const { html, url } = workerData as { readonly html: string; readonly url: string };
parentPort?.postMessage(readPage(html, url));
