import { type Finding, nearestName } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** What a knowledge base names is there, and each document once. */
export const knowledgeDocuments: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'knowledge_base').flatMap((base) => {
    const files = base.asset.documents.map(({ file }) => file);
    return files.flatMap((file, index): readonly Finding[] => {
      const path = ['documents', index, 'file'];
      if (files.indexOf(file) !== index) {
        return [errorAt(base, path, 'document_duplicate', `The document "${file}" stands twice.`)];
      }
      if (loaded.documents.has(file)) return [];
      const near = nearestName(file, loaded.documents.keys());
      const isText = /\.(?:md|markdown|txt)$/i.test(file);
      const message = isText
        ? `There is no document "${file}", or it cannot be read.`
        : `"${file}" is neither Markdown nor plain text; other formats are not read.`;
      const fix = near === undefined ? undefined : `Did you mean "${near}"?`;
      return [
        errorAt(base, path, 'document_unknown', message, isText ? fix : 'Save its text as .md or .txt and name that.'),
      ];
    });
  });
