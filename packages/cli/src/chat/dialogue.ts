import { RolecallError } from '@rolecall/base';
import type { ConversationKey, WatchEvent, Workspace } from '@rolecall/host';
import type { Accepted, JournalEntry } from '@rolecall/journal';
import { type Reply, readReply } from './reply.ts';

/** What came of one message or pressed button. */
export interface Answer {
  readonly round: string | undefined;
  readonly replies: readonly Reply[];
}

/** A conversation that is watched while it is held. */
export interface Dialogue {
  readonly conversation: string;
  /** Answers when the employee has, and everything about it has been told to `onEvent`. */
  say(text: string): Promise<Answer>;
  /** Presses the button of one operation, or the one for several of a list. */
  press(operations: readonly string[], button: 'confirm' | 'decline'): Promise<Answer>;
  close(): Promise<void>;
}

export interface DialogueOptions {
  readonly key: ConversationKey;
  /** How long an answer may take; after it `timed_out`. */
  readonly timeoutMs: number;
  readonly stopping: AbortSignal;
  /** Told in order of everything that happens from the opening on, without secrets. */
  readonly onEvent: (event: WatchEvent) => void;
}

/** Opens the conversation and waits until what stands before it (a greeting) is handled. */
export async function openDialogue(workspace: Workspace, options: DialogueOptions): Promise<Dialogue> {
  const { key, timeoutMs, stopping, onEvent } = options;
  const begun = workspace.clock.now();
  const { id, openedAt, sequence } = await workspace.open(key);
  const leaving = new AbortController();
  const told: JournalEntry[] = [];
  let seen = Date.parse(openedAt) >= begun ? 0 : sequence;
  let wake = (): void => {};

  const watching = (async () => {
    const signal = AbortSignal.any([stopping, leaving.signal]);
    for await (const happened of workspace.watch(id, { after: seen, signal })) {
      if (signal.aborted) return;
      const event = workspace.redactor.redact(happened);
      onEvent(event);
      if (event.type === 'entry') {
        told.push(event.entry);
        seen = event.entry.sequence;
        wake();
      }
    }
  })();
  const ended = watching.then(() => Promise.reject(interrupted()));
  const stopped = whenAborted(stopping).then(() => Promise.reject(interrupted()));
  for (const end of [ended, stopped]) end.catch(() => {});

  /** Everything written so far has been told. */
  async function caughtUp(): Promise<void> {
    const last = (await workspace.store.conversation(id))?.sequence ?? 0;
    while (seen < last) {
      await unlessEnded(new Promise<void>((resolve) => (wake = resolve)));
    }
  }
  /** Waits for something, but not beyond the end of the watching or of the program. */
  const unlessEnded = <Result>(wanted: Promise<Result>): Promise<Result> => Promise.race([wanted, ended, stopped]);

  async function answerTo(accepted: Accepted): Promise<Answer> {
    if (accepted.status === 'conflict') throw refused(accepted.reason);
    await unlessEnded(workspace.handled(id, accepted.item, timeoutMs));
    await caughtUp();
    const round = told.findLast(({ data }) => data.item === accepted.item)?.round;
    const replies = told
      .filter((entry) => entry.round === round && round !== undefined)
      .flatMap((entry) => readReply(entry) ?? []);
    return { round, replies };
  }

  for (const item of await workspace.store.inbox(id)) await unlessEnded(workspace.handled(id, item.id, timeoutMs));
  await caughtUp();
  return {
    conversation: id,
    say: async (text) => answerTo(await workspace.send({ conversation: id, text })),
    press: async (operations, button) =>
      answerTo(await workspace.press({ conversation: id, operation: operations, button })),
    async close() {
      leaving.abort();
      await watching.catch(() => {});
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function interrupted(): RolecallError {
  return new RolecallError({
    code: 'interrupted',
    message: { en: 'Stopped before the answer came.', zh: '在得到回答之前就停止了。' },
    hint: {
      en: 'What was accepted is not lost: the answer is in rolecall trace.',
      zh: '已经接收的没有丢：回答在 rolecall trace 里。',
    },
  });
}

function refused(reason: string): RolecallError {
  return new RolecallError({
    code: reason,
    message: { en: 'The conversation does not take this message.', zh: '这个会话不接收这条消息。' },
  });
}
