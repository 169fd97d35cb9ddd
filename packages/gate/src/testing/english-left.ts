import type { CheckPart } from '../decision.ts';
import type { GateEntry } from '../operations/entries.ts';
import { partWords } from '../parts/part-words.ts';

/** The parts of recorded decisions in which the gate's English still stands when they are read in Chinese. */
export function englishLeft(entries: readonly GateEntry[]): readonly string[] {
  return entries
    .flatMap((entry) => (entry.kind === 'gate.decision' ? entry.data.decision.checks : []))
    .flatMap(({ parts }) => parts.flatMap(leftIn));
}

function leftIn(part: CheckPart): string | [] {
  const { what, detail = '' } = partWords(part, 'zh');
  const isUnread = what === part.what || (part.detail !== undefined && detail === part.detail);
  return isUnread || OURS.test(detail.replace(QUOTED, '')) ? `${what}: ${detail}` : [];
}

/** What others wrote stands as they wrote it. */
const QUOTED = /"(?:[^"\\]|\\.)*"|“[^”]*”|'[^']*'|必须是 .* 之一/g;
/** Words of sentences, not of expressions. */
const OURS = /\b(?:is|are|was|the|that|cannot|not|of|for|at|by|from|must|no|it|has no)\b(?!\()/i;
