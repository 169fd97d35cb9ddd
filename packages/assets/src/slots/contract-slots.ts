import type { LocalizedText } from '@rolecall/base';
import { checkExpression } from '../expression/check-expression.ts';
import type { ExpressionEnvironment } from '../expression/expression-problem.ts';
import { typeOfSchema } from '../expression/type-of-schema.ts';
import { ANY, BOOL, INT, listOf, NUMBER, TEXT, type ValueType } from '../expression/value-type.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import type { CapabilityContract } from '../schema/capability-contract.ts';
import { expressionSlot, type Slot, textSlots } from './slot.ts';
import { CALL_NAMES } from './standing-types.ts';
import { type ContractTypes, readsType } from './type-book.ts';

type Names = ReadonlyMap<string, ValueType>;

/** Every expression and every text of a contract, with the names that exist where it stands. */
export function contractSlots(contract: CapabilityContract, types: ContractTypes): readonly Slot[] {
  return [
    ...argumentSlots(contract, types),
    ...expressionSlot(['authorization', 'require'], contract.authorization?.require, condition(callNames(types))),
    ...preconditionSlots(contract, types),
    ...guardSlots(contract, types),
    ...amountSlots(['limits'], contract.limits, decidedNames(types)),
    ...textSlots(['confirmation', 'notice'], contract.confirmation?.notice, text(contract, decidedNames(types))),
    ...resultSlots(contract, types),
    ...identitySlots(contract, types),
    ...presentationSlots(contract, types),
    ...claimSlots(contract, types),
  ];
}

/**
 * The names that a text of the contract sees, by the slot under which a business may word it otherwise: `notice`,
 * `ask.<argument>`, `say.<code>`, `text.<code>`. Undefined for a slot that the contract does not have.
 */
export function textSlotEnvironment(
  contract: CapabilityContract,
  types: ContractTypes,
  slot: string,
): ExpressionEnvironment | undefined {
  const [kind, name = ''] = splitSlot(slot);
  switch (kind) {
    case 'notice':
      return contract.confirmation && text(contract, decidedNames(types));
    case 'ask':
      return Object.hasOwn(contract.arguments, name) ? text(contract, askNames(types)) : undefined;
    case 'say':
      return sayCodes(contract).includes(name) ? text(contract, decidedNames(types)) : undefined;
    case 'text':
      return toldCodes(contract).includes(name) ? text(contract, toldNames(contract, types, name)) : undefined;
    default:
      return undefined;
  }
}

/** Every slot that `textSlotEnvironment` knows, for hints. */
export function textSlotNames(contract: CapabilityContract): readonly string[] {
  return [
    ...(contract.confirmation ? ['notice'] : []),
    ...Object.entries(contract.arguments).flatMap(([name, argument]) => ('origin' in argument ? [`ask.${name}`] : [])),
    ...sayCodes(contract).map((code) => `say.${code}`),
    ...toldCodes(contract).map((code) => `text.${code}`),
  ];
}

function splitSlot(slot: string): readonly [string, string | undefined] {
  const dot = slot.indexOf('.');
  return dot < 0 ? [slot, undefined] : [slot.slice(0, dot), slot.slice(dot + 1)];
}

function sayCodes(contract: CapabilityContract): readonly string[] {
  const preconditions = contract.preconditions.flatMap(({ otherwise }) => otherwise?.code ?? []);
  return [...preconditions, ...contract.guards.map(({ otherwise }) => otherwise.code)];
}

/** Codes that may have a text: the contract's own, and the outcomes for what has none. */
export function toldCodes(contract: CapabilityContract): readonly string[] {
  return [...new Set([...contract.result.codes.map(({ code }) => code), 'succeeded', 'failed', 'unknown'])];
}

function condition(names: Names): ExpressionEnvironment {
  return { names, wants: BOOL };
}

function text(contract: CapabilityContract, names: Names): ExpressionEnvironment {
  return { names, labelled: Object.keys(contract.arguments) };
}

function callNames(types: ContractTypes): Map<string, ValueType> {
  const { args, facts, configuration } = types;
  return new Map<string, ValueType>([
    ...CALL_NAMES,
    ['args', args],
    ['facts', facts],
    ['configuration', configuration],
  ]);
}

/** Once the preconditions have read. */
function decidedNames(types: ContractTypes, upTo = types.reads.length): Map<string, ValueType> {
  const names = callNames(types);
  return upTo === 0 ? names : names.set('reads', readsType(types.reads.slice(0, upTo)));
}

/** While something is still missing, no argument is sure to be there. */
function askNames(types: ContractTypes): Map<string, ValueType> {
  return callNames({ ...types, args: allOptional(types.args) });
}

function allOptional(type: ValueType): ValueType {
  if (type.kind !== 'object') return type;
  return { ...type, fields: new Map([...type.fields].map(([name, field]) => [name, { ...field, optional: true }])) };
}

function answeredNames(types: ContractTypes): Map<string, ValueType> {
  return decidedNames(types).set('result', types.result);
}

/** A text about something that failed, or whose outcome nobody knows, cannot count on a result. */
function toldNames(contract: CapabilityContract, types: ContractTypes, code: string): Map<string, ValueType> {
  const own = contract.result.codes.find((each) => each.code === code);
  const outcome = own?.outcome ?? code;
  if (!own && outcome === 'unknown') return decidedNames(types);
  const result = outcome === 'succeeded' ? types.projected : allOptional(types.projected);
  return decidedNames(types).set('result', result);
}

function argumentSlots(contract: CapabilityContract, types: ContractTypes): readonly Slot[] {
  return Object.entries(contract.arguments).flatMap(([name, argument]): readonly Slot[] => {
    const path: DocumentPath = ['arguments', name];
    if ('source' in argument) {
      const wants = argument.schema && typeOfSchema(argument.schema);
      return expressionSlot([...path, 'value'], argument.value, { names: callNames(types), wants });
    }
    const derived = argument.origin.flatMap((origin, index) =>
      typeof origin === 'object' && 'derived' in origin
        ? expressionSlot([...path, 'origin', index, 'derived'], origin.derived, { names: callNames(types) })
        : [],
    );
    return [...derived, ...textSlots([...path, 'ask'], argument.ask, text(contract, askNames(types)))];
  });
}

function preconditionSlots(contract: CapabilityContract, types: ContractTypes): readonly Slot[] {
  return contract.preconditions.flatMap(({ for_each, read, expect, otherwise }, index) => {
    const path: DocumentPath = ['preconditions', index];
    const before = decidedNames(types, index);
    const after = decidedNames(types, index + 1);
    return [
      ...expressionSlot([...path, 'for_each'], for_each, { names: before, wants: listOf(ANY) }),
      ...Object.entries(read.arguments).flatMap(([name, source]) =>
        expressionSlot([...path, 'read', 'arguments', name], source, { names: withItem(before, for_each, before) }),
      ),
      ...expressionSlot([...path, 'expect'], expect, condition(withItem(after, for_each, before))),
      ...textSlots([...path, 'otherwise', 'say'], otherwise?.say, text(contract, after)),
    ];
  });
}

/** With `item` and `index`, where something is looked at for each item of a list. */
function withItem(names: Names, list: string | undefined, listNames: Names): Names {
  if (list === undefined) return names;
  const { type } = checkExpression(list, { names: listNames });
  return new Map(names).set('item', type.kind === 'list' ? type.item : ANY).set('index', INT);
}

function guardSlots(contract: CapabilityContract, types: ContractTypes): readonly Slot[] {
  const names = decidedNames(types);
  return contract.guards.flatMap(({ for_each, expect, otherwise }, index) => [
    ...expressionSlot(['guards', index, 'for_each'], for_each, { names, wants: listOf(ANY) }),
    ...expressionSlot(['guards', index, 'expect'], expect, condition(withItem(names, for_each, names))),
    ...textSlots(['guards', index, 'otherwise', 'say'], otherwise.say, text(contract, names)),
  ]);
}

/** What amounts are measured by; it comes after the preconditions, so that it may look at what they read. */
export function amountSlots(path: DocumentPath, limits: CapabilityContract['limits'], names: Names): readonly Slot[] {
  return (limits?.amounts ?? []).flatMap(({ of }, index) =>
    expressionSlot([...path, 'amounts', index, 'of'], of, { names, wants: NUMBER }),
  );
}

function resultSlots(contract: CapabilityContract, types: ContractTypes): readonly Slot[] {
  const names = answeredNames(types);
  const { codes, project, facts, read_back } = contract.result;
  return [
    ...codes.flatMap(({ when }, index) => expressionSlot(['result', 'codes', index, 'when'], when, condition(names))),
    ...Object.entries(project).flatMap(([name, source]) =>
      expressionSlot(['result', 'project', name], source, { names }),
    ),
    ...Object.entries(facts).flatMap(([name, source]) =>
      expressionSlot(['result', 'facts', name], source, { names, wants: factType(types, name) }),
    ),
    ...readBackSlots(read_back, types),
  ];
}

function identitySlots({ identifies }: CapabilityContract, types: ContractTypes): readonly Slot[] {
  const names = answeredNames(types);
  return [
    ...expressionSlot(['identifies', 'external_id'], identifies?.external_id, { names, wants: TEXT }),
    ...expressionSlot(['identifies', 'when'], identifies?.when, condition(names)),
  ];
}

function factType(types: ContractTypes, name: string): ValueType | undefined {
  return types.facts.kind === 'object' ? types.facts.fields.get(name)?.type : undefined;
}

function readBackSlots(readBack: CapabilityContract['result']['read_back'], types: ContractTypes): readonly Slot[] {
  if (!readBack || !types.readBack) return [];
  const path: DocumentPath = ['result', 'read_back'];
  // The id under which the write was sent finds a creation that has no other name yet.
  const names = callNames(types).set('request_id', TEXT);
  const found = new Map(names).set('read_back', types.readBack);
  return [
    ...Object.entries(readBack.arguments ?? {}).flatMap(([name, source]) =>
      expressionSlot([...path, 'arguments', name], source, { names }),
    ),
    ...expressionSlot([...path, 'succeeded_when'], readBack.succeeded_when, condition(found)),
    ...Object.entries(readBack.project ?? {}).flatMap(([name, source]) =>
      expressionSlot([...path, 'project', name], source, { names: found }),
    ),
  ];
}

function presentationSlots(contract: CapabilityContract, types: ContractTypes): readonly Slot[] {
  return Object.entries(contract.presentation_policy).flatMap(([code, presentation]): readonly Slot[] => {
    const environment = text(contract, toldNames(contract, types, code));
    const path: DocumentPath = ['presentation_policy', code];
    if (presentation.mode === 'fixed') return textSlots([...path, 'text'], presentation.text, environment);
    return (presentation.must_include ?? []).flatMap((part: LocalizedText, index) =>
      textSlots([...path, 'must_include', index], part, environment),
    );
  });
}

/** A claim is looked at in a sentence, without any call: only facts can support it. */
function claimSlots(contract: CapabilityContract, types: ContractTypes): readonly Slot[] {
  const names: Names = new Map([['facts', types.facts]]);
  return contract.claims.flatMap(({ supported_by }, index) =>
    expressionSlot(['claims', index, 'supported_by'], supported_by, condition(names)),
  );
}
