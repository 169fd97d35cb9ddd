import { didYouMean, type Finding } from '@rolecall/base';
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
        return [
          errorAt(base, path, 'document_duplicate', {
            en: `The document "${file}" stands twice.`,
            zh: `文档“${file}”出现了两次。`,
          }),
        ];
      }
      if (loaded.documents.has(file)) return [];
      const isText = /\.(?:md|markdown|txt)$/i.test(file);
      const message = isText
        ? { en: `There is no document "${file}", or it cannot be read.`, zh: `没有文档“${file}”，或读不出来。` }
        : {
            en: `"${file}" is neither Markdown nor plain text; other formats are not read.`,
            zh: `“${file}”既不是 Markdown，也不是纯文本；其他格式不读取。`,
          };
      const fix = didYouMean(file, loaded.documents.keys());
      return [
        errorAt(
          base,
          path,
          'document_unknown',
          message,
          isText
            ? fix
            : { en: 'Save its text as .md or .txt and name that.', zh: '把它的文字存成 .md 或 .txt，再写那个文件名。' },
        ),
      ];
    });
  });
