import type { AgentConversation } from './agent-conversation.ts';

/**
 * The conversations of an agent that are in memory. The same id is the same conversation for as long as somebody holds it;
 * one that nobody holds any more and that has nothing under way is not kept for its id alone.
 */
export class KeptConversations {
  readonly #known = new Map<string, WeakRef<AgentConversation>>();
  readonly #released = new FinalizationRegistry<string>((id) => {
    if (!this.#known.get(id)?.deref()) this.#known.delete(id);
  });
  readonly #underWay = new Set<AgentConversation>();

  find(id: string): AgentConversation | undefined {
    return this.#known.get(id)?.deref();
  }

  /** From now on it is found by its id. One whose id nobody has learned need not be: to find it costs more than to make it. */
  know(id: string, conversation: AgentConversation): void {
    this.#known.set(id, new WeakRef(conversation));
    this.#released.register(conversation, id);
  }

  /** Something is under way in it, or nothing any more. */
  note(conversation: AgentConversation, isUnderWay: boolean): void {
    if (isUnderWay) this.#underWay.add(conversation);
    else this.#underWay.delete(conversation);
  }

  /** Answers once nothing is under way any more and what was remembered is written. */
  async settled(): Promise<void> {
    const known = [...this.#known.values()].map((conversation) => conversation.deref());
    await Promise.all([...new Set([...this.#underWay, ...known])].map((conversation) => conversation?.settled()));
  }
}
