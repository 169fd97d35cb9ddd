/** A piece of a document under its headings. */
export interface DocumentPart {
  /** The innermost heading, with a number where a long section falls into several parts; empty before the first heading. */
  readonly anchor: string;
  /** From the outermost to the innermost. */
  readonly headings: readonly string[];
  readonly text: string;
}

/** A passage is quoted whole, so that it stays short. */
const LONGEST_PART = 600;

/**
 * Splits a document at its headings, and a long section at its paragraphs. Markdown headings count in `.md` files only, and
 * not inside code; front matter and comments are no text. Nothing else of a document is left out.
 */
export function splitDocument(text: string, file: string): readonly DocumentPart[] {
  const whole = text.replace(/^\ufeff/u, '').replaceAll(/\r\n?/gu, '\n');
  const sections = /\.(?:md|markdown)$/iu.test(file) ? markdownSections(whole) : [{ headings: [], text: whole }];
  const named = new Map<string, number>();
  return sections.flatMap(({ headings, text: body }) =>
    partsOf(body).map((part) => {
      const heading = headings.at(-1) ?? '';
      const count = (named.get(heading) ?? 0) + 1;
      named.set(heading, count);
      return { anchor: count === 1 ? heading : `${heading}·${count}`, headings, text: part };
    }),
  );
}

interface Section {
  readonly headings: readonly string[];
  readonly text: string;
}

function markdownSections(text: string): readonly Section[] {
  const lines = text
    .replace(/^---\n[\s\S]*?\n---(?:\n|$)/u, '')
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .split('\n');
  const sections: { headings: readonly string[]; lines: string[] }[] = [{ headings: [], lines: [] }];
  let open: readonly { readonly level: number; readonly title: string }[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1];
    if (mark !== undefined) {
      const closes = fence !== undefined && mark.startsWith(fence);
      fence = fence === undefined ? mark : closes ? undefined : fence;
    }
    const heading = fence === undefined ? /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/u.exec(line) : undefined;
    if (!heading) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    const level = heading[1]?.length ?? 1;
    const title = (heading[2] ?? '').replace(/[ \t]+#+[ \t]*$/u, '').trim();
    open = [...open.filter((each) => each.level < level), { level, title }];
    sections.push({ headings: open.map((each) => each.title).filter((each) => each !== ''), lines: [] });
  }
  return sections.map(({ headings, lines: body }) => ({ headings, text: body.join('\n') }));
}

/** The paragraphs of a section, joined up to the length of a passage. */
function partsOf(text: string): readonly string[] {
  const pieces = text
    .split(/\n[ \t]*\n/u)
    .map((paragraph) => paragraph.replaceAll(/^\n+|\s+$/gu, ''))
    .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph))
    .flatMap(shortened);
  const parts: string[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + piece.length + 2 <= LONGEST_PART)
      parts[parts.length - 1] = `${last}\n\n${piece}`;
    else parts.push(piece);
  }
  return parts;
}

/** A paragraph that is too long falls apart after a sentence or a line, and at last anywhere. */
function shortened(paragraph: string): readonly string[] {
  if (paragraph.length <= LONGEST_PART) return [paragraph];
  const window = paragraph.slice(0, LONGEST_PART);
  const ends = [...window.matchAll(/[。！？!?；\n]|\.(?=\s)/gu)];
  const at = ends.at(-1);
  const cut = at && at.index >= LONGEST_PART / 3 ? at.index + 1 : LONGEST_PART - surrogateAt(paragraph);
  return [paragraph.slice(0, cut).trim(), ...shortened(paragraph.slice(cut).trim())].filter((part) => part !== '');
}

/** One, when the cut would part a character. */
function surrogateAt(text: string): number {
  return /[\ud800-\udbff]/u.test(text.charAt(LONGEST_PART - 1)) ? 1 : 0;
}
