import type { Language } from '@rolecall/base';
import { partName } from '@rolecall/gate/record-words';
import type { Explanation } from '@rolecall/host';
import { TEXTS } from '../texts.ts';
import { COLON, codeIn, markOf, wordFor } from './marks.ts';

/** The five boundaries for a person. */
export function explanationLines(explanation: Explanation, language: Language): readonly string[] {
  const texts = TEXTS[language];
  const { capability, employee, title, boundaries, heldBackBy } = explanation;
  return [
    `${capability}${title ? `  ${title}` : ''}  (${employee})`,
    '',
    ...boundaries.flatMap((check, index) => [
      [
        `  ${markOf(check.outcome)} ${index + 1} ${wordFor(texts.boundaries, check.boundary)}`,
        wordFor(texts.outcomes, check.outcome),
        check.code && codeIn(check.code, language),
      ]
        .filter(Boolean)
        .join('  '),
      `      ${check.reason}`,
      ...(check.file === undefined ? [] : [`      ${check.file}${check.line === undefined ? '' : `:${check.line}`}`]),
      ...(check.parts ?? []).map(
        ({ what, outcome, detail, file, line }) =>
          `      ${markOf(outcome)} ${partName(what, language)}${detail === undefined ? '' : `${COLON[language]}${detail}`}${file === undefined ? '' : `  (${file}${line === undefined ? '' : `:${line}`})`}`,
      ),
    ]),
    '',
    heldBackBy === undefined ? texts.notHeldBack : texts.heldBack(wordFor(texts.boundaries, heldBackBy)),
  ];
}
