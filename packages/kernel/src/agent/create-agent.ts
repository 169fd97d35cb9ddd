import { newId } from '@rolecall/base';
import type { CapabilityState } from '../tools/capability-tools.ts';
import type { McpServerState } from '../tools/mcp-tools.ts';
import { AgentConversation } from './agent-conversation.ts';
import { openKit } from './agent-kit.ts';
import { AgentMemory } from './agent-memory.ts';
import type { AgentOptions } from './agent-options.ts';
import { memoryJournal } from './conversation-journal.ts';
import { KeptConversations } from './kept-conversations.ts';

/** An agent: who it is and what it may use. Each conversation with it goes its own way. */
export interface Agent {
  /** The conversation of that id, or a new one. The same id is the same conversation, also after a restart. */
  conversation(id?: string): AgentConversation;
  /** What became of the servers that the pack offers. */
  servers(): Promise<readonly McpServerState[]>;
  /** What each capability that the pack declares comes to here: served, given, unavailable or unknown. */
  capabilities(): Promise<readonly CapabilityState[]>;
  /** Waits for what is under way, and closes the connections. */
  close(): Promise<void>;
}

/**
 * An agent for any program: a model, and where wanted a role pack, tools, a memory, a journal.
 *
 * Knows no asset and no business. Nothing of a pack starts unless the host consents to it. Source: design, section 9.
 */
export function createAgent(options: AgentOptions): Agent {
  const journal = options.journal ?? memoryJournal();
  const conversations = new KeptConversations();
  let opening: ReturnType<typeof openKit> | undefined;
  const kit = () => {
    opening ??= openKit(options);
    return opening;
  };
  return {
    conversation(id) {
      const known = id === undefined ? undefined : conversations.find(id);
      if (known) return known;
      const own = id ?? newId('conversation');
      const memory = options.memory ? new AgentMemory(own, options.memory, kit) : undefined;
      const conversation = new AgentConversation(own, { kit, journal, memory, conversations });
      // What the host keeps elsewhere has the id in it.
      if (id !== undefined || options.journal || options.memory) conversation.becomeKnown();
      return conversation;
    },
    servers: async () => (await kit()).servers,
    capabilities: async () => (await kit()).capabilities,
    async close() {
      await conversations.settled();
      await options.mcp?.transport.close();
    },
  };
}
