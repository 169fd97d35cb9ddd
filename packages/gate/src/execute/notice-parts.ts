import { withReads } from '../boundaries/preconditions-step.ts';
import { tightenedBound } from '../boundaries/tightened-bound.ts';
import { bindingsOf } from '../boundaries/walk.ts';
import type { CallContext } from '../call-context.ts';
import type { NoticeParts } from '../texts/render-notice.ts';
import type { Decided } from './gather-inputs.ts';

/** What the notice of a decided write, or the request to approve it, is made from; undefined without contract or arguments. */
export function noticeParts({ call, decision, inputs }: Decided, context: CallContext): NoticeParts | undefined {
  const entry = context.space.entries[call.capability];
  const { prepared } = decision;
  if (!entry?.bound || !prepared) return undefined;
  const bound = tightenedBound(entry.bound);
  const walk = { inputs, release: context.release, bound };
  return {
    release: context.release,
    contract: bound.contract,
    prepared,
    bindings: withReads(bindingsOf(walk, prepared.values), walk),
    language: inputs.language,
    inputs,
  };
}
