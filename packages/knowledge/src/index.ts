export { createKnowledge, type Knowledge, type OpenedKnowledge } from './create-knowledge.ts';
export type { FaqEntry, KnowledgeDocument, KnowledgeMaterial, Questions } from './material.ts';
export { type DocumentPart, splitDocument } from './split-document.ts';
