import { complaint } from '@rolecall/base';
import { z } from 'zod';
import { assetHead, assetId, localizedText, localizedWords } from './common.ts';

const entry = z.strictObject({
  id: assetId,
  /** Ways in which customers ask it. */
  questions: localizedWords,
  answer: localizedText,
});

const document = z.strictObject({
  /** A file under `knowledge/`. */
  file: z
    .string()
    .regex(
      /^knowledge\/(?!.*\.\.)[^\s].*$/,
      complaint('a document is a file under knowledge/', '文档是 knowledge/ 下的文件'),
    ),
  title: localizedText.optional(),
});

/** What the material says: FAQ and documents. Never what is true just now. Source: capability boundaries, section 八. */
export const knowledgeBase = z.strictObject({
  kind: z.literal('knowledge_base'),
  ...assetHead,
  entries: z.array(entry).default([]),
  documents: z.array(document).default([]),
});

export type KnowledgeBase = z.infer<typeof knowledgeBase>;
