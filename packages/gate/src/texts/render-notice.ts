import {
  type CapabilityContract,
  type PreparedTemplate,
  prepareTemplate,
  type Release,
  type SemanticArgument,
} from '@rolecall/assets';
import { canonicalJson, type JsonValue, type Language, textIn } from '@rolecall/base';
import { argumentList } from '../arguments/argument-list.ts';
import { membersOf } from '../arguments/members-of.ts';
import { wishOf } from '../arguments/prepare-arguments.ts';
import { ledgerRule, repeatedHolder } from '../boundaries/ledger-rule.ts';
import type { CallInputs } from '../call-inputs.ts';
import type { ArgumentOrigin, PreparedArguments } from '../decision.ts';
import { type Bindings, renderPrepared } from '../expressions.ts';
import { onceFor } from '../once-for.ts';
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
  const declared = contractText(parts.release, contract, 'notice', contract.confirmation?.notice, language);
  const template = declared === undefined ? undefined : prepareTemplate(textIn(declared, language));
  const rendered = template && renderPrepared(template, parts.bindings, language, argumentList(contract).labels);
  if (rendered?.ok) return repetition(parts) + rendered.text + argumentLines(parts, { template, text: rendered.text });
  const text = engineText('notice', language, { title: textIn(contract.title, language) });
  return repetition(parts) + text + argumentLines(parts, { template: undefined, text });
}

/**
 * The exact text that an operator is asked to approve: what is to be done, with every labelled argument as it will be sent in
 * a line of its own, and every unproven one with where it came from.
 */
export function renderApproval(parts: NoticeParts): string {
  const { contract, language } = parts;
  const head = engineText('approval', language, { title: textIn(contract.title, language) });
  return repetition(parts) + head + argumentLines(parts, NOTHING_SHOWN);
}

/** For a deliberate repetition: a line that says that it is one, and when the same was done last. */
function repetition({ contract, prepared, inputs, language }: NoticeParts): string {
  const earlier = repeatedHolder(inputs, ledgerRule(contract), () => wishOf(contract, prepared.values));
  if (!earlier) return '';
  const at = localMoment(earlier.at, inputs.employee.time_zone);
  return `${engineText('repeats', language, { title: textIn(contract.title, language), at })}\n`;
}

/** What stands before the lines, and the template that it comes from. */
interface Head {
  readonly template: PreparedTemplate | undefined;
  readonly text: string;
}

const NOTHING_SHOWN: Head = { template: undefined, text: '' };

/** A line for each argument that the head does not show, behind it. */
function argumentLines(parts: NoticeParts, head: Head): string {
  const { contract, prepared, language } = parts;
  const { labels, semantic } = argumentList(contract);
  let lines = '';
  for (const { name, argument } of semantic) {
    const value = prepared.values[name];
    if (value === undefined) continue;
    const from = originOf(name, prepared);
    const isUnproven = from === 'unproven';
    const isAssumed = isUnproven || from === 'fact';
    const shown = wholeMinute(argument, value, parts) ?? displayValue(labels, name, value, language);
    if (!isAssumed && (argument.label === undefined || isShown(name, shown, head))) continue;
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

/** Its value stands there, and an expression of the template names it. */
function isShown(argument: string, shown: string, { template, text }: Head): boolean {
  return template !== undefined && mentions(template, argument) && text.includes(shown);
}

function mentions(template: PreparedTemplate, argument: string): boolean {
  const known = mentionsOf(template);
  const present = known.get(argument);
  if (present !== undefined) return present;
  const found = looksForMention(template.source, argument);
  known.set(argument, found);
  return found;
}

/** What was found out about a template: which arguments it names. */
const mentionsOf = onceFor((_: PreparedTemplate) => new Map<string, boolean>());

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
