import { isJsonObject, type JsonObject, type JsonValue, type Language } from '@rolecall/base';
import { partWords } from '@rolecall/gate/record-words';
import type { TracedRound } from '@rolecall/host';
import type { JournalEntry } from '@rolecall/journal';
import { TEXTS, type Texts } from '../texts.ts';
import { COLON, codeIn, markOf, wordFor } from './marks.ts';

/** One round for a person: its entries in order, decisions with their boundaries, receipts with their outcome. */
export function roundLines(round: TracedRound, language: Language): readonly string[] {
  const texts = TEXTS[language];
  const name = round.round === '' ? texts.tracing.outside : `${texts.tracing.round} ${round.round}`;
  const end = round.endedAt ?? (round.round === '' ? '' : texts.tracing.running);
  return [
    `${name}  ${round.startedAt}${end === '' ? '' : ` – ${end}`}`,
    ...round.entries.flatMap((entry) => entryLines(entry, language)),
    '',
  ];
}

function entryLines(entry: JournalEntry, language: Language): readonly string[] {
  const texts = TEXTS[language];
  const head = `  #${String(entry.sequence).padEnd(4)} ${entry.at.slice(11, 23)}  ${entry.kind}`;
  const decision = isJsonObject(entry.data.decision) ? entry.data.decision : undefined;
  if (entry.kind === 'gate.decision' && decision !== undefined) return decisionLines(head, entry, decision, language);
  const receipt = isJsonObject(entry.data.receipt) ? entry.data.receipt : undefined;
  if (receipt !== undefined) {
    return [
      ...receiptLines(head, receipt, texts),
      ...objectsOf(entry.data.sampled).map((one) => sampledLine(one, texts)),
    ];
  }
  const spoken = textOf(entry);
  if (spoken !== undefined) return [head, ...spoken.split('\n').map((line) => `         ${line}`)];
  const told = shortFields(entry.data);
  return [told === '' ? head : `${head}  ${told}`];
}

function decisionLines(head: string, entry: JournalEntry, decision: JsonObject, language: Language): readonly string[] {
  const texts = TEXTS[language];
  const { allowed, blocked } = texts.tracing;
  const code = [decision.code, decision.reason]
    .flatMap((part) => (typeof part === 'string' ? [codeIn(part, language)] : []))
    .join(' / ');
  const verdict = decision.verdict === 'allow' ? allowed : `${blocked} ${code}`.trimEnd();
  const checks = objectsOf(decision.checks);
  return [
    `${head}  ${String(entry.data.capability ?? '')}  ${verdict}`,
    ...checks.flatMap((check, index) => [
      `         ${markOf(String(check.outcome))} ${index + 1} ${wordFor(texts.boundaries, String(check.boundary))}${
        typeof check.code === 'string' ? `  ${check.code}` : ''
      }`,
      ...objectsOf(check.parts).map((part) => `             ${partLine(part, language)}`),
    ]),
  ];
}

function partLine(part: JsonObject, language: Language): string {
  const recorded = typeof part.detail === 'string' ? part.detail : undefined;
  const { what, detail } = partWords({ what: String(part.what ?? ''), detail: recorded }, language);
  return [`${markOf(String(part.outcome))} ${what}`, ...(detail === undefined ? [] : [detail])].join(COLON[language]);
}

function receiptLines(head: string, receipt: JsonObject, texts: Texts): readonly string[] {
  const outcome = wordFor(texts.tracing.receipts, String(receipt.outcome));
  const telling = isJsonObject(receipt.telling) ? receipt.telling.text : undefined;
  return [
    `${head}  ${String(receipt.capability ?? '')}  ${outcome} (${String(receipt.code ?? '')})`,
    ...(typeof telling === 'string' ? [`         ${telling}`] : []),
  ];
}

/** What the system had a model write while it worked on the call. */
function sampledLine(sampled: JsonObject, { tracing }: Texts): string {
  const { model, reason } = sampled;
  const usage = isJsonObject(sampled.usage) ? sampled.usage : {};
  const told =
    sampled.status === 'written'
      ? tracing.wroteForSystem(String(model), Number(usage.inputTokens), Number(usage.outputTokens))
      : tracing.wroteNothing(String(reason));
  return `         ${told}`;
}

/** What was said, by whoever said it. */
function textOf({ kind, data }: JournalEntry): string | undefined {
  if (kind === 'gate.awaiting_confirmation' && isJsonObject(data.notice)) return String(data.notice.text ?? '');
  if (kind === 'gate.awaiting_approval' && isJsonObject(data.request)) return String(data.request.text ?? '');
  return typeof data.text === 'string' && data.text !== '' ? data.text : undefined;
}

/** Of any other entry, also one of an unknown kind: its fields that fit on a line. */
function shortFields(data: JsonObject): string {
  return Object.entries(data)
    .filter(([, value]) => value !== undefined && value !== null && value !== '' && typeof value !== 'object')
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
