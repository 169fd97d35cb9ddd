import type { Language } from '@rolecall/base';
import { askUserTool, type QuestionData, type RoundTool } from '@rolecall/kernel';
import { employeeEntry } from './entries.ts';
import type { CheckedText } from './reply-check.ts';
import type { ItemAtWork } from './round-context.ts';

/** What becomes of a question of the model. */
export interface QuestionUse {
  /** Whether the words may leave, as any sentence of the employee. */
  check(text: string): CheckedText;
  /** It stands in the reply. */
  ask(question: QuestionData): void;
}

/**
 * `ask_user`, where the strategy of the pack asks back. A question is model text and checked like any other; the gate's own
 * questions have nothing to do with it and are asked under every strategy. Source: RolePack, section 六, `userFollowup`.
 */
export function askCustomerTools(work: ItemAtWork, { check, ask }: QuestionUse): readonly RoundTool[] {
  const policy = work.context.voice.asks;
  if (!policy) return [];
  const tool = askUserTool({
    policy,
    language: work.promptLanguage,
    asked: () => work.state.dialogue.asked,
    put: (question) => {
      const { withheld } = check(questionText(question, work.language));
      if (withheld.length > 0) {
        const message = 'This question may not be put like this. Ask otherwise, or go on without it.';
        return {
          entries: withheld.map((each) => employeeEntry('employee.sentence_withheld', each)),
          refused: { output: { error: 'question_withheld', check: withheld[0]?.check, message }, isError: true },
        };
      }
      ask(question);
      return { entries: [] };
    },
  });
  return [tool];
}

/** A question as the customer reads it, with what there is to choose from. */
export function questionText({ text, options }: QuestionData, language: Language): string {
  if (options.length === 0) return text;
  return language === 'zh' ? `${text}（可选：${options.join('、')}）` : `${text} (options: ${options.join(', ')})`;
}
