import { type LocalizedText, textIn } from '@rolecall/base';
import type { FaqEntry, KnowledgeMaterial, Questions } from './material.ts';
import { splitDocument } from './split-document.ts';

/** A piece of the material that can be found and quoted by itself. */
export interface Passage {
  /** `base/entry`, or `base/file#heading`. */
  readonly source: string;
  /** The ways in which it is asked for; of a document its title and headings. */
  readonly questions: Questions;
  readonly text: LocalizedText;
}

/** All passages of a knowledge base: one for each entry, and those of its documents. */
export function passagesOf({ base, entries, documents }: KnowledgeMaterial): readonly Passage[] {
  return [
    ...entries.map((entry) => passageOfEntry(base, entry)),
    ...documents.flatMap(({ file, title, text }) => {
      const name = textIn(title, 'zh') === textIn(title, 'en') ? [textIn(title, 'zh')] : bothOf(title);
      return splitDocument(text, file).map(({ anchor, headings, text: body }) => ({
        source: `${base}/${file}${anchor === '' ? '' : `#${anchor}`}`,
        questions: [[...name, ...headings].filter((part) => part !== '').join(' › ')].filter((part) => part !== ''),
        text: body,
      }));
    }),
  ];
}

function passageOfEntry(base: string, { id, questions, answer }: FaqEntry): Passage {
  return { source: `${base}/${id}`, questions, text: answer };
}

function bothOf(title: LocalizedText | undefined): readonly string[] {
  return [textIn(title, 'zh'), textIn(title, 'en')];
}

/** The questions of all languages. */
export function allQuestions(questions: Questions): readonly string[] {
  return 'length' in questions ? questions : [...(questions.zh ?? []), ...(questions.en ?? [])];
}

/** The texts of all languages. */
export function allTexts(text: LocalizedText): readonly string[] {
  return typeof text === 'string' ? [text] : [text.zh, text.en].filter((each) => each !== undefined);
}
