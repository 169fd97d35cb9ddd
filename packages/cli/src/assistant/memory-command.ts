import type { RoundSummary, ScopedMemory } from '@rolecall/kernel';
import { printable } from '../terminal/printable.ts';
import type { Styler } from '../terminal/style.ts';
import { cutTo, wrapSpans } from '../terminal/wrap-spans.ts';
import type { AssistantTexts } from './assistant-texts.ts';
import { localDate } from './local-time.ts';

const LISTED = 20;

/** `/memory`: lists, searches, forgets and restores what is remembered of the folder. */
export class MemoryCommand {
  readonly #memory: ScopedMemory;
  readonly #texts: AssistantTexts['memory'];
  readonly #style: Styler;
  /** What the numbers of the last list stand for. */
  #listed: readonly RoundSummary[] = [];

  constructor(memory: ScopedMemory, texts: AssistantTexts, style: Styler) {
    this.#memory = memory;
    this.#texts = texts.memory;
    this.#style = style;
  }

  async run(words: string, columns: number): Promise<readonly string[]> {
    const [verb = '', ...rest] = words.split(/\s+/);
    if (words === '' || words === 'list') return this.#list(columns);
    if (verb === 'forget') return this.#forget(rest);
    if (verb === 'restore') return this.#restore();
    if (verb === 'purge') return [this.#texts.purged(await this.#memory.purge('deleted'))];
    if (words === 'search') return [this.#texts.usage];
    const query = verb === 'search' ? rest.join(' ') : words;
    const { hits, isTimeRelaxed } = await this.#memory.search({ query, limit: 10 });
    if (hits.length === 0) return [this.#texts.notFound];
    const note = isTimeRelaxed ? [this.#texts.relaxed] : [];
    return [
      ...note,
      ...this.#numbered(
        hits.map(({ summary }) => summary),
        columns,
      ),
    ];
  }

  async #list(columns: number): Promise<readonly string[]> {
    const all = await this.#memory.list();
    if (all.length === 0) return [this.#texts.none];
    const newest = all.slice(-LISTED).reverse();
    return [
      ...this.#numbered(
        newest.map(({ summary }) => summary),
        columns,
      ),
      ...wrapSpans([{ text: this.#texts.usage, styles: ['dim'] }], columns, this.#style),
    ];
  }

  #numbered(summaries: readonly RoundSummary[], columns: number): readonly string[] {
    this.#listed = summaries;
    return summaries.map(({ at, type, text }, index) =>
      printable(cutTo(`${String(index + 1).padStart(2)} ${localDate(at)} [${type}] ${text}`, columns)),
    );
  }

  async #forget(numbers: readonly string[]): Promise<readonly string[]> {
    if (numbers[0] === 'all') {
      const all = await this.#memory.list();
      return [this.#texts.forgotten(await this.#memory.remove(all.map(({ summary }) => summary.id)))];
    }
    const chosen = numbers.flatMap((number) => this.#listed[Number(number) - 1] ?? []);
    if (chosen.length === 0) return [this.#texts.noNumber];
    return [this.#texts.forgotten(await this.#memory.remove(chosen.map(({ id }) => id)))];
  }

  async #restore(): Promise<readonly string[]> {
    const all = await this.#memory.list({ withDeleted: true });
    const deleted = all.filter(({ summary }) => summary.deletedAt !== undefined).map(({ summary }) => summary.id);
    return [this.#texts.restored(await this.#memory.restore(deleted))];
  }
}
