import type { Memory, RoundSummary } from '@rolecall/kernel';
import { printable } from '../terminal/printable.ts';
import type { StyleName } from '../terminal/style.ts';
import { cutTo, wrapSpans } from '../terminal/wrap-spans.ts';
import { localDate, localTime } from './local-time.ts';
import type { CommandSetting } from './slash-commands.ts';
import { writeExport } from './write-export.ts';

const LISTED = 20;

/** `/memory`: lists, searches, opens, forgets, restores and exports what is remembered of the folder. */
export class MemoryCommand {
  readonly #setting: MemorySetting;
  /** What the numbers of the last list stand for. */
  #listed: readonly RoundSummary[] = [];

  constructor(setting: MemorySetting) {
    this.#setting = setting;
  }

  async run(words: string): Promise<readonly string[]> {
    const [verb = 'list', ...rest] = words.split(/\s+/).filter((word) => word !== '');
    switch (verb) {
      case 'show':
      case 'forget':
      case 'export':
      case 'search':
        // What it is about is missing.
        if (rest.length === 0) return this.#usage();
        if (verb === 'show') return this.#show(rest);
        if (verb === 'forget') return this.#forget(rest);
        return verb === 'export' ? this.#export(rest.join(' ')) : this.#search(rest.join(' '));
      case 'list':
      case 'restore':
      case 'purge':
        // All of it is meant: what stands behind it was meant otherwise.
        if (rest.length > 0) return this.#usage();
        if (verb === 'list') return this.#list();
        return verb === 'restore' ? this.#restore() : this.#purge();
      default:
        return this.#search(words);
    }
  }

  #usage(): readonly string[] {
    return this.#wrapped(this.#setting.texts.memory.usage, 'dim');
  }

  async #search(query: string): Promise<readonly string[]> {
    const texts = this.#setting.texts.memory;
    const { hits, isTimeRelaxed } = await this.#setting.assistant.memory.search({ query, limit: 10 });
    if (hits.length === 0) return [texts.notFound];
    return [
      ...(isTimeRelaxed ? this.#wrapped(texts.relaxed) : []),
      ...this.#numbered(hits.map(({ summary }) => summary)),
    ];
  }

  async #list(): Promise<readonly string[]> {
    const texts = this.#setting.texts.memory;
    const all = await this.#setting.assistant.memory.list();
    if (all.length === 0) return [texts.none];
    const newest = all.slice(-LISTED).reverse();
    return [...this.#numbered(newest.map(({ summary }) => summary)), ...this.#usage()];
  }

  #numbered(summaries: readonly RoundSummary[]): readonly string[] {
    this.#listed = summaries;
    const { texts, columns } = this.#setting;
    return summaries.map(({ at, type, text, supersededBy }, index) => {
      const outdated = supersededBy === undefined ? '' : ` (${texts.memory.outdated})`;
      return printable(
        cutTo(`${String(index + 1).padStart(2)} ${localDate(at)} [${type}]${outdated} ${text}`, columns()),
      );
    });
  }

  /** A memory with what was said in its round, and which ones took its place or gave it theirs. */
  async #show(numbers: readonly string[]): Promise<readonly string[]> {
    const { assistant, texts } = this.#setting;
    const [chosen] = this.#chosen(numbers);
    const found = chosen && (await assistant.memory.trace(chosen.id));
    if (!found) return [texts.memory.noNumber];
    const { summary, original } = found;
    const others = await this.#linked(summary);
    return [
      ...this.#wrapped(`${localTime(summary.at)} [${summary.type}] ${summary.text}`, 'bold'),
      ...summary.verbatim.flatMap((words) => this.#wrapped(`· ${words}`)),
      ...others.flatMap((line) => this.#wrapped(line)),
      ...this.#wrapped(`── ${texts.you}`, 'dim'),
      ...this.#wrapped(original.input),
      ...this.#wrapped(`── ${texts.assistant}`, 'dim'),
      ...this.#wrapped(original.reply),
    ];
  }

  async #linked({ supersedes, supersededBy }: RoundSummary): Promise<readonly string[]> {
    const { memory } = this.#setting.assistant;
    const texts = this.#setting.texts.memory;
    const told = (label: string, { summary }: Memory) => `${label}: ${localDate(summary.at)} ${summary.text}`;
    const newer = supersededBy === undefined ? undefined : await memory.trace(supersededBy);
    const older = await Promise.all(supersedes.map((id) => memory.trace(id)));
    return [
      ...(newer ? [told(texts.supersededBy, newer)] : []),
      ...older.flatMap((one) => (one ? [told(texts.supersedes, one)] : [])),
    ];
  }

  async #export(file: string): Promise<readonly string[]> {
    const { assistant, cwd, texts } = this.#setting;
    const text = `${JSON.stringify(await assistant.memory.export(), null, 2)}\n`;
    return [await writeExport(file, text, cwd, texts)];
  }

  async #forget(numbers: readonly string[]): Promise<readonly string[]> {
    if (numbers[0] === 'all') {
      const all = await this.#setting.assistant.memory.list();
      return [
        this.#setting.texts.memory.forgotten(
          await this.#setting.assistant.memory.remove(all.map(({ summary }) => summary.id)),
        ),
      ];
    }
    const chosen = this.#chosen(numbers);
    if (chosen.length === 0) return [this.#setting.texts.memory.noNumber];
    return [
      this.#setting.texts.memory.forgotten(await this.#setting.assistant.memory.remove(chosen.map(({ id }) => id))),
    ];
  }

  async #purge(): Promise<readonly string[]> {
    return [this.#setting.texts.memory.purged(await this.#setting.assistant.memory.purge('deleted'))];
  }

  async #restore(): Promise<readonly string[]> {
    const all = await this.#setting.assistant.memory.list({ withDeleted: true });
    const deleted = all.filter(({ summary }) => summary.deletedAt !== undefined).map(({ summary }) => summary.id);
    return [this.#setting.texts.memory.restored(await this.#setting.assistant.memory.restore(deleted))];
  }

  #chosen(numbers: readonly string[]): readonly RoundSummary[] {
    return numbers.flatMap((number) => this.#listed[Number(number) - 1] ?? []);
  }

  #wrapped(text: string, ...styles: readonly StyleName[]): readonly string[] {
    const { columns, style } = this.#setting;
    return wrapSpans([{ text: printable(text), styles }], columns(), style);
  }
}

/** What `/memory` needs of a session's commands. */
export interface MemorySetting extends Pick<CommandSetting, 'texts' | 'style' | 'cwd' | 'columns'> {
  readonly assistant: Pick<CommandSetting['assistant'], 'memory'>;
}
