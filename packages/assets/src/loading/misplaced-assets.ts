import type { Finding } from '@rolecall/base';
import type { LoadedAssets } from './loaded-assets.ts';

/**
 * AI employees belong under `employees/`, everything else under `assets/`: servers and credentials are then named in one
 * folder only. A file in the wrong one still loads.
 */
export function misplacedAssets(loaded: LoadedAssets): readonly Finding[] {
  return loaded.assets.flatMap((entry): readonly Finding[] => {
    const { file = '' } = entry.place();
    const wanted = entry.asset.kind === 'ai_employee' ? 'employees/' : 'assets/';
    const other = wanted === 'assets/' ? 'employees/' : 'assets/';
    if (entry.isSystem || !file.startsWith(other)) return [];
    const message = `The ${entry.asset.kind} "${entry.asset.id}" belongs under ${wanted}.`;
    return [
      {
        severity: 'warning',
        code: 'asset_in_wrong_folder',
        message,
        fix: `Move it to ${wanted}.`,
        ...entry.place(['kind']),
      },
    ];
  });
}
