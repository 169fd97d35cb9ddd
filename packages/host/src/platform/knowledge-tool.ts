import { type Language, languageOf } from '@rolecall/base';
import type { KnowledgePort } from '@rolecall/employee';
import { answered, type PlatformTool } from './platform-tool.ts';

const PASSAGES = 3;

/**
 * Looks a question up in the material of a release. It says what the material says and nothing that is true just now;
 * without material it is not there. Passages come in the language of the question, where the material has it.
 */
export function knowledgeTool(knowledge: KnowledgePort | undefined, language: Language): PlatformTool {
  return {
    inspect: async () =>
      knowledge ? { ready: true } : { ready: false, reason: 'The business package names no knowledge base.' },
    async call({ arguments: { question }, signal }) {
      if (!knowledge) return { status: 'not_sent', reason: 'The business package names no knowledge base.' };
      if (typeof question !== 'string') return { status: 'answered', text: 'There is no question.', isError: true };
      const asked = { question, language: languageOf(question, language), limit: PASSAGES };
      const { passages } = await knowledge.search(asked, signal);
      return answered({ passages: passages.map(({ source, title, text }) => ({ source, title, text })) });
    },
  };
}
