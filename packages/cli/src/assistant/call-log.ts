import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import { printable } from '../terminal/printable.ts';
import type { Styler } from '../terminal/style.ts';
import { cutTo, widthOf } from '../terminal/wrap-spans.ts';
import type { AssistantTexts } from './assistant-texts.ts';

/** A call of a tool, as it is shown folded and whole. */
export interface ShownCall {
  readonly number: number;
  readonly name: string;
  readonly input: JsonObject;
  readonly output?: JsonValue | undefined;
  readonly isError?: boolean | undefined;
}

/** So many characters of all results are kept to be shown again; the oldest give way. */
const MOST_KEPT = 20_000_000;
const MOST_SHOWN = 20_000;

/** The calls of this process by number, for `/show`. */
export class CallLog {
  readonly #calls = new Map<number, ShownCall>();
  readonly #open = new Map<string, number>();
  #next = 1;
  #kept = 0;

  begin(id: string, name: string, input: JsonObject): ShownCall {
    const call = { number: this.#next++, name, input };
    this.#open.set(id, call.number);
    this.#calls.set(call.number, call);
    return call;
  }

  end(id: string, output: JsonValue, isError: boolean): ShownCall | undefined {
    const number = this.#open.get(id);
    const begun = number === undefined ? undefined : this.#calls.get(number);
    if (!begun) return undefined;
    this.#open.delete(id);
    const call = { ...begun, output, isError };
    this.#calls.set(call.number, call);
    this.#kept += textOf(output).length;
    for (const [old, { output: kept }] of this.#calls) {
      if (this.#kept <= MOST_KEPT || old === call.number) break;
      this.#kept -= textOf(kept ?? '').length;
      this.#calls.delete(old);
    }
    return call;
  }

  get(number: number): ShownCall | undefined {
    return this.#calls.get(number);
  }
}

/** A call in one line: what was asked, and what it came to. */
export function foldedCall(call: ShownCall, texts: AssistantTexts, style: Styler, columns: number): string {
  const mark = call.output === undefined ? '·' : call.isError ? '✗' : '✓';
  const outcome = call.output === undefined ? '' : ` → ${outcomeOf(call, texts)}`;
  const asked = [mark, call.number, call.name, argumentsOf(call.input)].filter((part) => part !== '').join(' ');
  const line = cutTo(asked, Math.max(20, columns - widthOf(outcome)));
  return style(printable(cutTo(line + outcome, columns)), call.isError ? 'red' : 'dim');
}

/** A call with everything; a long result up to a limit unless all of it is wanted. */
export function wholeCall(call: ShownCall, texts: AssistantTexts, style: Styler, isAll: boolean): string[] {
  const output = call.output === undefined ? '' : readable(call.output);
  const shown = isAll ? output : output.slice(0, MOST_SHOWN).toWellFormed();
  const rest = output.length - shown.length;
  return [
    style(`${call.number} ${call.name}`, 'bold'),
    ...printable(readable(call.input)).split('\n'),
    style('→', 'dim'),
    ...printable(shown).split('\n'),
    ...(rest > 0 ? [style(texts.show.rest(rest.toLocaleString('en-US')), 'dim')] : []),
  ];
}

/** `path: a.md, lines: 20`: short values as they are, long ones by their length. */
function argumentsOf(input: JsonObject): string {
  return Object.entries(input)
    .map(([key, value]) => `${key}: ${cutTo(typeof value === 'string' ? value : JSON.stringify(value), 60)}`)
    .join(', ');
}

function outcomeOf({ output = null, isError }: ShownCall, texts: AssistantTexts): string {
  if (isJsonObject(output)) {
    const {
      error,
      message,
      lines,
      total_lines: total,
      matches,
      results,
      entries,
      tasks,
      status,
      lines_changed: changed,
    } = output;
    if (isError)
      return error === 'denied_by_user' ? texts.declined : `${texts.failed}: ${String(message ?? error ?? '')}`;
    if (typeof lines === 'string') return lines === `1-${total}` ? texts.lines(Number(total)) : `${lines} / ${total}`;
    if (Array.isArray(matches)) return texts.matches(matches.length);
    if (Array.isArray(results)) return texts.matches(results.length);
    if (Array.isArray(entries)) return texts.entries(entries.length);
    if (Array.isArray(tasks)) return texts.entries(tasks.length);
    if (typeof status === 'string') return [status, changed].filter((part) => typeof part === 'string').join(' ');
  }
  const text = textOf(output);
  if (isError) return `${texts.failed}: ${text}`;
  return text.length <= 60 ? text : texts.characters(text.length.toLocaleString('en-US'));
}

function textOf(output: JsonValue): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** JSON with its long texts as texts. */
function readable(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return JSON.stringify(value, null, 2);
  return Object.entries(value)
    .map(
      ([key, item]) =>
        `${key}: ${typeof item === 'string' ? (item.includes('\n') ? `\n${item}` : item) : JSON.stringify(item, null, 2)}`,
    )
    .join('\n');
}
