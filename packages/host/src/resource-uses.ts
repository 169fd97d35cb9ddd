import type { Bilingual } from '@rolecall/base';
import { sayingWhy } from './saying-why.ts';

/** Something that is stopped once nobody uses it any more. */
export interface Closable {
  close(): Promise<void>;
}

/** Who uses what at the moment, so that nothing is stopped under a round that runs. */
export interface ResourceUses {
  /** Does something with the resources; until it has ended they are not stopped. */
  during<Result>(resources: Closable, act: () => Promise<Result>): Promise<Result>;
  /** Nobody takes them from now on: stops them, at once or after the last use. */
  retire(resources: Closable): void;
  /** Answers once everything retired has been stopped. */
  closed(): Promise<void>;
}

export function createResourceUses(log: (line: Bilingual) => void): ResourceUses {
  const uses = new Map<Closable, number>();
  const retired = new Set<Closable>();
  const stopping = new Set<Promise<void>>();

  function stop(resources: Closable): void {
    retired.delete(resources);
    const stopped = resources
      .close()
      .catch((error: unknown) => log(sayingWhy({ en: 'stopping servers', zh: '停止服务器' }, error)))
      .finally(() => stopping.delete(stopped));
    stopping.add(stopped);
  }

  return {
    async during(resources, act) {
      uses.set(resources, (uses.get(resources) ?? 0) + 1);
      try {
        return await act();
      } finally {
        const left = (uses.get(resources) ?? 1) - 1;
        if (left > 0) uses.set(resources, left);
        else {
          uses.delete(resources);
          if (retired.has(resources)) stop(resources);
        }
      }
    },
    retire(resources) {
      if (uses.has(resources)) retired.add(resources);
      else stop(resources);
    },
    async closed() {
      await Promise.all(stopping);
    },
  };
}
