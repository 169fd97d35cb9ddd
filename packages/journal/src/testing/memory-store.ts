import type { Store, StoreOptions, StorePorts } from '../ports.ts';
import { indexProjections } from '../projection-index.ts';
import { storeClosed } from '../store-error.ts';
import { rebuildRows } from './memory/entries.ts';
import { MemoryOrganisation } from './memory/organisation.ts';
import { memoryPorts } from './memory/ports.ts';

/**
 * A store that forgets everything with the process, for tests and trials. It passes the same contract suite as the
 * adapters that keep what they are given.
 */
export function createMemoryStore(options: StoreOptions): Store {
  const projections = indexProjections(options.projections);
  const organisations = new Map<string, { readonly data: MemoryOrganisation; readonly ports: StorePorts }>();
  let isClosed = false;
  return {
    for(organisation) {
      const present = organisations.get(organisation);
      if (present) return present.ports;
      const data = new MemoryOrganisation(projections, options);
      const ports = refusingOnceClosed(memoryPorts(data), () => isClosed);
      organisations.set(organisation, { data, ports });
      return ports;
    },
    async rebuildProjections() {
      if (isClosed) throw storeClosed();
      for (const { data } of organisations.values()) rebuildRows(data);
    },
    async close() {
      isClosed = true;
    },
  };
}

function refusingOnceClosed(ports: StorePorts, isClosed: () => boolean): StorePorts {
  return new Proxy(ports, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return async (...args: readonly unknown[]) => {
        if (isClosed()) throw storeClosed();
        return Reflect.apply(method, target, args) as unknown;
      };
    },
  });
}
