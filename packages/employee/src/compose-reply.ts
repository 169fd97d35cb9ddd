import type { CapabilitySpace } from '@rolecall/assets';
import type { Language } from '@rolecall/base';
import { canonicalJson } from '@rolecall/base';
import type { CallOutcome, Notice, Receipt } from '@rolecall/gate';
import { isBlank } from './blank.ts';
import { blockText } from './block-texts.ts';
import { titleOf } from './capability-title.ts';
import { engineText } from './engine-texts.ts';
import type { ReplyKind, ReplyPart } from './entries.ts';
import { sentencesOf } from './sentences.ts';

/** So many writes stand in one notice, so that each has a number of one digit. */
export const MOST_ASKED = 9;

/** One message to the customer. */
export interface Reply {
  readonly kind: ReplyKind;
  readonly parts: readonly ReplyPart[];
  readonly operation?: string | undefined;
  /** Of a notice about several operations, in the order of their numbers; it has no `operation` then. */
  readonly operations?: readonly string[] | undefined;
  readonly expiresAt?: string | undefined;
}

/** What a round has to tell. */
export interface ToTell {
  readonly language: Language;
  readonly space: CapabilitySpace;
  /** Of every call, in the order in which they ended. */
  readonly outcomes: readonly CallOutcome[];
  /** Capabilities whose call was not proposed, because another one waits for the customer's word. */
  readonly postponed?: readonly string[] | undefined;
  /** Capabilities whose call was not proposed, because the message asks for something that must be refused. */
  readonly unproposed?: readonly string[] | undefined;
  /** What the customer asked for and is refused, in the words of the business. */
  readonly refusals?: readonly string[] | undefined;
  /** Ready replies of the business that the model chose. */
  readonly packs?: readonly string[] | undefined;
  /** What the model asks with `ask_user`; it has passed the checks. */
  readonly question?: string | undefined;
  /** Model sentences that passed the checks. */
  readonly sentences: readonly string[];
  /** What the customer has seen of the reply while it was made: it stays, and the rest follows. */
  readonly shown?: SaidSoFar | undefined;
  /** Something the model wanted to say was held back. */
  readonly withheld: 'claim' | 'never_say' | 'policy' | undefined;
  /** The engine's text for a round that came to nothing. */
  readonly fallback: string;
  /** How many of a list that was answered in part still wait for the customer's word. */
  readonly stillWaiting?: number | undefined;
}

/**
 * The messages of a round, in order. What happened to each write is told first, in fixed text from its receipt; a block
 * says that nothing was done; then what the model says. A round that asks for a confirmation ends with the notice alone:
 * what the runtime has to tell beside it goes before, in a message of its own, and model text is dropped.
 * Never empty. Source: design, sections 5 and 6 ("Confirmation").
 */
export function composeReplies(told: ToTell): readonly Reply[] {
  const current = told.outcomes.filter((outcome, index) => !isSuperseded(outcome, told.outcomes.slice(index + 1)));
  const notices = new Map(
    current.flatMap((outcome) =>
      outcome.kind === 'awaiting_confirmation' ? [[outcome.notice.operation, outcome.notice] as const] : [],
    ),
  );
  if (notices.size > 0) {
    const before = [
      ...refusals(told),
      ...withoutRepeats(current.flatMap((outcome) => partsBesideNotice(outcome, told))),
      ...postponed(told),
    ];
    const beside = [
      ...(told.shown?.parts.map(trimmed) ?? []),
      ...before.filter((part) => !isAmong(part, told.shown?.parts ?? [])),
    ];
    return [
      ...(beside.length > 0 ? [{ kind: 'reply' as const, parts: beside }] : []),
      noticeReply([...notices.values()], told.language),
    ];
  }
  const said = addSaid(told.shown ?? NOTHING_SAID, toldParts(told), told.sentences);
  const parts = [...said.parts.map(trimmed), ...missingParts(current, said.parts), ...questions(current, told)];
  if (told.withheld !== undefined && !parts.some(answersInstead)) {
    const text = engineText(told.withheld === 'claim' ? 'claim_withheld' : 'sentence_withheld', told.language);
    parts.push({ kind: 'engine', text });
  }
  if (told.stillWaiting !== undefined && told.stillWaiting > 0) {
    const text = engineText('still_waiting', told.language, { count: String(told.stillWaiting) });
    parts.push({ kind: 'engine', text });
  }
  if (parts.length === 0) parts.push({ kind: 'engine', text: told.fallback });
  return [{ kind: parts.every(({ kind }) => kind === 'ask') ? 'question' : 'reply', parts }];
}

/** What is said of a reply while it is made: parts in their order, and how many of the model's sentences are in them. */
export interface SaidSoFar {
  readonly parts: readonly ReplyPart[];
  readonly sentences: number;
}

const NOTHING_SAID: SaidSoFar = { parts: [], sentences: 0 };

/** What the runtime itself tells, without questions: refusals, receipts, blocks, chosen replies. */
export function toldParts(told: ToTell): readonly ReplyPart[] {
  const current = told.outcomes.filter((outcome, index) => !isSuperseded(outcome, told.outcomes.slice(index + 1)));
  return withoutRepeats([
    ...refusals(told),
    ...current.flatMap((outcome) => fixedParts(outcome, told)),
    ...unproposed(told),
    ...(told.packs ?? []).map((text): ReplyPart => ({ kind: 'pack', text })),
  ]);
}

/** Adds what is not said yet: first what the runtime tells, then the model's further sentences. */
export function addSaid(said: SaidSoFar, told: readonly ReplyPart[], sentences: readonly string[]): SaidSoFar {
  const fresh = told.filter((part) => !isAmong(part, said.parts));
  const parts = [...said.parts, ...fresh];
  const ofRuntime = parts.filter(({ kind }) => kind !== 'model');
  const words = withoutTold(sentences.slice(said.sentences), ofRuntime).join('');
  const last = parts.at(-1);
  if (last?.kind === 'model') parts[parts.length - 1] = { ...last, text: joinedWords(last.text, words) };
  else if (!isBlank(words)) parts.push({ kind: 'model', text: words.trimStart() });
  return { parts, sentences: sentences.length };
}

/** What was said before ends where the next begins: with a blank between them, where the script has one. */
function joinedWords(before: string, words: string): string {
  return isBlank(words) || /[\s。！？；」』”]$/u.test(before) || /^\s/u.test(words)
    ? before + words
    : `${before} ${words}`;
}

function trimmed(part: ReplyPart): ReplyPart {
  return part.kind === 'model' ? { ...part, text: part.text.trim() } : part;
}

function isAmong(part: ReplyPart, parts: readonly ReplyPart[]): boolean {
  return parts.some(
    ({ kind, text, operation }) =>
      text === part.text && (part.kind !== 'fixed' || (kind === 'fixed' && operation === part.operation)),
  );
}

/** What the runtime itself tells stands for what a model may not say. */
function answersInstead({ kind, operation }: ReplyPart): boolean {
  return kind === 'refusal' || (operation !== undefined && (kind === 'fixed' || kind === 'block'));
}

/** The notice alone; several stand in one, as a list that numbers each. */
export function noticeReply(notices: readonly Notice[], language: Language): Reply {
  const [only] = notices;
  if (notices.length === 1 && only) {
    const { text, operation, expiresAt } = only;
    return { kind: 'notice', parts: [{ kind: 'notice', text, operation }], operation, expiresAt };
  }
  const items = notices.map(
    ({ text, operation, expiresAt }, index): ReplyPart => ({
      kind: 'notice',
      text: `${index + 1}. ${text}`,
      operation,
      expiresAt,
    }),
  );
  const count = String(notices.length);
  return {
    kind: 'notice',
    parts: [
      { kind: 'engine', text: engineText('confirm_list', language, { count }) },
      ...items,
      { kind: 'engine', text: engineText('confirm_list_how', language) },
    ],
    operations: notices.map(({ operation }) => operation),
    // The list is open as long as one of them is.
    expiresAt: notices
      .map(({ expiresAt }) => expiresAt)
      .sort()
      .at(-1),
  };
}

/** The fixed text of a receipt, where the contract lets the runtime tell it. */
export function receiptPart(receipt: Receipt): ReplyPart | undefined {
  return receipt.telling.mode === 'fixed'
    ? { kind: 'fixed', text: receipt.telling.text, operation: receipt.id }
    : undefined;
}

/**
 * A block that a later call of the same capability overtook is not worth telling: one whose arguments were put right, or
 * one that was tried again with the same. What was blocked for another target is still told.
 */
function isSuperseded(outcome: CallOutcome, later: readonly CallOutcome[]): boolean {
  if (outcome.kind !== 'blocked') return false;
  const next = later.filter((other) => capabilityOf(other) === outcome.capability);
  if (next.length === 0) return false;
  const own = outcome.decision.prepared?.values;
  if (own === undefined || outcome.code.startsWith('argument_')) return true;
  return next.some((other) => canonicalJson(argumentsOf(other) ?? own) === canonicalJson(own));
}

function capabilityOf(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case 'ended':
      return outcome.receipt.capability;
    case 'awaiting_confirmation':
      return outcome.notice.capability;
    case 'awaiting_approval':
      return outcome.request.capability;
    case 'blocked':
      return outcome.capability;
    default:
      return outcome satisfies never;
  }
}

function argumentsOf(outcome: CallOutcome): Receipt['arguments'] | undefined {
  return outcome.kind === 'ended' ? outcome.receipt.arguments : outcome.decision.prepared?.values;
}

function partsBesideNotice(outcome: CallOutcome, told: ToTell): readonly ReplyPart[] {
  if (outcome.kind === 'ended') return outcome.receipt.effect === 'write' ? receiptParts(outcome.receipt) : [];
  return fixedParts(outcome, told);
}

function postponed({ postponed: capabilities = [], space, language }: ToTell): readonly ReplyPart[] {
  return [...new Set(capabilities)].map((capability) => ({
    kind: 'block',
    text: engineText('postponed', language, {
      title: titleOf(space, capability, language),
      most: String(MOST_ASKED),
    }),
  }));
}

function refusals({ refusals: texts = [] }: ToTell): readonly ReplyPart[] {
  return [...new Set(texts)].map((text) => ({ kind: 'refusal', text }));
}

function unproposed({ unproposed: capabilities = [], space, language }: ToTell): readonly ReplyPart[] {
  return [...new Set(capabilities)].map((capability) => ({
    kind: 'block',
    text: engineText('not_with_refusal', language, { title: titleOf(space, capability, language) }),
  }));
}

/** What the runtime itself tells of an outcome: a receipt's fixed text, or why nothing was done. Not questions. */
function fixedParts(outcome: CallOutcome, told: ToTell): readonly ReplyPart[] {
  switch (outcome.kind) {
    case 'ended':
      return receiptParts(outcome.receipt);
    case 'blocked':
      return questionOf(outcome) ? [] : blockParts(outcome, told);
    case 'awaiting_confirmation':
      return [];
    case 'awaiting_approval': {
      const { capability, operation } = outcome.request;
      const title = titleOf(told.space, capability, told.language);
      return [{ kind: 'block', text: engineText('awaiting_approval', told.language, { title }), operation }];
    }
    default:
      return outcome satisfies never;
  }
}

function receiptParts(receipt: Receipt): readonly ReplyPart[] {
  const part = receiptPart(receipt);
  return part ? [part] : [];
}

function blockParts(outcome: Extract<CallOutcome, { kind: 'blocked' }>, told: ToTell): readonly ReplyPart[] {
  const { say } = outcome.decision;
  const text =
    say === undefined || isBlank(say)
      ? blockText(
          outcome.code,
          titleOf(told.space, outcome.capability, told.language),
          told.language,
          outcome.decision.reason,
        )
      : say;
  const part: ReplyPart = { kind: 'block', text, operation: outcome.call };
  const earlier = outcome.earlier?.receipt && receiptPart(outcome.earlier.receipt);
  return earlier
    ? [part, { ...earlier, text: engineText('last_result', told.language, { text: earlier.text }) }]
    : [part];
}

/** What a contract wants told and the model left out. */
function missingParts(outcomes: readonly CallOutcome[], said: readonly ReplyPart[]): readonly ReplyPart[] {
  const text = said.flatMap(({ kind, text: words }) => (kind === 'model' ? [words] : [])).join('\n');
  const missing = outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'ended' || outcome.receipt.telling.mode !== 'model') return [];
    return outcome.receipt.telling.mustInclude.filter((wanted) => !isBlank(wanted) && !text.includes(wanted.trim()));
  });
  return [...new Set(missing)].map((wanted): ReplyPart => ({ kind: 'fixed', text: wanted }));
}

/** What the runtime tells itself is not told again in the same words. */
function withoutTold(sentences: readonly string[], fixed: readonly ReplyPart[]): readonly string[] {
  const told = new Set(fixed.flatMap(({ text }) => sentencesOf(text)).map((sentence) => sentence.trim()));
  return sentences.filter((sentence) => isBlank(sentence) || !told.has(sentence.trim()));
}

const ASKS =
  /[?？]|请您?(?:问|提供|告诉|告知|给|输入|说明|补充|选择|发)|\bplease (?:tell|give|provide|let me know|enter|choose|send)/i;

/** The model's question, else the gate's, unless the model has asked something in its answer. */
function questions(outcomes: readonly CallOutcome[], told: ToTell): readonly ReplyPart[] {
  if (told.question !== undefined) return [{ kind: 'ask', text: told.question }];
  if (ASKS.test(told.sentences.join(''))) return [];
  const asked = outcomes.flatMap((outcome): readonly ReplyPart[] => {
    const question = questionOf(outcome) ?? offerOf(outcome, told);
    return question === undefined ? [] : [{ kind: 'ask', text: question, operation: callOf(outcome) }];
  });
  return withoutRepeats(asked);
}

function questionOf(outcome: CallOutcome): string | undefined {
  if (outcome.kind === 'awaiting_confirmation' || outcome.kind === 'awaiting_approval') return undefined;
  const text = outcome.kind === 'ended' ? outcome.receipt.ask?.text : outcome.ask?.text;
  return text === undefined || isBlank(text) ? undefined : text;
}

/** What the contract offers after this result, as long as the employee can do it. */
function offerOf(outcome: CallOutcome, { space, language }: ToTell): string | undefined {
  const then = outcome.kind === 'ended' ? outcome.receipt.then : undefined;
  if (typeof then !== 'object' || !('offer' in then)) return undefined;
  const entry = Object.hasOwn(space.entries, then.offer) ? space.entries[then.offer] : undefined;
  if (!entry?.bound || entry.heldBackBy !== undefined) return undefined;
  return engineText('offer', language, { title: titleOf(space, then.offer, language) });
}

function callOf(outcome: CallOutcome): string | undefined {
  return outcome.kind === 'ended' ? outcome.receipt.id : outcome.kind === 'blocked' ? outcome.call : undefined;
}

/** The same words once; two writes that ended alike are told both. */
function withoutRepeats(parts: readonly ReplyPart[]): readonly ReplyPart[] {
  const seen = new Set<string>();
  return parts.filter(({ kind, text, operation }) => {
    const key = kind === 'fixed' ? `${operation} ${text}` : text;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * The parts as one text: Chinese sentences stand side by side, others are parted by a blank; a notice stands on lines of its
 * own.
 */
export function joinParts(parts: readonly ReplyPart[]): string {
  return parts.reduce((text, part, index) => {
    const next = part.text.trim();
    if (text === '' || next === '') return text + next;
    if (part.kind === 'notice' || parts[index - 1]?.kind === 'notice') return `${text}\n${next}`;
    return /[。！？；」』”]$/.test(text) ? text + next : `${text} ${next}`;
  }, '');
}
