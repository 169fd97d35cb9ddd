import type { Bilingual } from '@rolecall/base';
import { sayingWhy } from '../saying-why.ts';
import { type RetainParts, retain } from './retain.ts';
import type { RetentionTimes } from './retention-times.ts';

/** Forgets in the background what is older than it is to be kept. */
export interface Retainer {
  /** Ends with the conversation that it is at. */
  close(): Promise<void>;
}

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/** Looks a minute after the start and then every hour. Any number of processes may do so on one store. */
export function createRetainer(
  parts: Omit<RetainParts, 'signal'>,
  times: () => RetentionTimes,
  log: (line: Bilingual) => void,
): Retainer {
  const closing = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let next = setTimeout(run, FIRST_MS);
  next.unref();

  function run(): void {
    running = once().finally(() => {
      if (closing.signal.aborted) return;
      next = setTimeout(run, EVERY_MS);
      next.unref();
    });
  }

  async function once(): Promise<void> {
    const now = times();
    if (now.journal === undefined && now.evidence === undefined && now.memories === undefined) return;
    try {
      const { conversations, entries, evidence, memories } = await retain({ ...parts, signal: closing.signal }, now);
      if (entries + evidence + memories > 0)
        log({
          en: `retention: ${entries} entries and ${evidence} with personal values of ${conversations} conversations, ${memories} memories`,
          zh: `按期限清理：${conversations} 个会话的 ${entries} 条记录、${evidence} 条里的个人数据，${memories} 条记忆`,
        });
    } catch (error) {
      log(sayingWhy({ en: 'retention', zh: '按期限清理' }, error));
    }
  }

  return {
    async close() {
      closing.abort();
      clearTimeout(next);
      await running;
    },
  };
}
