import type { ApprovalData } from '@rolecall/kernel';
import type { LineReader } from '../terminal/line-reader.ts';
import { disclosed } from '../terminal/printable.ts';
import type { Screen } from '../terminal/screen.ts';
import type { Styler } from '../terminal/style.ts';
import type { AssistantTexts } from './assistant-texts.ts';
import { diffLines } from './show-diff.ts';

/** What a person is asked with. */
export interface Asking {
  readonly reader: LineReader;
  readonly screen: Screen;
  readonly style: Styler;
  readonly texts: AssistantTexts;
}

/** Shows what a write would come to and asks. Enter alone is no; what is neither yes nor no is asked again. */
export class ApprovalDesk {
  readonly #isYes: boolean;
  /** Tools that were agreed to for the session, one by one: a yes to files is none to code. */
  readonly #always = new Set<string>();
  #asking: Promise<unknown> = Promise.resolve();

  constructor(isYes: boolean) {
    this.#isYes = isYes;
  }

  decide(approval: ApprovalData, asking: Asking, signal: AbortSignal): Promise<'approve' | 'deny'> {
    // Two at once would talk over each other.
    const answer = this.#asking.then(() => this.#decide(approval, asking, signal));
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  async #decide(
    approval: ApprovalData,
    { reader, screen, style, texts }: Asking,
    signal: AbortSignal,
  ): Promise<'approve' | 'deny'> {
    screen.print(['', style(`${approval.title} (${approval.name})`, 'bold'), ...shown(approval, texts, style)]);
    if (this.#isYes || this.#always.has(approval.name)) return 'approve';
    for (;;) {
      // An input method may write letters in full width.
      const answer = (await reader.ask(texts.approve.question, signal)).normalize('NFKC').toLowerCase();
      if (signal.aborted) return 'deny';
      if (/^(y|yes|是|好|同意)$/.test(answer)) return 'approve';
      if (/^(n|no|否|不|不同意)$/.test(answer)) return 'deny';
      if (/^(a|always|都同意)$/.test(answer)) {
        this.#always.add(approval.name);
        screen.print([style(texts.approve.always(approval.title), 'dim')]);
        return 'approve';
      }
      if (answer === '') return 'deny';
    }
  }
}

function shown({ preview, input }: ApprovalData, texts: AssistantTexts, style: Styler): readonly string[] {
  if (preview) return diffLines(preview.text, texts, style);
  return disclosed(JSON.stringify(input, null, 2)).split('\n');
}
