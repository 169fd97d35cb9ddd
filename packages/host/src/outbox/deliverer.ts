import { sayingWhy } from '../saying-why.ts';
import { type DeliveryParts, deliverDue } from './deliver-due.ts';

/** Takes the outbox to those who wait for it, as long as the process lives. */
export interface Deliverer {
  /** Something was sent. */
  kick(): void;
  /** Takes nothing more, and answers once what is under way has ended. */
  close(): Promise<void>;
}

const POLL_MS = 1_000;

/**
 * Delivers as things are sent, and looks now and then for what others have sent or what is due again. With `isNeeded` false
 * nothing is looked for. Any number of processes may do so on one store.
 */
export function createDeliverer(parts: Omit<DeliveryParts, 'signal'>, isNeeded: () => boolean): Deliverer {
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let isKicked = false;
  const timer = setInterval(run, POLL_MS);

  function run(): void {
    if (closing.signal.aborted || !isNeeded()) return;
    isKicked = true;
    running ??= work().finally(() => {
      running = undefined;
    });
  }

  async function work(): Promise<void> {
    while (isKicked && !closing.signal.aborted) {
      isKicked = false;
      try {
        // What was behind a delivered item is due now.
        if ((await deliverDue({ ...parts, signal: closing.signal })) > 0) isKicked = true;
      } catch (error) {
        if (!closing.signal.aborted) parts.log(sayingWhy({ en: 'deliveries', zh: '投递' }, error));
      }
    }
  }

  return {
    kick: run,
    async close() {
      clearInterval(timer);
      closing.abort();
      await running;
    },
  };
}
