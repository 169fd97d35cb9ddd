import type { Explanation } from '@rolecall/host';
import type { Texts } from '../texts.ts';
import { markOf, wordFor } from './marks.ts';

/** The five boundaries for a person. */
export function explanationLines(explanation: Explanation, texts: Texts): readonly string[] {
  const { capability, employee, title, boundaries, heldBackBy } = explanation;
  return [
    `${capability}${title ? `  ${title}` : ''}  (${employee})`,
    '',
    ...boundaries.flatMap((check, index) => [
      [
        `  ${markOf(check.outcome)} ${index + 1} ${wordFor(texts.boundaries, check.boundary)}`,
        wordFor(texts.outcomes, check.outcome),
        check.code,
      ]
        .filter(Boolean)
        .join('  '),
      `      ${check.reason}`,
      ...(check.file === undefined ? [] : [`      ${check.file}${check.line === undefined ? '' : `:${check.line}`}`]),
      ...(check.parts ?? []).map(
        ({ what, outcome, detail, file, line }) =>
          `      ${markOf(outcome)} ${what}${detail === undefined ? '' : `: ${detail}`}${file === undefined ? '' : `  (${file}${line === undefined ? '' : `:${line}`})`}`,
      ),
    ]),
    '',
    heldBackBy === undefined ? texts.notHeldBack : texts.heldBack(wordFor(texts.boundaries, heldBackBy)),
  ];
}
