import type { ModelReply } from '@rolecall/gate';
import type { ModelQuestion } from './model-question.ts';

/**
 * Has the employee's model write what a server asks for. It gives the model the server's words as somebody else's, and
 * nothing beside them: no persona, no conversation, no tools. Ends when the signal does.
 */
export type AskModel = (question: ModelQuestion, signal: AbortSignal) => Promise<ModelReply>;
