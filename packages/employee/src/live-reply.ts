import type { RoundEvent } from '@rolecall/kernel';
import { openEntries } from './capability-tools.ts';
import { addSaid, joinParts, type SaidSoFar } from './compose-reply.ts';
import { withDisclosure } from './disclosure.ts';
import type { ReplyPart } from './entries.ts';
import { checkReply, type Grounds, type Withheld } from './reply-check.ts';
import type { ItemAtWork } from './round-context.ts';
import { sentencesOf } from './sentences.ts';
import { untoldWrites } from './untold-writes.ts';

/** What a reply that is being made looks at. */
export interface LiveSources {
  /** What the runtime itself tells so far, in order. */
  told(): readonly ReplyPart[];
  grounds(): Grounds;
}

/** What checking a text of the model came to. */
export interface TakenText {
  readonly kept: readonly string[];
  readonly withheld: readonly Withheld[];
}

/**
 * A reply while the model is still speaking. Whoever watches is shown what is checked (`reply_so_far`, the whole text up to
 * now), and nothing that was shown is taken back: the reply that is sent begins with it, character for character.
 *
 * Where no write is open to the employee, sentences are shown as they complete; elsewhere only once the answer is there,
 * since a step that ends with a call may end in a notice, beside which a model says nothing.
 * Source: design, section 5.
 */
export class LiveReply {
  readonly #work: ItemAtWork;
  readonly #sources: LiveSources;
  readonly #streams: boolean;
  readonly #sentences: string[] = [];
  readonly #withheld: Withheld[] = [];
  #said: SaidSoFar = { parts: [], sentences: 0 };
  #shownText = '';
  #isTaken = false;
  /** Of the step that is being said. */
  #partial = '';
  #looked = 0;
  #isAgain = false;

  constructor(work: ItemAtWork, sources: LiveSources) {
    this.#work = work;
    this.#sources = sources;
    this.#streams = work.context.onProgress !== undefined && mayStream(work);
  }

  /** Sentences that may leave, in order. */
  get sentences(): readonly string[] {
    return this.#sentences;
  }

  get withheld(): readonly Withheld[] {
    return this.#withheld;
  }

  /** A whole text was checked. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** What was shown; nothing before it was. */
  get shown(): SaidSoFar | undefined {
    return this.#shownText === '' ? undefined : this.#said;
  }

  /** Follows the round: text as it comes. */
  follow(event: RoundEvent): void {
    if (!this.#streams) return;
    switch (event.type) {
      case 'step_started':
        this.#begin(false);
        return;
      case 'retrying':
      case 'shrunk':
        this.#begin(true);
        return;
      case 'text_delta':
        this.#hear(event.text);
        return;
      default:
        return;
    }
  }

  /** Checks a whole text of the model. What of it was shown already stays; of the rest, what may leave is kept. */
  take(text: string): TakenText {
    const rest = sentencesOf(text).slice(this.#looked);
    this.#begin(false);
    this.#isTaken = true;
    return this.#check(rest);
  }

  /** Shows what the runtime tells and what was kept so far. */
  show(): void {
    const { onProgress } = this.#work.context;
    if (!onProgress) return;
    this.#said = addSaid(this.#said, this.#sources.told(), this.#sentences);
    const { state, language } = this.#work;
    const [reply] = withDisclosure([{ kind: 'reply', parts: this.#said.parts }], state.disclosed, language);
    const text = this.#said.parts.length === 0 || !reply ? '' : joinParts(reply.parts);
    if (text === this.#shownText) return;
    this.#shownText = text;
    const parts = reply ? reply.parts.map(({ kind, text: said }) => ({ kind, text: said })) : [];
    onProgress({ type: 'reply_so_far', text, parts });
  }

  #begin(isAgain: boolean): void {
    this.#partial = '';
    this.#looked = 0;
    this.#isAgain = isAgain;
  }

  #hear(delta: string): void {
    this.#partial += delta;
    if (this.#sentences.join('').length > MOST_STREAMED) return;
    const { redact } = this.#work.context;
    const text = redact ? redact(this.#partial) : this.#partial;
    // A secret may reach over the end of a sentence.
    const complete = sentencesOf(text).slice(0, redact ? -2 : -1);
    if (complete.length <= this.#looked) return;
    const fresh = complete.slice(this.#looked);
    this.#looked = complete.length;
    if (this.#check(fresh).kept.length > 0) this.show();
  }

  #check(sentences: readonly string[]): TakenText {
    const said = new Set(this.#isAgain ? this.#sentences.map((sentence) => sentence.trim()) : []);
    const fresh = sentences.filter((sentence) => !said.has(sentence.trim()));
    const { release } = this.#work.context;
    const checked = checkReply(fresh.join(''), release, this.#sources.grounds(), this.#sentences);
    this.#sentences.push(...checked.sentences);
    this.#withheld.push(...checked.withheld);
    return { kept: checked.sentences, withheld: checked.withheld };
  }
}

/** A longer text is checked as a whole once it is there. */
const MOST_STREAMED = 4_000;

/** True where a step cannot end in a notice, the answer is no draft, and no message goes before the reply. */
function mayStream({ context: { space, modelOptions }, state }: ItemAtWork): boolean {
  const onlyReads = openEntries(space).every(({ contract }) => contract.effect === 'read');
  return onlyReads && modelOptions.selfReview !== true && untoldWrites(state).length === 0;
}
