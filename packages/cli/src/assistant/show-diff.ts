import { disclosed } from '../terminal/printable.ts';
import type { Styler } from '../terminal/style.ts';
import type { AssistantTexts } from './assistant-texts.ts';

const MOST_LINES = 400;

/** A unified diff in colours. What would not be seen is shown by its number; what is left out is said. */
export function diffLines(diff: string, texts: AssistantTexts, style: Styler): string[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  const shown = lines.slice(0, MOST_LINES).map((line) => styledLine(disclosed(line), style));
  const rest = lines.length - shown.length;
  return rest > 0 ? [...shown, style(texts.approve.moreLines(rest), 'yellow')] : shown;
}

function styledLine(line: string, style: Styler): string {
  if (line.startsWith('---') || line.startsWith('+++')) return style(line, 'bold');
  if (line.startsWith('@@')) return style(line, 'cyan');
  if (line.startsWith('+')) return style(line, 'green');
  if (line.startsWith('-')) return style(line, 'red');
  return line;
}
