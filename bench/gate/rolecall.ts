import { confirmOperation, gateProjections } from '@rolecall/gate';
import { Died, type GateBench, openBench, sampleRelease } from '@rolecall/gate/testing';
import type { StorePorts } from '@rolecall/journal';
import { openSqliteStore } from '@rolecall/store';

export const name = 'rolecall';

const release = sampleRelease();

/** A conversation in which a loan is to be closed; everything is committed to the store as it happens. */
export async function open(store: StorePorts): Promise<{
  readonly bench: GateBench;
  ask(): Promise<void>;
  confirm(): Promise<string>;
  confirmAndDieAfterEffect(): Promise<void>;
}> {
  const bench = await openBench({ release, language: 'en', store });
  await bench.say('Please close #L2890441, I finished it');
  let operation = '';
  return {
    bench,
    ask: async () => {
      const asked = await bench.propose('loan:close', { loan_id: '#L2890441', reason: 'read to the end' });
      if (asked.kind !== 'awaiting_confirmation') throw new Error('it did not ask');
      operation = asked.notice.operation;
    },
    confirm: async () => {
      const outcome = await bench.confirm(operation, 'button');
      switch (outcome?.kind) {
        case 'ended':
          return outcome.receipt.code;
        case 'blocked':
          return outcome.code;
        case 'awaiting_confirmation':
          return 'not done: asks again';
        default:
          return 'not done';
      }
    },
    confirmAndDieAfterEffect: async () => {
      try {
        // The first commit reserves, then the call leaves, the second would record what came of it.
        await bench.run(confirmOperation({ operation, by: 'button' }, await bench.context()), 2);
      } catch (error) {
        if (!(error instanceof Died)) throw error;
        await bench.recover();
      }
    },
  };
}

/** The writes that arrived at the system. */
export function effectsOf({ system }: GateBench): readonly string[] {
  return system.calls.flatMap((call) => (call.capability === 'loan:close' ? [String(call.arguments.loan_id)] : []));
}

/** A store on disk with the journal's durability, as in a real process. */
export async function sqliteStore(file: string): Promise<StorePorts> {
  return (await openSqliteStore({ file, projections: gateProjections, engine: 'bench@0' })).for('org-1');
}

/** The same store, in which the pending call of every operation has become another one. */
export function tampered(store: StorePorts, loan: string): StorePorts {
  return new Proxy(store, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      if (property !== 'row') return value.bind(target);
      return async (...args: Parameters<StorePorts['row']>) => {
        const row = await target.row(...args);
        return row === undefined ? undefined : JSON.parse(JSON.stringify(row).replaceAll('#L2890441', loan));
      };
    },
  });
}
