import { disclosed } from '../terminal/printable.ts';
import type { Styler } from '../terminal/style.ts';
import type { AssistantTexts } from './assistant-texts.ts';

const MOST_LINES = 400;
/** Of one line: a file may be a single one of millions. */
const MOST_CHARACTERS = 4_000;

/** A unified diff in colours. What would not be seen is shown by its number; what is left out is said. */
export function diffLines(diff: string, texts: AssistantTexts, style: Styler): string[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  const shown = lines.slice(0, MOST_LINES).map((line) => styledLine(cutLine(line, texts), style));
  const rest = lines.length - shown.length;
  return rest > 0 ? [...shown, style(texts.approve.moreLines(rest), 'yellow')] : shown;
}

function cutLine(line: string, texts: AssistantTexts): string {
  const shown = line.slice(0, MOST_CHARACTERS).toWellFormed();
  const rest = line.length - shown.length;
  return disclosed(shown) + (rest > 0 ? ` ${texts.approve.moreCharacters(rest.toLocaleString('en-US'))}` : '');
}

function styledLine(line: string, style: Styler): string {
  if (line.startsWith('---') || line.startsWith('+++')) return style(line, 'bold');
  if (line.startsWith('@@')) return style(line, 'cyan');
  if (line.startsWith('+')) return style(line, 'green');
  if (line.startsWith('-')) return style(line, 'red');
  return line;
}
