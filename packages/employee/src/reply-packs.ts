import { evaluate, type Release, type ReplyAsset, renderTemplate } from '@rolecall/assets';
import { type JsonObject, type JsonValue, type Language, textIn } from '@rolecall/base';
import { displayable } from '@rolecall/gate';
import type { RoundTool, RoundToolResult } from '@rolecall/kernel';
import { isBlank } from './blank.ts';
import { factValues } from './journey.ts';
import { replyBindings } from './reply-bindings.ts';
import type { CheckedText } from './reply-check.ts';
import type { ItemAtWork } from './round-context.ts';

type ReplyPack = ReplyAsset['packs'][string];

/** What the model chose, as it will be sent. */
export interface ChosenReply {
  readonly pack: string;
  readonly text: string;
}

/** What becomes of a choice. */
export interface PackUse {
  /** Whether the text may leave, as any sentence of the employee. */
  check(text: string): CheckedText;
  /** It stands in the reply, word for word. */
  choose(reply: ChosenReply): void;
}

/**
 * `use_reply`: the model chooses one of a business's ready replies for a situation. It fills in nothing and changes no word:
 * the runtime computes the variables, checks the text like any other and sends it. None where the business has no packs.
 * Source: capability boundaries, sections 三 and 八.
 */
export function replyPackTools(work: ItemAtWork, use: PackUse): readonly RoundTool[] {
  const packs = packsOf(work.context.release);
  if (packs.size === 0) return [];
  return [
    {
      name: 'use_reply',
      description: describe(packs, work.promptLanguage),
      inputSchema: {
        type: 'object',
        properties: {
          pack: { type: 'string', enum: [...packs.keys()] },
          candidate: { type: 'integer', minimum: 1 },
        },
        required: ['pack', 'candidate'],
        additionalProperties: false,
      },
      effect: 'read',
      // biome-ignore lint/correctness/useYield: a choice is written with the reply.
      async *execute(call) {
        return chosen(work, packs, call.input, use);
      },
    },
  ];
}

/** The packs of all reply assets, by id; of two with the same id the first. */
function packsOf(release: Release): ReadonlyMap<string, ReplyPack> {
  const packs = new Map<string, ReplyPack>();
  for (const asset of release.replies)
    for (const [id, pack] of Object.entries(asset.packs)) if (!packs.has(id)) packs.set(id, pack);
  return new Map([...packs].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function describe(packs: ReadonlyMap<string, ReplyPack>, language: Language): string {
  const zh = language === 'zh';
  const head = zh
    ? '发送业务准备好的一段回复：情形符合时，选一个回复包和其中一条的序号。系统填好变量并原样发给客户，你不要改写，也不要重复它的内容。'
    : 'Sends a reply that the business has ready: when its situation applies, choose a pack and the number of one of its candidates. The system fills in the variables and sends it word for word; do not rephrase or repeat it.';
  const listed = [...packs].map(([id, { use_when, candidates }]) => {
    const texts = candidates.map((text, index) => `  ${index + 1}. ${textIn(text, language)}`).join('\n');
    return `- ${id}: ${use_when.join(zh ? '；' : '; ')}\n${texts}`;
  });
  return [head, ...listed].join('\n');
}

function chosen(
  work: ItemAtWork,
  packs: ReadonlyMap<string, ReplyPack>,
  input: JsonObject,
  use: PackUse,
): RoundToolResult {
  const pack = typeof input.pack === 'string' ? packs.get(input.pack) : undefined;
  if (!pack || typeof input.pack !== 'string') {
    return refused(`There is no pack ${JSON.stringify(input.pack ?? null)}.`, { known: [...packs.keys()] });
  }
  const candidate = typeof input.candidate === 'number' ? pack.candidates[input.candidate - 1] : undefined;
  if (candidate === undefined) return refused('There is no such candidate.', { candidates: pack.candidates.length });
  const variables = variablesOf(pack, work);
  if (!variables.ok) return refused(variables.message, {});
  const rendered = renderTemplate(candidate, variables.values, work.language);
  if (!rendered.ok) return refused(rendered.error.message.en, {});
  const text = rendered.text.trim();
  const problem = isBlank(text) ? undefined : use.check(text).withheld[0];
  if (isBlank(text) || problem)
    return refused('This reply may not be sent as things stand.', { check: problem?.check });
  use.choose({ pack: input.pack, text });
  return { output: { status: 'will_be_sent', text, told: true }, isTold: true };
}

type Variables = { readonly ok: true; readonly values: JsonObject } | { readonly ok: false; readonly message: string };

/** The variables over contact, conversation, employee and the facts of the task that was worked on last. */
function variablesOf({ variables }: ReplyPack, work: ItemAtWork): Variables {
  const last = work.finder.instances().at(-1);
  const bindings = { ...replyBindings(work), facts: last ? factValues(last) : {} };
  const values: Record<string, JsonValue> = {};
  for (const [name, source] of Object.entries(variables)) {
    const found = evaluate(source, bindings);
    if (!found.ok) return { ok: false, message: `The variable "${name}" is not known: ${found.error.message.en}` };
    values[name] = displayable(found.value);
  }
  return { ok: true, values };
}

function refused(message: string, more: JsonObject): RoundToolResult {
  return { output: { status: 'not_usable', message, ...more }, isError: true };
}
