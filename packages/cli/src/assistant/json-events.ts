import type { Assistant } from '@rolecall/host';
import type { AgentEvent, AgentReply, ApprovalData } from '@rolecall/kernel';
import type { AssistantTexts } from './assistant-texts.ts';

/** The events of a session as lines of JSON; see docs/assistant.md. No secret stands in them. */
export interface JsonEvents {
  /** The first line: what the session is, and that an AI answers. */
  begin(): Promise<void>;
  readonly event: (event: AgentEvent) => void;
  approval(approval: ApprovalData): void;
  /** The last line of a message. */
  reply(reply: AgentReply): void;
  problem(code: string, message: string): void;
}

export function jsonEvents(out: (line: string) => void, assistant: Assistant, texts: AssistantTexts): JsonEvents {
  const write = (line: object) => out(JSON.stringify(assistant.redactor.redact(line)));
  return {
    async begin() {
      write({
        type: 'session',
        session: assistant.session.id,
        resumed: assistant.isResumed,
        pack: assistant.pack()?.name ?? null,
        folders: assistant.folders,
        model: assistant.model.id,
        is_builtin_model: assistant.model.isBuiltin,
        disclosure: texts.disclosure,
        servers: await assistant.servers(),
        tools: { search: assistant.tools.search ?? null, web: assistant.tools.web, code: assistant.tools.code ?? null },
        capabilities: await assistant.capabilities(),
      });
    },
    event: write,
    approval: ({ id, name, title, input, preview }) =>
      write({ type: 'approval_asked', id, name, title, input, ...(preview ? { diff: preview.text } : {}) }),
    reply: ({ round, end, text, question, problem }) =>
      write({ type: 'reply', round, end, text, ...(question ? { question } : {}), ...(problem ? { problem } : {}) }),
    problem: (code, message) => write({ type: 'problem', code, message }),
  };
}
