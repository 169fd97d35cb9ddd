import { type Finding, findingWords } from '@rolecall/base';
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
    const message = {
      en: `The ${entry.asset.kind} "${entry.asset.id}" belongs under ${wanted}.`,
      zh: `${entry.asset.kind}“${entry.asset.id}”应放在 ${wanted} 下。`,
    };
    return [
      {
        severity: 'warning',
        code: 'asset_in_wrong_folder',
        ...findingWords(message, { en: `Move it to ${wanted}.`, zh: `移到 ${wanted}。` }),
        ...entry.place(['kind']),
      },
    ];
  });
}
