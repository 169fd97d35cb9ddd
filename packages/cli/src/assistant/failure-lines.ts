import type { AgentReply } from '@rolecall/kernel';
import { printable } from '../terminal/printable.ts';
import type { AssistantTexts } from './assistant-texts.ts';
import { isPassingFault } from './model-fault-texts.ts';

/** Why there is no answer, and what helps; nothing where the model has not failed. */
export function failureLines(
  { end, problem }: AgentReply,
  texts: AssistantTexts,
): readonly [string, string] | undefined {
  if (end !== 'model_failed') return undefined;
  const code = problem?.code ?? end;
  const what = texts.faults[code] ?? printable(problem?.message ?? '');
  return [texts.modelFailed(`${what} [${printable(code)}]`), isPassingFault(code) ? texts.laterHint : texts.modelHint];
}
