import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';

/** Counts what a request really costs with a tokenizer; each text is counted once. */
export function realTokens(
  encode: (text: string) => readonly number[],
): (request: LanguageModelV4CallOptions | undefined) => number {
  const known = new Map<string, number>();
  const count = (text: string) => {
    let tokens = known.get(text);
    if (tokens === undefined) {
      tokens = encode(text).length;
      known.set(text, tokens);
    }
    return tokens;
  };
  return (request) => {
    let tokens = count(JSON.stringify(request?.tools ?? []));
    for (const message of request?.prompt ?? []) {
      // A frame of four tokens a message, as the chat formats have it.
      tokens += 4;
      if (message.role === 'system') tokens += count(message.content);
      else for (const part of message.content) tokens += count(part.type === 'text' ? part.text : JSON.stringify(part));
    }
    return tokens;
  };
}

const SENTENCES = [
  '请帮我看一下上周提交的那份季度报表，里面第三部分的数字好像和库存系统对不上。',
  '客户反馈说物流信息已经两天没有更新了，需要确认包裹目前停在哪个中转站。',
  '我们打算把旧的接口下线，迁移到新的网关，灰度比例先从百分之五开始。',
  '关于报销流程，财务要求附上发票原件和审批单，缺一不可，否则会被退回。',
  '这个函数在并发场景下会重复写入，建议加上唯一索引或者改成幂等操作。',
  '龘靐齉爩这些生僻字偶尔也会出现在人名里，比如𠮷田先生的名片上。',
  'The deployment failed at 03:42 UTC, please re-run job #8812 after the fix is merged.',
];

/** Everyday Chinese of a given length, different for every seed. */
export function chineseText(characters: number, seed: number): string {
  let text = `［${seed}］`;
  for (let index = seed; text.length < characters; index++) text += SENTENCES[(index * 5 + seed) % SENTENCES.length];
  return text.slice(0, characters).toWellFormed();
}
