import type { CapabilitySpace, Release } from '@rolecall/assets';
import { type Language, textIn } from '@rolecall/base';
import type { CallOutcome, Notice, Receipt } from '@rolecall/gate';
import { blockText } from './block-texts.ts';
import { engineText } from './engine-texts.ts';
import type { ReplyKind, ReplyPart } from './entries.ts';

/** One message to the customer. */
export interface Reply {
  readonly kind: ReplyKind;
  readonly parts: readonly ReplyPart[];
  readonly operation?: string | undefined;
  readonly expiresAt?: string | undefined;
}

/** What a round has to tell. */
export interface ToTell {
  readonly language: Language;
  readonly space: CapabilitySpace;
  /** Of every call, in the order in which they ended. */
  readonly outcomes: readonly CallOutcome[];
  /** Model sentences that passed the checks. */
  readonly sentences: readonly string[];
  /** Something the model wanted to say was held back. */
  readonly withheld: 'claim' | 'never_say' | undefined;
  /** The engine's text for a round that came to nothing. */
  readonly fallback: string;
}

/**
 * The messages of a round, in order. What happened to each write is told first, in fixed text from its receipt; a block
 * says that nothing was done; then what the model says. A round that asks for a confirmation ends with the notice alone.
 * Never empty. Source: design, sections 5 and 6 ("Confirmation").
 */
export function composeReplies(told: ToTell): readonly Reply[] {
  const notice = told.outcomes.find((outcome) => outcome.kind === 'awaiting_confirmation');
  if (notice) {
    const before = told.outcomes
      .filter((outcome) => outcome.kind === 'ended' && outcome.receipt.effect === 'write')
      .flatMap((outcome) => partsOf(outcome, told));
    return [...(before.length > 0 ? [{ kind: 'reply' as const, parts: before }] : []), noticeReply(notice.notice)];
  }
  const current = told.outcomes.filter((outcome, index) => !isSuperseded(outcome, told.outcomes.slice(index + 1)));
  const modelSpeaks = told.sentences.some((sentence) => sentence.trim() !== '');
  const fixed = current.flatMap((outcome) => (isQuestion(outcome) && modelSpeaks ? [] : partsOf(outcome, told)));
  const parts: ReplyPart[] = [...withoutRepeats(fixed)];
  if (modelSpeaks) parts.push({ kind: 'model', text: told.sentences.join('').trim() });
  if (told.withheld !== undefined && !parts.some(({ kind }) => kind === 'fixed' || kind === 'block')) {
    parts.push({
      kind: 'engine',
      text: engineText(told.withheld === 'claim' ? 'claim_withheld' : 'sentence_withheld', told.language),
    });
  }
  if (parts.length === 0) parts.push({ kind: 'engine', text: told.fallback });
  return [{ kind: parts.every(({ kind }) => kind === 'ask') ? 'question' : 'reply', parts }];
}

/** The notice alone. */
export function noticeReply(notice: Notice): Reply {
  return {
    kind: 'notice',
    parts: [{ kind: 'notice', text: notice.text, operation: notice.operation }],
    operation: notice.operation,
    expiresAt: notice.expiresAt,
  };
}

/** The fixed text of a receipt, where the contract lets the runtime tell it. */
export function receiptPart(receipt: Receipt): ReplyPart | undefined {
  return receipt.telling.mode === 'fixed'
    ? { kind: 'fixed', text: receipt.telling.text, operation: receipt.id }
    : undefined;
}

/** The customer's word for a capability. */
export function titleOf(space: CapabilitySpace, capability: string, language: Language): string {
  return textIn(space.entries[capability]?.known?.title, language) || capability;
}

/** What an employee can be asked for, in its own words. */
export function abilitiesText(release: Release, space: CapabilitySpace, language: Language): string {
  const titles = Object.values(space.entries)
    .filter((entry) => entry.heldBackBy === undefined && release.contracts[entry.capability] !== undefined)
    .map((entry) => titleOf(space, entry.capability, language));
  return titles.length === 0
    ? engineText('can_do_nothing', language)
    : engineText('can_do', language, { titles: titles.join(language === 'zh' ? '、' : ', ') });
}

/** A block that a later call of the same capability overtook is not worth telling. */
function isSuperseded(outcome: CallOutcome, later: readonly CallOutcome[]): boolean {
  if (outcome.kind !== 'blocked') return false;
  return later.some((next) => capabilityOf(next) === outcome.capability);
}

function capabilityOf(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case 'ended':
      return outcome.receipt.capability;
    case 'awaiting_confirmation':
      return outcome.notice.capability;
    case 'blocked':
      return outcome.capability;
    default:
      return outcome satisfies never;
  }
}

function isQuestion(outcome: CallOutcome): boolean {
  return outcome.kind === 'blocked' && outcome.ask !== undefined;
}

function partsOf(outcome: CallOutcome, told: ToTell): readonly ReplyPart[] {
  switch (outcome.kind) {
    case 'ended': {
      const part = receiptPart(outcome.receipt);
      return part ? [part] : [];
    }
    case 'awaiting_confirmation':
      return [{ kind: 'notice', text: outcome.notice.text, operation: outcome.notice.operation }];
    case 'blocked':
      return blockParts(outcome, told);
    default:
      return outcome satisfies never;
  }
}

function blockParts(outcome: Extract<CallOutcome, { kind: 'blocked' }>, told: ToTell): readonly ReplyPart[] {
  if (outcome.ask) return [{ kind: 'ask', text: outcome.ask.text, operation: outcome.call }];
  const own =
    outcome.decision.say ??
    blockText(outcome.code, titleOf(told.space, outcome.capability, told.language), told.language);
  const part: ReplyPart = { kind: 'block', text: own, operation: outcome.call };
  const earlier = outcome.earlier?.receipt && receiptPart(outcome.earlier.receipt);
  return earlier
    ? [part, { ...earlier, text: engineText('last_result', told.language, { text: earlier.text }) }]
    : [part];
}

function withoutRepeats(parts: readonly ReplyPart[]): readonly ReplyPart[] {
  const seen = new Set<string>();
  return parts.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** The parts as one text: Chinese sentences stand side by side, others are parted by a blank. */
export function joinParts(parts: readonly ReplyPart[]): string {
  return parts.reduce((text, part) => {
    const next = part.text.trim();
    if (text === '' || next === '') return text + next;
    return /[。！？；」』”]$/.test(text) ? text + next : `${text} ${next}`;
  }, '');
}
