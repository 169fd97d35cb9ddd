import { type CapabilityContract, labelsOf, type Release, type SemanticArgument } from '@rolecall/assets';
import { canonicalJson, type JsonValue, type Language, textIn } from '@rolecall/base';
import { argumentList } from '../arguments/argument-list.ts';
import { membersOf } from '../arguments/members-of.ts';
import { wishOf } from '../arguments/prepare-arguments.ts';
import { ledgerRule, repeatedHolder } from '../boundaries/ledger-rule.ts';
import type { CallInputs } from '../call-inputs.ts';
import type { ArgumentOrigin, PreparedArguments } from '../decision.ts';
import { type Bindings, renderText } from '../expressions.ts';
import { findNumber, findText } from '../words/find-value.ts';
import { foldText } from '../words/folded-text.ts';
import { foldWord } from '../words/folded-word.ts';
import { contractText } from './contract-texts.ts';
import { displayValue } from './display-value.ts';
import { engineText } from './engine-texts.ts';
import { localMoment } from './local-moment.ts';

/** What a notice is made from. */
export interface NoticeParts {
  readonly release: Pick<Release, 'replies'>;
  readonly contract: CapabilityContract;
  readonly prepared: PreparedArguments;
  readonly bindings: Bindings;
  readonly language: Language;
  readonly inputs: Pick<CallInputs, 'earlierReads' | 'ledger' | 'now' | 'employee'>;
}

/**
 * The exact text that asks the customer to confirm. It shows every labelled argument as it will be sent, in a line of its
 * own where the template does not, and every unproven one, and every one taken from a fact, with where it came from. A template that cannot be rendered
 * gives way to the engine's text, which shows the same.
 * Source: design, section 6, "Confirmation" and "Origin of arguments".
 */
export function renderNotice(parts: NoticeParts): string {
  const { contract, language } = parts;
  const template = contractText(parts.release, contract, 'notice', contract.confirmation?.notice, language);
  const rendered =
    template !== undefined ? renderText(template, parts.bindings, language, labelsOf(contract)) : undefined;
  const source = rendered?.ok ? textIn(template, language) : '';
  const head = rendered?.ok
    ? rendered.text
    : engineText('notice', language, { title: textIn(contract.title, language) });
  return repetition(parts) + head + argumentLines(parts, source, head);
}

/**
 * The exact text that an operator is asked to approve: what is to be done, with every labelled argument as it will be sent in
 * a line of its own, and every unproven one with where it came from.
 */
export function renderApproval(parts: NoticeParts): string {
  const { contract, language } = parts;
  const head = engineText('approval', language, { title: textIn(contract.title, language) });
  return repetition(parts) + head + argumentLines(parts, '', '');
}

/** For a deliberate repetition: a line that says that it is one, and when the same was done last. */
function repetition({ contract, prepared, inputs, language }: NoticeParts): string {
  const earlier = repeatedHolder(inputs, ledgerRule(contract), () => wishOf(contract, prepared.values));
  if (!earlier) return '';
  const at = localMoment(earlier.at, inputs.employee.time_zone);
  return `${engineText('repeats', language, { title: textIn(contract.title, language), at })}\n`;
}

/** A line for each argument that the head does not show, behind it. */
function argumentLines(parts: NoticeParts, source: string, head: string): string {
  const { contract, prepared, language } = parts;
  const labels = labelsOf(contract);
  let lines = '';
  for (const { name, argument } of argumentList(contract).semantic) {
    const value = prepared.values[name];
    if (value === undefined) continue;
    const from = originOf(name, prepared);
    const isUnproven = from === 'unproven';
    const isAssumed = isUnproven || from === 'fact';
    const shown = wholeMinute(argument, value, parts) ?? displayValue(labels, name, value, language);
    if (!isAssumed && (argument.label === undefined || (mentions(source, name) && head.includes(shown)))) continue;
    const label = argument.label === undefined ? name : textIn(argument.label, language);
    const mark = isUnproven ? whence(value, parts) : from === 'fact' ? engineText('from_fact', language) : '';
    lines += `\n${engineText('line', language, { label, value: shown })}${mark}`;
  }
  return lines;
}

function originOf(argument: string, { origins }: PreparedArguments): ArgumentOrigin['from'] | undefined {
  for (const origin of origins) if (origin.argument === argument) return origin.from;
  return undefined;
}

/** A moment without seconds as the clocks of the business show it; any other value is shown as it is. */
function wholeMinute({ schema }: SemanticArgument, value: JsonValue, { inputs }: NoticeParts): string | undefined {
  if (schema.format !== 'date-time' || typeof value !== 'string') return undefined;
  return Date.parse(value) % 60_000 === 0 ? localMoment(value, inputs.employee.time_zone) : undefined;
}

/** True when an expression of the template names the argument; that its value then shows is looked at as well. */
function mentions(template: string, argument: string): boolean {
  const present = known.get(template)?.get(argument);
  return present ?? learnMention(template, argument);
}

function learnMention(template: string, argument: string): boolean {
  const found = looksForMention(template, argument);
  if (known.size >= MOST_KNOWN) known.clear();
  const ofTemplate = known.get(template) ?? new Map<string, boolean>();
  known.set(template, ofTemplate.set(argument, found));
  return found;
}

const MOST_KNOWN = 5_000;
const known = new Map<string, Map<string, boolean>>();

function looksForMention(template: string, argument: string): boolean {
  const expressions = [...template.matchAll(/\{\{(.*?)\}\}/gs)].map((match) => match[1] ?? '');
  const named = new RegExp(
    `\\bargs\\.${argument}\\b|\\bargs\\[\\s*["']${argument}["']|\\blabel\\(\\s*["']${argument}["']`,
  );
  return expressions.some((expression) => named.test(expression));
}

/** A value that stands in something a tool answered was probably taken from there; else it is the model's own. */
function whence(value: JsonValue, { inputs, language }: NoticeParts): string {
  const isRead = inputs.earlierReads.some((read) => membersOf(read.result).some((member) => holdsValue(member, value)));
  return engineText(isRead ? 'from_read' : 'inferred', language);
}

function holdsValue(member: JsonValue, value: JsonValue): boolean {
  if (canonicalJson(member) === canonicalJson(value)) return true;
  if (typeof member !== 'string') return false;
  if (typeof value === 'string') return findText(foldWord(value), foldText(member)) !== undefined;
  return typeof value === 'number' && findNumber(value, foldText(member)) !== undefined;
}
