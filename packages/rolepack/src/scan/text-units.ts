/** A piece of a file that is judged as one: a sentence, a line of code, a table row, a comment. */
export interface TextUnit {
  readonly text: string;
  readonly line: number;
  readonly kind: 'prose' | 'code' | 'table' | 'comment' | 'quote';
  /** Units with one number belong together: a paragraph with its list, a code block. */
  readonly block: number;
  /** The headings above, outermost first. */
  readonly headings: readonly string[];
  /** What leads up to it: the header of a table, the sentence before a code block or list, a code block's comments. */
  readonly intro: string;
  /** Language of a code block. */
  readonly language: string;
}

const LONGEST_UNIT = 2000;
const OVERLAP = 200;

/** Cuts a Markdown text into units, in one pass. A text that is no Markdown becomes units of code or prose. */
export function markdownUnits(text: string): TextUnit[] {
  const cutter = new Cutter();
  let line = 0;
  let at = 0;
  while (at <= text.length) {
    const end = text.indexOf('\n', at);
    cutter.line(end < 0 ? text.slice(at) : text.slice(at, end), ++line);
    if (end < 0) break;
    at = end + 1;
  }
  return cutter.units;
}

/** A script or data file: every line is code, and what it says about itself is no context for it. */
export function codeUnits(text: string, language: string): TextUnit[] {
  const units: TextUnit[] = [];
  for (const [index, line] of text.split('\n').entries())
    for (const piece of pieces(line))
      if (piece.trim() !== '')
        units.push({
          text: piece,
          line: index + 1,
          kind: 'code',
          block: 0,
          headings: [],
          intro: '',
          language: `${SCRIPT_FILE}${language}`,
        });
  return units;
}

/** Marks the language of units that come from a script file, which runs whatever is written around it. */
export const SCRIPT_FILE = 'file:';

class Cutter {
  readonly units: TextUnit[] = [];
  #headings: string[] = [];
  #fence: string | undefined;
  #language = '';
  #comment = false;
  #block = 0;
  #lastProse = '';
  #intro = '';
  #tableHead = '';
  #blank = true;
  #pendingCode = '';
  #pendingLine = 0;

  line(line: string, number: number): void {
    const fence = /^[ \t>]{0,12}(`{3,}|~{3,})[ \t]*([\w+-]*)/.exec(line);
    if (this.#fence !== undefined) {
      if (fence?.[1]?.startsWith(this.#fence) && /^[ \t>]*[`~]+[ \t]*$/.test(line)) this.#fence = undefined;
      else this.#code(line, number);
      return;
    }
    if (this.#comment) {
      this.#push(line.replace('-->', ''), number, 'comment');
      if (line.includes('-->')) this.#comment = false;
      return;
    }
    if (fence) {
      this.#fence = fence[1];
      this.#language = fence[2]?.toLowerCase() ?? '';
      this.#block++;
      this.#intro = this.#lastProse;
      return;
    }
    if (line.trim() === '') {
      this.#blank = true;
      return;
    }
    const heading = /^ {0,3}(#{1,6})[ \t]+(.{0,300})/.exec(line);
    if (heading) {
      this.#heading(heading[1]?.length ?? 1, heading[2] ?? '', number);
      return;
    }
    if (/^[ \t]*<!--/.test(line)) {
      this.#comment = !line.includes('-->');
      this.#push(line.replace(/<!--|-->/g, ''), number, 'comment');
      return;
    }
    if (/^[ \t]*\|.*\|/.test(line)) {
      this.#table(line, number);
      return;
    }
    this.#tableHead = '';
    if (this.#blank && !/^[ \t]*(?:[-*+]|\d{1,9}[.)、])[ \t]?/.test(line)) {
      this.#block++;
      this.#intro = this.#lastProse;
    }
    this.#blank = false;
    const isIndentedCode = /^(?: {4}|\t)[ \t]*\S/.test(line) && this.#looksLikeCode(line);
    if (isIndentedCode) this.#code(line, number);
    else this.#prose(line, number);
  }

  #heading(level: number, text: string, number: number): void {
    this.#headings = [...this.#headings.slice(0, level - 1), text];
    this.#block++;
    this.#lastProse = '';
    this.#intro = '';
    this.#blank = true;
    this.#push(text, number, 'prose');
  }

  #table(line: string, number: number): void {
    if (this.#tableHead === '') {
      this.#tableHead = line.slice(0, 300);
      this.#block++;
    }
    this.#intro = `${this.#lastProse} ${this.#tableHead}`;
    this.#push(line, number, 'table');
    this.#blank = true;
  }

  #prose(line: string, number: number): void {
    this.#lastProse = line.slice(0, 300);
    const kind = /^[ \t]*>/.test(line) ? 'quote' : 'prose';
    for (const sentence of sentences(line)) this.#push(sentence, number, kind);
  }

  /** A command that goes on in the next line is one command. */
  #code(line: string, number: number): void {
    if (/\\$/.test(line) && this.#pendingCode.length < LONGEST_UNIT) {
      if (this.#pendingCode === '') this.#pendingLine = number;
      this.#pendingCode += `${line.slice(0, -1)} `;
      return;
    }
    const text = this.#pendingCode + line;
    const at = this.#pendingCode === '' ? number : this.#pendingLine;
    this.#pendingCode = '';
    if (/^[ \t]*(?:#|\/\/|--|;)/.test(line)) this.#intro = `${this.#intro.slice(-300)} ${line.slice(0, 200)}`;
    this.#push(text, at, 'code');
  }

  #looksLikeCode(line: string): boolean {
    return /[=;(){}|$]|^\s*(?:curl|wget|npm|pip|python|bash|sh|sudo|git)\b/.test(line) && !/^\s*[-*+\d]/.test(line);
  }

  #push(text: string, line: number, kind: TextUnit['kind']): void {
    for (const piece of pieces(text)) {
      if (piece.trim() === '') continue;
      this.units.push({
        text: piece,
        line,
        kind,
        block: this.#block,
        headings: this.#headings,
        intro: this.#intro,
        language: kind === 'code' ? this.#language : '',
      });
    }
  }
}

/** A long line in overlapping pieces, so that no pattern ever sees more than a bounded text. */
function pieces(text: string): string[] {
  if (text.length <= LONGEST_UNIT) return [text];
  const cut: string[] = [];
  for (let at = 0; at < text.length; at += LONGEST_UNIT - OVERLAP) cut.push(text.slice(at, at + LONGEST_UNIT));
  return cut;
}

function sentences(line: string): string[] {
  if (line.length < 60) return [line];
  // Full stops inside addresses and names end no sentence.
  return line
    .split(/(?<=[.!?;]["')\]*_]{0,3})\s+(?=[A-Z"'`*(\u4e00-\u9fff])|(?<=[。！？；])/)
    .filter((part) => part.trim() !== '');
}
