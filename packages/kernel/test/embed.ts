import { type AgentOptions, createAgent } from '@rolecall/kernel';

/** An agent that looks things up, keeps a task table, and asks before it writes. */
export async function notesAgent(model: AgentOptions['model'], notes: Map<string, string>): Promise<string[]> {
  const agent = createAgent({
    model,
    confirmWrites: true,
    tools: [
      {
        name: 'save_note',
        description: 'Saves a note under a title.',
        inputSchema: {
          type: 'object',
          properties: { title: { type: 'string' }, text: { type: 'string' } },
          required: ['title', 'text'],
        },
        effect: 'write',
        execute({ input }) {
          notes.set(String(input.title), String(input.text));
          return { output: { saved: true } };
        },
      },
    ],
  });
  const conversation = agent.conversation('notes');
  const events: string[] = [];
  conversation.subscribe((event) => events.push(event.type));
  const reply = await conversation.send('Please note: the delivery is on Friday.');
  for (const { id } of reply.approvals) await conversation.decide(id, 'approve');
  await agent.close();
  return events;
}
