import type { AgentEvent, AgentReply } from '@rolecall/kernel';
import { MarkdownStream } from '../terminal/markdown-stream.ts';
import { printable } from '../terminal/printable.ts';
import { renderMarkdown } from '../terminal/render-markdown.ts';
import type { Screen } from '../terminal/screen.ts';
import type { Styler } from '../terminal/style.ts';
import type { AssistantTexts } from './assistant-texts.ts';
import { type CallLog, foldedCall } from './call-log.ts';

/** What happens in a conversation, on a screen: the answer as it is written, each call in one line. */
export class ConversationView {
  readonly #screen: Screen;
  readonly #style: Styler;
  readonly #texts: AssistantTexts;
  readonly #calls: CallLog;
  readonly #stream: MarkdownStream;
  #stepText = '';
  #hasCalls = false;
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
        return;
      case 'step_started':
        if (this.#stepText.trim() !== '' && !this.#hasCalls) this.#note(`── ${this.#texts.review} ──`);
        this.#stepText = '';
        this.#hasCalls = false;
        this.#screen.live([this.#style(this.#texts.thinking, 'dim')]);
        return;
      case 'text_delta':
        if (this.#stepText === '') this.#screen.live([]);
        this.#stepText += event.text;
        this.#stream.push(event.text);
        return;
      case 'step_ended':
        this.#stream.end();
        this.#screen.live([]);
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
        this.#stream.end();
        this.#note(this.#texts.retrying(printable(event.reason), Math.ceil(event.delayMs / 1_000)), 'yellow');
        return;
      case 'steered':
        this.#note(this.#texts.joined(printable(event.text)));
        return;
      case 'shrunk':
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
    else if (reply.text.trim() !== '' && reply.text.trim() !== this.#stepText.trim()) this.#print(reply.text);
    if (reply.end === 'model_failed') {
      this.#note(
        this.#texts.modelFailed(
          printable(`${reply.problem?.message ?? ''} [${reply.problem?.code ?? 'model_failed'}]`),
        ),
        'red',
      );
      this.#note(this.#texts.modelHint);
    }
    this.#stepText = '';
    this.#screen.print(['']);
  }

  /** Clears what would be drawn over a question. */
  pause(): void {
    this.#stream.end();
    this.#screen.live([]);
  }

  #ask({ question }: AgentReply): void {
    if (!question) return;
    this.#print(`**${this.#texts.question}**: ${question.text}`);
    this.#screen.print(question.options.map((option, index) => printable(`  ${index + 1}. ${option}`)));
  }

  #print(text: string): void {
    this.#screen.print(renderMarkdown(text, { columns: this.#screen.columns, style: this.#style }));
  }

  #note(text: string, style: 'dim' | 'yellow' | 'red' = 'dim'): void {
    this.#screen.print(text.split('\n').map((line) => this.#style(line, style)));
  }

  #showRunning(): void {
    this.#screen.live([...this.#running.values()].map((line) => this.#texts.running(line)));
  }
}
