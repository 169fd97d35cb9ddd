import { type JsonValue, type Language, newId } from '@rolecall/base';
import type { Writing } from '@rolecall/journal';
import { type ApprovalData, agentEntry } from '../agent/agent-entries.ts';
import { isWriting } from '../recorder.ts';
import type { RoundTool, RoundToolResult, ToolRun } from '../round.ts';

/** A host that can ask at once (a terminal) answers here; `later` leaves it for `decide`. */
export type ApproveNow = (approval: ApprovalData) => Promise<'approve' | 'deny' | 'later'>;

/**
 * Writes that wait for a person. Each effect is asked for first (`toolApproval: confirm`): at once where the host can,
 * else the round ends and the call waits, with exactly these arguments, for `decide`.
 */
export function withApproval(tool: RoundTool, language: Language, approveNow: ApproveNow | undefined): RoundTool {
  if (tool.effect !== 'write') return tool;
  const zh = language === 'zh';
  return {
    ...tool,
    async *execute(call) {
      const preview = await tool.preview?.(call);
      if (preview && 'refused' in preview) return preview.refused;
      const approval: ApprovalData = {
        id: newId('approval'),
        name: tool.name,
        title: tool.title ?? tool.name,
        input: call.input,
        ...(preview ? { preview } : {}),
      };
      const verdict = approveNow ? await approveNow(approval) : 'later';
      switch (verdict) {
        case 'approve':
          yield { entries: [agentEntry('agent.approval_decided', { id: approval.id, verdict })] };
          return yield* written(tool.execute({ ...call, basis: preview?.basis }));
        case 'deny':
          yield { entries: [agentEntry('agent.approval_decided', { id: approval.id, verdict })] };
          return { output: deniedOutput(language), isError: true };
        case 'later': {
          yield {
            entries: [
              agentEntry('agent.approval_asked', approval),
              agentEntry('agent.call_waits', { id: call.id }, call.step),
            ],
          };
          const message = zh ? '已请用户批准，尚未执行。' : 'The user was asked to approve; it has not run.';
          return { output: { status: 'awaiting_approval', message }, endsRound: true };
        }
        default:
          return verdict satisfies never;
      }
    },
  };
}

export function deniedOutput(language: Language): JsonValue {
  return {
    error: 'denied_by_user',
    message: language === 'zh' ? '用户没有批准，操作没有执行。' : 'The user did not approve; it was not run.',
  };
}

/** Puts on record that a write begins, before it does: what began and left no result is never run again. */
export function withStartRecord(tool: RoundTool): RoundTool {
  if (tool.effect !== 'write') return tool;
  return {
    ...tool,
    async *execute(call) {
      const started = agentEntry('agent.call_started', { id: call.id, name: tool.name }, call.step);
      yield { entries: [started], durability: 'power' };
      return yield* written(tool.execute(call));
    },
  };
}

async function* written(run: ToolRun): Writing<RoundToolResult> {
  return isWriting(run) ? yield* run : await run;
}
