import type { Language } from '@rolecall/base';

/** One call that the round made, as a person would name it, and how often. */
export interface CallTally {
  readonly title: string;
  readonly times: number;
  readonly failed: number;
}

/** Why a round is being brought to its end. */
export type ClosingReason =
  | 'step_limit'
  | 'call_limit'
  | 'token_limit'
  | 'no_progress'
  /** Only summaries are left before the input, and they fill their share: there is no room to go on in. */
  | 'context_full'
  | 'model_failed';

/** In the place of messages that a truncated request no longer holds. */
export function leftOutText(messages: number, language: Language): string {
  return language === 'zh'
    ? `［此处省略较早的 ${messages} 条消息，因为上下文空间不足。］`
    : `[${messages} earlier messages are left out here: the context has no room for them.]`;
}

/** In the place of an earlier round; with an id it says how to see the original. */
export function summaryText(text: string, traceId: string | undefined, language: Language): string {
  const zh = language === 'zh';
  const hint =
    traceId === undefined
      ? ''
      : zh
        ? `（原文可用 trace_summary 查看：${traceId}）`
        : ` (trace_summary shows the original: ${traceId})`;
  return zh ? `［较早一轮的摘要］${text}${hint}` : `[Summary of an earlier round] ${text}${hint}`;
}

/** In the place of the rounds that the model had compressed. */
export function compressedText(text: string, language: Language): string {
  return language === 'zh' ? `［以上对话的压缩摘要］${text}` : `[What was said before, compressed] ${text}`;
}

/** Between head and tail of a result that is kept apart. */
export function resultReferenceText(reference: string, characters: number, from: number, language: Language): string {
  return language === 'zh'
    ? `\n［此处省略 ${characters} 个字符。完整结果已保存，用 read_result 继续读：reference=${JSON.stringify(reference)}, offset=${from}］\n`
    : `\n[${characters} characters are left out here. The whole result is kept; read on with read_result: reference=${JSON.stringify(reference)}, offset=${from}]\n`;
}

/** What waits for a person's approval, as the end of a round says it. */
export function approvalsText(
  calls: readonly { readonly title: string; readonly input: object }[],
  language: Language,
): string {
  const listed = calls.map(({ title, input }) => `${title} ${JSON.stringify(input)}`).join('\n');
  return language === 'zh'
    ? `以下操作需要你批准后才会执行：\n${listed}`
    : `This runs only once you approve it:\n${listed}`;
}

/** Asks the model to look over its work once before it is handed over. */
export function selfReviewInstruction(language: Language): string {
  return language === 'zh'
    ? '［系统提示］请在交付前自查一次：核对上面工具的结果与你的答复是否一致，是否遗漏了用户的要求。若有问题先修正（可以再调用工具），然后给出完整的最终答复；若没有问题，直接给出最终答复。不要提及这次自查。'
    : '[System note] Look over your work once before you hand it over: does your answer agree with what the tools returned, and is nothing missing that was asked for? Correct what is wrong (tools may be called again), then give the complete final answer. Do not mention this review.';
}

/** The kernel's own words where a round by steps pauses and the model has said nothing. */
export function stepPausedText(tallies: readonly CallTally[], language: Language): string {
  const zh = language === 'zh';
  const listed = tallies.map((tally) => tallyText(tally, zh)).join(zh ? '、' : ', ');
  return zh
    ? `这一步已运行：${listed}。回复“继续”我接着做。`
    : `This step ran: ${listed}. Say "go on" and I will continue.`;
}

/** In the place of the middle of a tool result. */
export function charactersLeftOutText(characters: number, language: Language): string {
  return language === 'zh'
    ? `\n［此处省略 ${characters} 个字符］\n`
    : `\n[${characters} characters are left out here]\n`;
}

/** Tells the model that its next words are the last of the round. */
export function wrapUpInstruction(reason: ClosingReason, language: Language): string {
  const zh = language === 'zh';
  const cause = {
    step_limit: zh ? '本轮的步数已用完' : 'The steps of this round are used up',
    call_limit: zh ? '本轮的工具调用次数已用完' : 'The tool calls of this round are used up',
    token_limit: zh ? '本轮的用量已达上限' : 'This round has used all the tokens it may use',
    no_progress: zh ? '同一调用多次得到相同结果，没有进展' : 'The same call was repeated without any progress',
    context_full: zh ? '上下文空间已用尽' : 'The context has no room left',
    model_failed: zh ? '现在无法使用工具' : 'Tools cannot be used right now',
  }[reason];
  return zh
    ? `［系统提示］${cause}，不能再调用工具。请直接告诉用户：哪些已经完成，哪些还没有完成，接下来可以怎么做。不要声称没有发生过的事。`
    : `[System note] ${cause}; no tool can be called any more. Tell the user what is done, what is left, and how to go on. Claim nothing that did not happen.`;
}

/** The kernel's own last message, where the model has none: what ran, and how to go on. Never empty. */
export function closingText(reason: ClosingReason, tallies: readonly CallTally[], language: Language): string {
  const zh = language === 'zh';
  const cause = {
    step_limit: zh ? '这一轮的步数已经用完，我先停在这里。' : 'I have used all the steps of this round and stop here.',
    call_limit: zh
      ? '这一轮可用的操作次数已经用完，我先停在这里。'
      : 'I have used all the actions of this round and stop here.',
    token_limit: zh ? '这一轮的用量已达上限，我先停在这里。' : 'This round has reached its limit and I stop here.',
    no_progress: zh
      ? '同样的操作反复没有新的结果，我先停在这里。'
      : 'The same action brought nothing new several times, so I stop here.',
    context_full: zh
      ? '这一轮的上下文空间已经用完，我先停在这里。'
      : 'The context of this round is full and I stop here.',
    model_failed: zh ? '暂时无法继续处理。' : 'I cannot go on at the moment.',
  }[reason];
  const listed = tallies.map((tally) => tallyText(tally, zh)).join(zh ? '、' : ', ');
  if (zh) {
    return `${cause}${listed ? `本轮已运行：${listed}。` : '本轮没有运行任何操作。'}其余部分尚未完成，需要的话请再发一条消息，我接着处理。`;
  }
  return `${cause} ${listed ? `What ran: ${listed}.` : 'Nothing was run.'} The rest is not done yet; send another message and I will go on.`;
}

function tallyText({ title, times, failed }: CallTally, zh: boolean): string {
  const count = times > 1 ? ` ×${times}` : '';
  if (failed === 0) return `${title}${count}`;
  return zh ? `${title}${count}（${failed} 次未成功）` : `${title}${count} (${failed} unsuccessful)`;
}

/** Why nothing was sent to the model, with the way out. */
export function refusalText(cause: 'input' | 'fixed', language: Language): string {
  if (cause === 'input') {
    return language === 'zh'
      ? '这条消息太长，无法处理。请把它缩短，或者把内容放进文件里再发给我。'
      : 'This message is too long to work on. Please shorten it, or give me the content as a file.';
  }
  return language === 'zh'
    ? '当前的设置没有给对话留下足够的空间，暂时无法处理消息。'
    : 'The present settings leave no room for a conversation, so I cannot work on your message.';
}

/** What the model is told of a call that never reached a tool. */
export type CallProblem =
  | { readonly code: 'arguments_not_json'; readonly received: string }
  | { readonly code: 'arguments_not_object'; readonly received: string }
  | { readonly code: 'tool_unknown'; readonly name: string; readonly nearest: string | undefined }
  | { readonly code: 'no_progress' | 'call_limit' | 'aborted' | 'tool_failed' | 'outcome_unknown' };

export function callProblemText(problem: CallProblem, language: Language): string {
  const zh = language === 'zh';
  switch (problem.code) {
    case 'arguments_not_json':
      return zh
        ? `参数不是合法的 JSON，调用没有执行。收到的内容：${excerpt(problem.received)}`
        : `The arguments are not valid JSON; the call was not run. Received: ${excerpt(problem.received)}`;
    case 'arguments_not_object':
      return zh
        ? `参数必须是一个 JSON 对象，调用没有执行。收到的内容：${excerpt(problem.received)}`
        : `The arguments must be one JSON object; the call was not run. Received: ${excerpt(problem.received)}`;
    case 'tool_unknown': {
      const hint =
        problem.nearest === undefined ? '' : zh ? `是否指 ${problem.nearest}？` : ` Did you mean ${problem.nearest}?`;
      return zh
        ? `没有名为 ${excerpt(problem.name)} 的工具，调用没有执行。${hint}`
        : `There is no tool named ${excerpt(problem.name)}; the call was not run.${hint}`;
    }
    case 'no_progress':
      return zh
        ? '同样的调用已经多次得到同样的结果，这一次没有执行。'
        : 'The same call has had the same result several times; it was not run again.';
    case 'call_limit':
      return zh
        ? '本轮的调用次数已用完，这一次没有执行。'
        : 'The calls of this round are used up; this one was not run.';
    case 'outcome_unknown':
      return zh
        ? '处理中断，这个操作可能已经执行，结果未知。不要再次执行，请如实告诉用户。'
        : 'The work was interrupted; this may have run and its outcome is not known. Do not run it again; tell the user so.';
    case 'aborted':
      return zh ? '本轮已中止，调用没有执行。' : 'The round was aborted; the call was not run.';
    case 'tool_failed':
      return zh ? '工具出现意外错误，结果未知。' : 'The tool failed unexpectedly; the outcome is not known.';
    default:
      return problem satisfies never;
  }
}

function excerpt(text: string): string {
  const characters = Array.from(text.slice(0, 400));
  return characters.length > 200 ? `${characters.slice(0, 200).join('')}…` : characters.join('');
}
