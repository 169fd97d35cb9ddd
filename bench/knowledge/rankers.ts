import { createKnowledge, type KnowledgeMaterial } from '@rolecall/knowledge';
import { plainTerms } from '../plain-terms.ts';

/** Answers a question with sources, best first, and how sure it is of the first. */
export type Ask = (question: string) => Promise<{ readonly sources: readonly string[]; readonly confidence?: number }>;

export interface Ranker {
  readonly name: string;
  open(material: KnowledgeMaterial): Promise<Ask>;
}

const LOOK_AT = 20;

/** The material as an employee looks it up, by words alone. */
export const rolecall: Ranker = {
  name: 'rolecall',
  async open(material) {
    const port = createKnowledge().open([material]);
    await port.prepare();
    return async (question) => {
      const { passages } = await port.search({ question, language: 'en', limit: LOOK_AT });
      return { sources: passages.map(({ source }) => source), confidence: passages[0]?.confidence ?? 0 };
    };
  },
};

/** minisearch over the same fields, given a tokenizer for Chinese, since its own takes a sentence for one word. */
export async function miniSearch(): Promise<Ranker | undefined> {
  const name = 'minisearch';
  const MiniSearch = await import(name).then(
    (module) => module.default as MiniSearchClass,
    () => undefined,
  );
  return (
    MiniSearch && {
      name: 'minisearch 7.2.0, characters and pairs',
      async open({ base, entries }) {
        const index = new MiniSearch({
          fields: ['asked', 'said'],
          tokenize: plainTerms,
          searchOptions: { tokenize: plainTerms },
        });
        index.addAll(
          entries.map(({ id, questions, answer }) => ({
            id: `${base}/${id}`,
            asked: Array.isArray(questions) ? questions.join('\n') : '',
            said: typeof answer === 'string' ? answer : '',
          })),
        );
        return async (question) => ({
          sources: index
            .search(question)
            .slice(0, LOOK_AT)
            .map(({ id }) => id),
        });
      },
    }
  );
}

interface MiniSearchIndex {
  addAll(documents: readonly { readonly id: string; readonly asked: string; readonly said: string }[]): void;
  search(question: string): readonly { readonly id: string }[];
}

type MiniSearchClass = new (options: {
  readonly fields: readonly string[];
  readonly tokenize: (text: string) => string[];
  readonly searchOptions: { readonly tokenize: (text: string) => string[] };
}) => MiniSearchIndex;
