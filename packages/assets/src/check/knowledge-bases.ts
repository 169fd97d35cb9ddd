import type { Finding } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** A knowledge base holds something, and each entry once. */
export const knowledgeBases: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'knowledge_base').flatMap((base): readonly Finding[] => {
    const { entries, documents, id } = base.asset;
    if (entries.length + documents.length === 0) {
      return [
        errorAt(
          base,
          ['id'],
          'knowledge_empty',
          { en: `The knowledge base "${id}" holds nothing.`, zh: `知识库“${id}”是空的。` },
          { en: 'Add entries.', zh: '加上 entries。' },
        ),
      ];
    }
    const ids = entries.map((entry) => entry.id);
    return ids.flatMap((entry, index) => {
      if (ids.indexOf(entry) === index) return [];
      const message = { en: `The entry "${entry}" stands twice.`, zh: `问答“${entry}”出现了两次。` };
      return [errorAt(base, ['entries', index, 'id'], 'knowledge_entry_duplicate', message)];
    });
  });
