import type { AgentEvent, AgentReply } from '@rolecall/kernel';
import { MarkdownStream } from '../terminal/markdown-stream.ts';
import { printable } from '../terminal/printable.ts';
import { renderMarkdown } from '../terminal/render-markdown.ts';
import type { Screen } from '../terminal/screen.ts';
import type { Styler } from '../terminal/style.ts';
import { wrapSpans } from '../terminal/wrap-spans.ts';
import type { AssistantTexts } from './assistant-texts.ts';
import { type CallLog, foldedCall } from './call-log.ts';
import { failureLines } from './failure-lines.ts';

/** What happens in a conversation, on a screen: the answer as it is written, each call in one line. */
export class ConversationView {
  readonly #screen: Screen;
  readonly #style: Styler;
  readonly #texts: AssistantTexts;
  readonly #calls: CallLog;
  readonly #stream: MarkdownStream;
  #stepText = '';
  #hasCalls = false;
  /** The answer that is being looked over, as it stands on the screen. */
  #draft: string | undefined;
  /** What has come of the review is, so far, the draft again: it is not shown twice. */
  #isHeldBack = false;
  #hasJoined = false;
  #running = new Map<string, string>();

  constructor(screen: Screen, style: Styler, texts: AssistantTexts, calls: CallLog) {
    this.#screen = screen;
    this.#style = style;
    this.#texts = texts;
    this.#calls = calls;
    this.#stream = new MarkdownStream(screen, style);
  }

  show(event: AgentEvent): void {
    switch (event.type) {
      case 'round_started':
        this.#stepText = '';
        this.#draft = undefined;
        this.#hasJoined = false;
        return;
      case 'step_started':
        this.#beginStep();
        return;
      case 'text_delta':
        this.#hear(event.text);
        return;
      case 'step_ended':
        this.#endStep();
        return;
      case 'call_started': {
        this.#hasCalls = true;
        const call = this.#calls.begin(event.id, event.name, event.input);
        this.#running.set(event.id, foldedCall(call, this.#texts, this.#style, this.#screen.columns - 2));
        this.#showRunning();
        return;
      }
      case 'call_ended': {
        const call = this.#calls.end(event.id, event.output, event.isError);
        this.#running.delete(event.id);
        if (call) this.#screen.print([foldedCall(call, this.#texts, this.#style, this.#screen.columns)]);
        this.#showRunning();
        return;
      }
      case 'retrying':
        this.#beginAgain();
        this.#note(
          this.#texts.retrying(
            this.#texts.faults[event.reason] ?? printable(event.reason),
            Math.ceil(event.delayMs / 1_000),
          ),
          'yellow',
        );
        return;
      case 'steered':
        this.#hasJoined = true;
        this.#note(this.#texts.joined(printable(event.text)));
        return;
      case 'shrunk':
        this.#beginAgain();
        this.#note(this.#texts.shrunk, 'yellow');
        return;
      case 'compressed':
        this.#note(this.#texts.compressed(event.messages));
        return;
      case 'input_accepted':
      case 'round_ended':
        this.#running.clear();
        this.#screen.live([]);
        return;
      default:
        event satisfies never;
    }
  }

  /** The end of a round: words that were not streamed, a question, why there is no answer. */
  end(reply: AgentReply): void {
    this.#stream.end();
    this.#screen.live([]);
    if (reply.end === 'aborted') this.#note(this.#texts.stopped);
    else if (reply.question) this.#ask(reply);
    else if (!this.#isShown(reply.text)) this.#print(reply.text);
    const [failed, hint] = failureLines(reply, this.#texts) ?? [];
    if (failed !== undefined) this.#note(failed, 'red');
    if (hint !== undefined) this.#note(hint);
    this.#stepText = '';
    this.#draft = undefined;
    this.#screen.print(['']);
  }

  /** Clears what would be drawn over a question. */
  pause(): void {
    this.#stream.end();
    this.#screen.live([]);
  }

  /** A step after an answer looks it over, unless it answers what has come meanwhile. */
  #beginStep(): void {
    const isReview = this.#stepText.trim() !== '' && !this.#hasCalls && !this.#hasJoined;
    if (isReview) this.#draft = this.#stepText;
    this.#isHeldBack = isReview;
    this.#stepText = '';
    this.#hasCalls = false;
    this.#hasJoined = false;
    this.#screen.live([this.#style(isReview ? this.#texts.reviewing : this.#texts.thinking, 'dim')]);
  }

  #hear(text: string): void {
    if (this.#stepText === '' && !this.#isHeldBack) this.#screen.live([]);
    this.#stepText += text;
    if (!this.#isHeldBack) this.#stream.push(text);
    else if (!(this.#draft ?? '').trim().startsWith(this.#stepText.trim())) this.#letGo();
  }

  /** What was held back is another answer. */
  #letGo(): void {
    this.#isHeldBack = false;
    this.#screen.live([]);
    this.#note(`── ${this.#texts.review} ──`);
    this.#stream.push(this.#stepText);
  }

  #endStep(): void {
    const said = this.#stepText.trim();
    if (this.#isHeldBack && said !== '') {
      if (said === this.#draft?.trim()) this.#note(this.#texts.unchanged);
      else this.#letGo();
    }
    this.#isHeldBack = false;
    this.#stream.end();
    this.#screen.live([]);
  }

  /** The step is asked anew: what it has said does not count. */
  #beginAgain(): void {
    this.#stream.end();
    this.#isHeldBack = false;
    this.#stepText = '';
  }

  #isShown(text: string): boolean {
    return ['', this.#stepText.trim(), this.#draft?.trim()].includes(text.trim());
  }

  #ask({ question }: AgentReply): void {
    if (!question) return;
    this.#print(`**${this.#texts.question}**: ${question.text}`);
    const columns = this.#screen.columns - 2;
    for (const [index, option] of question.options.entries()) {
      const lines = wrapSpans([{ text: printable(`${index + 1}. ${option}`), styles: [] }], columns, this.#style);
      this.#screen.print(lines.map((line) => `  ${line}`));
    }
  }

  #print(text: string): void {
    this.#screen.print(renderMarkdown(text, { columns: this.#screen.columns, style: this.#style }));
  }

  #note(text: string, style: 'dim' | 'yellow' | 'red' = 'dim'): void {
    this.#screen.print(wrapSpans([{ text, styles: [style] }], this.#screen.columns, this.#style));
  }

  #showRunning(): void {
    this.#screen.live([...this.#running.values()].map((line) => this.#texts.running(line)));
  }
}
