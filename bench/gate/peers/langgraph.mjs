import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph';

/** Approval in @langchain/langgraph: `interrupt` in a node, a checkpointer, `Command({ resume })`. */
export const name = '@langchain/langgraph';

/** A graph that will ask before it closes a loan, with a checkpointer. */
export async function open() {
  const effects = [];
  let afterEffect = () => {};
  const State = Annotation.Root({ loan: Annotation(), done: Annotation() });
  const graph = new StateGraph(State)
    .addNode('plan', async () => ({ loan: '#L2890441' }))
    .addNode('close', async ({ loan }) => {
      const answer = interrupt({ ask: `Close ${loan}?` });
      if (answer !== 'yes') return { done: false };
      effects.push(loan);
      afterEffect();
      return { done: true };
    })
    .addEdge(START, 'plan')
    .addEdge('plan', 'close')
    .addEdge('close', END)
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: 't1' } };
  let checkpoint = config;

  return {
    effects,
    ask: async () => {
      const asked = await graph.invoke({}, config);
      if (!asked.__interrupt__) throw new Error('it did not ask');
    },
    /** What an application keeps that will answer exactly this question. */
    keep: async () => {
      checkpoint = (await graph.getState(config)).config;
    },
    confirm: async () => void (await graph.invoke(new Command({ resume: 'yes' }), config)),
    confirmAt: async () => void (await graph.invoke(new Command({ resume: 'yes' }), checkpoint)),
    change: async (loan) => void (await graph.updateState(config, { loan }, 'plan')),
    dieAfterEffect: (error) => {
      afterEffect = () => {
        afterEffect = () => {};
        throw error;
      };
    },
  };
}
