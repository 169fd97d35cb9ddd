/** A text as a model may read it, and what stood in the way of seeing that. */
export interface VisibleText {
  readonly text: string;
  /** Text written in characters that nobody sees, decoded; empty when there is none. */
  readonly hidden: string;
  /** Invisible characters inside words. */
  readonly broken: number;
  readonly bidirectional: number;
}

const ZERO_WIDTH = /\u200b|\u200c|\u200d|[\u2060-\u2064]|\ufeff|\u00ad|\u180e|\u034f/g;
const BIDIRECTIONAL = /[\u202a-\u202e\u2066-\u2069]/g;
const TAGS = /[\u{e0000}-\u{e007f}]+/gu;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu;

/** Latin letters that other scripts lend their shape to. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ɡ: 'g',
  ɑ: 'a',
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  І: 'I',
  Ѕ: 'S',
  ο: 'o',
  α: 'a',
  ν: 'v',
  ρ: 'p',
  ι: 'i',
  κ: 'k',
  τ: 't',
  υ: 'u',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
};
const MIXED_WORD = /(?=[\w-]*[A-Za-z])[\w-]*/;
const FOREIGN = /[\u0370-\u03ff\u0400-\u04ff\u0500-\u052f\u0250-\u02af]/;

/**
 * Makes a text plain before it is judged: compatibility forms folded (NFKC), invisible characters out, look-alike
 * letters of mixed words read as the Latin ones, tag characters and runs of variation selectors decoded.
 *
 * The number of lines does not change, so that places stay true.
 */
export function visibleText(source: string): VisibleText {
  if (isPlainAscii(source)) return { text: source, hidden: '', broken: 0, bidirectional: 0 };
  const hidden: string[] = [];
  let text = source.replace(TAGS, (run) => {
    const decoded = [...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) & 0x7f)).join('');
    // The flags of England, Scotland and Wales are tag sequences too.
    if (!/^gb(?:eng|sct|wls)\u007f$/.test(decoded)) hidden.push(decoded.replace(/\p{Cc}/gu, ''));
    return '';
  });
  text = text.replace(SELECTORS, (run) => {
    hidden.push(decodeSelectors(run));
    return '';
  });
  const broken = text.match(/[A-Za-z\u4e00-\u9fff][\u200b\u2060-\u2064\ufeff]+[A-Za-z\u4e00-\u9fff]/g)?.length ?? 0;
  const bidirectional = text.match(BIDIRECTIONAL)?.length ?? 0;
  text = text.replace(ZERO_WIDTH, '').replace(BIDIRECTIONAL, '').normalize('NFKC');
  if (FOREIGN.test(text))
    text = text.replace(/[\p{L}\p{N}_-]+/gu, (word) =>
      FOREIGN.test(word) && MIXED_WORD.test(word) && /[A-Za-z]/.test(word)
        ? [...word].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')
        : word,
    );
  return { text, hidden: hidden.join(' ').trim(), broken, bidirectional };
}

/** Bytes written as variation selectors: 16 in the basic plane, 240 above. */
function decodeSelectors(run: string): string {
  const bytes = [...run].map((selector) => {
    const code = selector.codePointAt(0) ?? 0;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
  const text = new TextDecoder().decode(new Uint8Array(bytes));
  return /^[\p{L}\p{N}\p{P}\p{Zs}\s]+$/u.test(text) ? text : '';
}

function isPlainAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every ASCII character, controls included, is visible enough
  return /^[\x00-\x7f]*$/.test(text);
}
