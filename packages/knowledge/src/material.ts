import type { LocalizedText } from '@rolecall/base';

/** One knowledge base as a release holds it: entries and documents with their text. */
export interface KnowledgeMaterial {
  /** The id of the knowledge base. */
  readonly base: string;
  readonly entries: readonly FaqEntry[];
  readonly documents: readonly KnowledgeDocument[];
}

export interface FaqEntry {
  readonly id: string;
  /** Ways in which customers ask it. */
  readonly questions: Questions;
  readonly answer: LocalizedText;
}

export type Questions =
  | readonly string[]
  | { readonly zh?: readonly string[] | undefined; readonly en?: readonly string[] | undefined };

/** A Markdown or text file. */
export interface KnowledgeDocument {
  /** Under `knowledge/` of the workspace. */
  readonly file: string;
  readonly title?: LocalizedText | undefined;
  readonly text: string;
}
