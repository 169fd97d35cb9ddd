import { messagesOfRound } from '../entries.ts';
import { isWriting, NotRecorded, type Recorder, recordWriting } from '../recorder.ts';
import type { RoundEnd, RoundInput, RoundResult, RoundTool, StoredSummary } from '../round.ts';
import { recordRound } from '../run-round.ts';
import { callProblemText } from '../sentences.ts';
import { type ApprovalData, agentEntry, isAgentEntry, type QuestionData } from './agent-entries.ts';
import type { AgentKit } from './agent-kit.ts';
import { agentChangingText, decisionText, lapsedDecisionText } from './agent-prompt.ts';
import { type ConversationState, inputTextOf, type OpenRound } from './conversation-state.ts';
import { finishCalls, unfinishedStep } from './finish-calls.ts';
import { recordedEnd } from './recorded-end.ts';

/** What one round of an agent works on. */
export interface AgentRoundWork {
  readonly kit: AgentKit;
  readonly state: ConversationState;
  readonly open: OpenRound;
  /** The question that was open when the round began. */
  readonly question: QuestionData | undefined;
  readonly tools: readonly RoundTool[];
  readonly summaries: ReadonlyMap<string, StoredSummary> | undefined;
  readonly record: Recorder;
  readonly ports: NonNullable<RoundInput['ports']>;
  readonly signal: AbortSignal;
  readonly onEvent: RoundInput['onEvent'];
}

/** What came of it. Without a result the round ended before a model was asked. */
export interface AgentRoundOutcome {
  readonly end: RoundEnd;
  readonly text: string;
  readonly result?: RoundResult | undefined;
}

/**
 * One round of an agent, from its input or from where it was interrupted: a decided call runs first, calls without a
 * result are finished, then the model goes on.
 */
export async function agentRound(work: AgentRoundWork): Promise<AgentRoundOutcome> {
  const { kit, state, open, tools, signal, record } = work;
  const approval = state.approvals.find(({ id }) => id === open.input.decision?.approval);
  if (open.input.decision) await decide(work, open.input.decision.verdict, approval);
  const unfinished = unfinishedStep(open.entries);
  if (unfinished) await finishCalls(unfinished, open.entries, { tools, kit, signal, record });
  const recorded = recordedEnd(open.entries);
  if (recorded) return recorded;
  const said = messagesOfRound(open.entries);
  const { options, roundOptions, language } = kit;
  const result = await recordRound(
    {
      model: options.model,
      stableText: kit.stableText,
      changingText: agentChangingText(state, questionNote(work), language),
      history: state.rounds,
      historyGap: state.gap,
      loadedFrom: state.loadedFrom,
      summaries: work.summaries,
      activeSkills: state.skills,
      input: inputTextOf(open),
      tools,
      options: {
        ...roundOptions,
        windowTokens: Math.min(roundOptions.windowTokens, state.windowTokens ?? roundOptions.windowTokens),
        countCorrection: state.countCorrection,
        language,
        offersCompress: kit.strategy.act.toolMode === 'allow',
        replace: options.limits?.replace,
        resultCapTokens: options.limits?.resultCapTokens,
        modelTimeoutMs: options.limits?.modelTimeoutMs,
        providerOptions: options.providerOptions,
      },
      resumed: said.length > 0 ? { messages: said, steps: stepsOf(open) } : undefined,
      signal,
      ports: work.ports,
      onEvent: work.onEvent,
    },
    record,
  );
  return { end: result.end, text: result.text, result };
}

function questionNote({ question, open }: AgentRoundWork) {
  return question && !open.input.decision
    ? { asked: question, isAnswered: open.input.answers === question.id }
    : undefined;
}

function stepsOf({ entries }: OpenRound): number {
  return entries.reduce((most, { kind, step }) => (kind === 'kernel.step' ? Math.max(most, step ?? 0) : most), 0);
}

/**
 * Runs the call that a person has decided on, at most once: the decision and the start are on record before it runs. A
 * decision on a call that no longer waits changes nothing and is told so.
 */
async function decide(
  { kit, open, signal, record }: AgentRoundWork,
  verdict: 'approve' | 'deny',
  waiting: ApprovalData | undefined,
): Promise<void> {
  const id = open.input.decision?.approval ?? '';
  if (open.entries.some((entry) => isAgentEntry(entry, 'agent.decided_call'))) return;
  const decided = open.entries.find((entry) => isAgentEntry(entry, 'agent.approval_decided'));
  const call = waiting ?? (decided && isAgentEntry(decided, 'agent.approval_decided') ? decided.data.call : undefined);
  if (call && !decided) await record({ entries: [agentEntry('agent.approval_decided', { id, verdict, call })] });
  const hasStarted = open.entries.some((entry) => isAgentEntry(entry, 'agent.call_started'));
  const outcome =
    call && verdict === 'approve' && !hasStarted ? await runDecided(kit, call, signal, record) : undefined;
  const text = call ? decisionText(call.title, verdict, outcome, kit.language) : lapsedDecisionText(kit.language);
  await record({ entries: [agentEntry('agent.decided_call', { approval: id, text })] });
}

async function runDecided(kit: AgentKit, call: ApprovalData, signal: AbortSignal, record: Recorder): Promise<string> {
  const tool = kit.recordedTool(call.name);
  if (!tool) return JSON.stringify({ error: 'tool_unknown' });
  const { id, name, input } = call;
  try {
    const run = tool.execute({ id, name, input, step: 0, signal, basis: call.preview?.basis });
    const { output } = isWriting(run) ? await recordWriting(run, record) : await run;
    return typeof output === 'string' ? output : JSON.stringify(output);
  } catch (thrown) {
    if (thrown instanceof NotRecorded) throw thrown;
    kit.options.onProblem?.(thrown);
    return callProblemText({ code: 'tool_failed' }, kit.language);
  }
}
