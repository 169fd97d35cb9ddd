import type { Language } from '@rolecall/base';
import type { Reply } from './compose-reply.ts';
import { engineText } from './engine-texts.ts';
import type { ReplyPart } from './entries.ts';

/**
 * The first message that is ever sent in a conversation says that an AI writes; a notice still stands alone. A person's own
 * words are none of it: whose they are is said beside them.
 */
export function withDisclosure(replies: readonly Reply[], disclosed: boolean, language: Language): readonly Reply[] {
  const [first, ...rest] = replies;
  if (first === undefined || disclosed) return replies;
  if (first.kind === 'person') return [first, ...withDisclosure(rest, disclosed, language)];
  const disclosure: ReplyPart = { kind: 'disclosure', text: engineText('disclosure', language) };
  if (first.kind === 'notice') return [{ kind: 'reply', parts: [disclosure] }, ...replies];
  const isGreeting = first.kind === 'greeting';
  return [{ ...first, parts: isGreeting ? [...first.parts, disclosure] : [disclosure, ...first.parts] }, ...rest];
}
