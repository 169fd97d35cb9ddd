import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

/** Two plain nodes, model and tools, as small as a graph of an agent can be. */
export function graph(checkpointer) {
  let step = 0;
  let steps = 0;
  const model = () => {
    step += 1;
    if (step > steps) {
      step = 0;
      return { messages: [new AIMessage('done')] };
    }
    return {
      messages: [
        new AIMessage({
          content: '',
          tool_calls: [{ id: `call_${step}`, name: 'look', args: { n: step }, type: 'tool_call' }],
        }),
      ],
    };
  };
  const tools = ({ messages }) => ({
    messages: messages
      .at(-1)
      .tool_calls.map(
        ({ id, name, args }) => new ToolMessage({ tool_call_id: id, name, content: JSON.stringify({ saw: args.n }) }),
      ),
  });
  const app = new StateGraph(MessagesAnnotation)
    .addNode('model', model)
    .addNode('tools', tools)
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) => (messages.at(-1).tool_calls?.length ? 'tools' : END))
    .addEdge('tools', 'model')
    .compile(checkpointer ? { checkpointer } : {});
  let thread = 0;
  return {
    async round(count) {
      steps = count;
      thread += 1;
      const { messages } = await app.invoke(
        { messages: [new HumanMessage('go')] },
        { recursionLimit: 10_000, configurable: { thread_id: String(thread) } },
      );
      await checkpointer?.deleteThread?.(String(thread));
      return messages.at(-1).content;
    },
  };
}
