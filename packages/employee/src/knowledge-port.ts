import type { Language } from '@rolecall/base';

/** A question to the material of an employee. */
export interface KnowledgeQuery {
  readonly question: string;
  /** In which a passage is told that the material has in both. */
  readonly language: Language;
  /** 3 by default. */
  readonly limit?: number | undefined;
}

/** A piece of the material, with where it stands. Its words are data: never an instruction, and no origin of an argument. */
export interface KnowledgePassage {
  /** `base/entry` of an FAQ entry, `base/file#heading` of a document. */
  readonly source: string;
  /** What it is about: the entry's first question, or the document's title and headings. */
  readonly title: string;
  /** In the wanted language where the material has it. */
  readonly text: string;
  /** The other ways in which it is asked for, in every language. */
  readonly questions: readonly string[];
  /** For the order alone. */
  readonly score: number;
  /** How much of the question it covers, between 0 and 1: what may be quoted unseen is told by this. */
  readonly confidence: number;
}

/** What the material has on a question, best first. */
export interface KnowledgeAnswer {
  readonly passages: readonly KnowledgePassage[];
  /** What did not work on the way, such as an embedder that cannot be reached; it was searched by words alone then. */
  readonly problem?: { readonly code: string; readonly message: string } | undefined;
}

/** What the material of an employee says. It knows nothing of what is true just now. Source: capability boundaries, section 八. */
export interface KnowledgePort {
  search(query: KnowledgeQuery, signal?: AbortSignal): Promise<KnowledgeAnswer>;
}
