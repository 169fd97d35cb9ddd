/** A sentence in both languages. What differs from case to case stands at `{places}`, by the same names in both. */
export interface Sentence {
  readonly en: string;
  readonly zh: string;
}

/** Each text that an English sentence can be, as a type: `granted to ${string}` of `granted to {employee}`. */
export type TextOf<One extends Sentence> = Filled<One['en']>;

type Filled<Template extends string> = Template extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Template;

/** What may stand at the places of one name. */
export interface Place {
  /** As the source of a regular expression; anything without it. */
  readonly form?: string | undefined;
  /** In Chinese, where it is not the same; undefined where it can be nothing of that kind, so that the sentence is another. */
  readonly read?: ((text: string) => string | undefined) | undefined;
}

/** Finds the Chinese of an English text; undefined where no sentence is known that it could be. */
export type SentenceReader = (text: string) => string | undefined;

/** A sentence with its places filled; a place that has no value stands as it is. */
export function fillSentence(template: string, valueAt: (place: string) => string | undefined): string {
  return template.replace(/\{(\w+)\}/g, (whole, place: string) => valueAt(place) ?? whole);
}

/**
 * Reads recorded English sentences in Chinese. Of two sentences that a text could be, it is the one without places, else the
 * first in the list.
 */
export function sentenceReader(
  sentences: Iterable<Sentence>,
  places: Readonly<Record<string, Place>> = {},
): SentenceReader {
  let compiled: Compiled | undefined;
  return (text) => {
    compiled ??= compile(sentences, places);
    return compiled.fixed.get(text) ?? firstOf(compiled.shapes, (shape) => readAs(shape, text, places));
  };
}

/** What is known by its words: `contact` as 联系人. */
export function wordPlace(words: Readonly<Record<string, Sentence>>): Place {
  const forms = Object.keys(words).map(quoted);
  return { form: forms.join('|'), read: (text) => (Object.hasOwn(words, text) ? words[text]?.zh : undefined) };
}

interface Compiled {
  readonly fixed: ReadonlyMap<string, string>;
  readonly shapes: readonly Shape[];
}

interface Shape {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly zh: string;
}

function compile(sentences: Iterable<Sentence>, places: Readonly<Record<string, Place>>): Compiled {
  const fixed = new Map<string, string>();
  const shapes: Shape[] = [];
  for (const { en, zh } of sentences) {
    const parts = en.split(/\{(\w+)\}/);
    const names = parts.filter((_, index) => index % 2 === 1);
    if (names.length === 0) fixed.set(en, zh);
    else shapes.push({ pattern: new RegExp(`^${parts.map(sourceOf).join('')}$`, 's'), names, zh });
  }
  return { fixed, shapes };

  function sourceOf(part: string, index: number): string {
    return index % 2 === 0 ? quoted(part) : `(${places[part]?.form ?? '.+?'})`;
  }
}

function readAs({ pattern, names, zh }: Shape, text: string, places: Readonly<Record<string, Place>>) {
  const found = pattern.exec(text);
  if (!found) return undefined;
  const values = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    const value = found[index + 1] ?? '';
    const read = places[name]?.read;
    const own = read ? read(value) : value;
    if (own === undefined) return undefined;
    values.set(name, own);
  }
  return fillSentence(zh, (name) => values.get(name));
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
