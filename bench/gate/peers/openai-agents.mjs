import { Agent, RunState, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { z } from 'zod';

/** Approval in @openai/agents: `needsApproval`, the state as text, `approve`, `run` again. The model is scripted. */
export const name = '@openai/agents';

setTracingDisabled(true);

/** An agent that will ask before it closes a loan, its state saved as the library saves it. */
export async function open() {
  const effects = [];
  let afterEffect = () => {};
  let answers = 0;
  const model = {
    getResponse: async () => {
      answers += 1;
      const output =
        answers === 1
          ? {
              type: 'function_call',
              id: 'f1',
              callId: 'c1',
              name: 'close_loan',
              status: 'completed',
              arguments: JSON.stringify({ loan: '#L2890441' }),
            }
          : {
              type: 'message',
              id: 'm1',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'Done.' }],
            };
      return { usage: new Usage(), output: [output], responseId: `r${answers}` };
    },
    getStreamedResponse: () => {
      throw new Error('not used');
    },
  };
  const closeLoan = tool({
    name: 'close_loan',
    description: 'Closes a loan',
    parameters: z.object({ loan: z.string() }),
    needsApproval: true,
    // An error in a tool would become an answer to the model; a process that dies answers nothing.
    errorFunction: null,
    execute: async ({ loan }) => {
      effects.push(loan);
      afterEffect();
      return 'closed';
    },
  });
  const agent = new Agent({ name: 'mia', model, tools: [closeLoan] });
  let saved = '';

  return {
    effects,
    ask: async () => {
      const asked = await run(agent, 'Please close #L2890441');
      if (asked.interruptions.length !== 1) throw new Error('it did not ask');
      saved = asked.state.toString();
    },
    /** Loads what was saved, says yes, goes on. */
    confirm: async () => {
      const state = await RunState.fromString(agent, saved);
      for (const item of state.getInterruptions()) state.approve(item);
      await run(agent, state);
    },
    /** The pending call becomes another one after the person was asked. */
    change: (loan) => {
      saved = saved.replaceAll('#L2890441', loan);
    },
    dieAfterEffect: (error) => {
      afterEffect = () => {
        afterEffect = () => {};
        throw error;
      };
    },
  };
}
