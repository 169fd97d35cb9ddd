import type { ContextOccupancy } from '@rolecall/kernel';
import type { StyleName, Styler } from '../terminal/style.ts';
import { wrapSpans } from '../terminal/wrap-spans.ts';
import type { AssistantTexts } from './assistant-texts.ts';

const MOST_CELLS = 40;
/** The brackets of the bar and the percentage behind it. */
const BESIDE_BAR = 8;

/** How full the last request was: a bar of its parts, their tokens, and the rounds in it. */
export function contextLines(
  occupancy: ContextOccupancy | undefined,
  { context }: AssistantTexts,
  style: Styler,
  columns: number,
): string[] {
  if (!occupancy) return [context.none];
  const most = Math.max(8, Math.min(MOST_CELLS, columns - BESIDE_BAR));
  const { windowTokens, requestTokens, fixedTokens, historyTokens, inputTokens, reserveTokens, isEstimated } =
    occupancy;
  const parts: readonly (readonly [keyof typeof context.parts, number, string, StyleName])[] = [
    ['fixed', fixedTokens, '█', 'cyan'],
    ['history', historyTokens, '█', 'green'],
    ['input', inputTokens, '█', 'yellow'],
    ['reserve', reserveTokens, '▒', 'dim'],
  ];
  const cells = parts.map(([, tokens]) => (tokens === 0 ? 0 : Math.max(1, Math.round((tokens / windowTokens) * most))));
  const used = Math.min(
    most,
    cells.reduce((sum, count) => sum + count, 0),
  );
  const bar = parts.map(([, , sign, colour], index) => style(sign.repeat(cells[index] ?? 0), colour)).join('');
  const percent = `${Math.round((requestTokens / windowTokens) * 100)} %`;
  const about = isEstimated ? context.estimated : '';
  return [
    `[${bar}${'░'.repeat(most - used)}] ${percent}`,
    `${context.used(numberOf(requestTokens), numberOf(windowTokens))}${about}`,
    ...parts.map(
      ([name, tokens, sign, colour]) => `  ${style(sign, colour)} ${context.parts[name]}: ${numberOf(tokens)}`,
    ),
    ...wrapSpans(
      [
        {
          text: context.rounds(occupancy.roundsLoaded, occupancy.roundsSummarised, occupancy.roundsLeftOut),
          styles: [],
        },
      ],
      columns,
      style,
    ),
  ];
}

function numberOf(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
