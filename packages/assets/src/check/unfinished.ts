import { type Finding, isJsonObject, type JsonValue } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import type { LoadedAsset } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** What a draft left to a person is written by one, before anybody hears it. */
export const unfinished: CheckRule = ({ loaded }) =>
  loaded.assets.filter(({ isSystem }) => !isSystem).flatMap((asset) => [...search(asset, asset.source, [])]);

function* search(asset: LoadedAsset, value: JsonValue, path: DocumentPath): Iterable<Finding> {
  if (typeof value === 'string') {
    if (/^TODO(?:\s|:|$)/.test(value)) {
      yield errorAt(
        asset,
        path,
        'todo_left',
        { en: 'A text of a draft has not been written.', zh: '草稿里有一处文字还没有写。' },
        { en: 'Write what is meant.', zh: '写上要说的内容。' },
      );
    }
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* search(asset, item, [...path, index]);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [key, item] of Object.entries(value)) if (item !== undefined) yield* search(asset, item, [...path, key]);
}
