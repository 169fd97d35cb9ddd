import { contentHash } from '@rolecall/base';
import { factValues } from '../journey.ts';
import type { ItemAtWork } from '../round-context.ts';

/** The facts of the open task instances as one hash: it changes when a condition over them could. */
export function factsHash({ finder }: Pick<ItemAtWork, 'finder'>): string {
  const open = finder.instances().filter(({ terminal }) => !terminal);
  return contentHash(open.map((instance) => [instance.instance, factValues(instance)]));
}
