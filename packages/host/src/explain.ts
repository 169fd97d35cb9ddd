import {
  BOUNDARIES,
  type CapabilityContract,
  describeLimits,
  reasonOf,
  type SpaceEntry,
  tightenContract,
} from '@rolecall/assets';
import { type JsonObject, type Language, meantOrKnown, RolecallError, textIn } from '@rolecall/base';
import type { CheckPart } from '@rolecall/gate';
import { ORIGINS, partName } from '@rolecall/gate/record-words';
import { explainCall } from './explain-call.ts';
import { explainControl, withPlaces } from './explain-parts.ts';
import type { Explanation, RunningEmployee } from './workspace.ts';

/**
 * What release and employee decide about one capability, boundary by boundary, with the asset and line behind each.
 * Nothing is called and no model asked; what only a call can tell is listed under the fifth. With `args` the fifth also says
 * what is already sure of a call with them.
 */
export function explainCapability(
  employee: RunningEmployee,
  capability: string,
  language: Language,
  args?: JsonObject | undefined,
  /** What a relative date in `args` is relative to. */
  now: string = new Date().toISOString(),
): Explanation {
  const { entries } = employee.space;
  const entry = Object.hasOwn(entries, capability) ? entries[capability] : undefined;
  if (!entry) throw unknownCapability(employee, capability);
  const fifth = satisfied(employee, entry, language, args, now);
  return {
    capability,
    employee: employee.id,
    title: textIn(entry.known?.title, language),
    boundaries: BOUNDARIES.map((boundary) =>
      boundary === 'satisfied' ? fifth : { boundary, ...staticOutcome(entry, boundary, language) },
    ),
    heldBackBy: entry.heldBackBy ?? (fifth.outcome === 'fail' ? 'satisfied' : undefined),
  };
}

function staticOutcome(
  entry: SpaceEntry,
  boundary: 'installed' | 'bound' | 'permitted' | 'connected',
  language: Language,
): Omit<Explanation['boundaries'][number], 'boundary'> {
  const check = entry.checks[boundary];
  return {
    outcome: check.passed ? 'pass' : 'fail',
    code: check.code,
    reason: reasonOf(check)[language],
    file: check.at?.file,
    line: check.at?.line,
  };
}

/** The conditions that every single call has to meet. */
function satisfied(
  employee: RunningEmployee,
  entry: SpaceEntry,
  language: Language,
  args: JsonObject | undefined,
  now: string,
): Explanation['boundaries'][number] {
  const zh = language === 'zh';
  const contract = entry.bound && tightenContract(entry.bound.contract, entry.bound.control);
  if (!contract)
    return {
      boundary: 'satisfied',
      outcome: 'not_evaluated',
      reason: zh ? '没有契约可以评估。' : 'There is no contract to evaluate.',
    };
  const parts: NonNullable<Explanation['boundaries'][number]['parts']>[number][] = [];
  const note = (what: string, detail: string): void => void parts.push({ what, outcome: 'not_evaluated', detail });
  for (const [name, argument] of Object.entries(contract.arguments)) {
    if (!('origin' in argument))
      note(`argument ${name}`, `${zh ? '系统给出：' : 'from the system: '}${argument.value}`);
    else
      note(
        `argument ${name}`,
        `${argument.required ? (zh ? '必填' : 'required') : zh ? '可选' : 'optional'}${originsText(argument.origin, language)}`,
      );
  }
  if (contract.authorization)
    note(
      'authorization',
      [...contract.authorization.scopes, contract.authorization.require].filter(Boolean).join('; '),
    );
  if (contract.limits) note('limits', describeLimits(contract.limits)[language]);
  if (contract.idempotency) note('ledger', ledgerText(contract.idempotency, language));
  for (const precondition of contract.preconditions)
    note(
      `precondition ${precondition.id}`,
      `${precondition.read.capability}${precondition.expect ? `: ${precondition.expect}` : ''}`,
    );
  for (const guard of contract.guards) note(`guard ${guard.id}`, guard.expect);
  if (contract.confirmation)
    note('confirmation', `${zh ? '由客户确认；' : 'by the customer; '}${contract.confirmation.expires_in}`);
  if (contract.approval)
    note('approval', `${zh ? '由操作员批准；' : 'by an operator; '}${contract.approval.expires_in}`);
  const told = args && entry.bound ? explainCall(employee, contract, entry.bound.task, args, language, now) : [];
  const decided = new Map(told.map((part) => [part.what, part]));
  const all = [
    ...parts.map((part) => decided.get(part.what) ?? part),
    ...told.filter(({ what }) => !isAmong(parts, what)),
  ];
  const blocking = told.find(({ outcome }) => outcome === 'fail');
  return {
    boundary: 'satisfied',
    outcome: blocking ? 'fail' : 'depends',
    code: blocking?.code,
    reason: blocking
      ? `${partName(blocking.what, language)}${zh ? '：' : ': '}${blocking.detail}`
      : zh
        ? '每次调用时逐项判定。'
        : 'Decided anew for each call.',
    parts: [
      ...withPlaces(employee.release, contract, all.map(withoutCode)),
      ...explainControl(employee.release, entry, contract),
    ],
  };
}

type Origins = Extract<CapabilityContract['arguments'][string], { readonly origin: unknown }>['origin'];

function originsText(origins: Origins, language: Language): string {
  const kinds = origins.map((origin) => (typeof origin === 'string' ? origin : (Object.keys(origin)[0] ?? '')));
  if (language === 'en') return `; origin: ${kinds.join(', ')}`;
  return `；来源：${kinds.map((kind) => (isOrigin(kind) ? ORIGINS[kind].zh : kind)).join('、')}`;
}

function isOrigin(kind: string): kind is keyof typeof ORIGINS {
  return Object.hasOwn(ORIGINS, kind);
}

function ledgerText(
  { scope, key, window }: NonNullable<CapabilityContract['idempotency']>,
  language: Language,
): string {
  if (language === 'en') return `${scope}: ${key.join(', ')}; ${window}`;
  return `每${scope === 'contact' ? '位联系人' : '个会话'}：${key.join('、')}；${window}`;
}

function isAmong(parts: readonly CheckPart[], what: string): boolean {
  return parts.some((part) => part.what === what);
}

function withoutCode({ what, outcome, detail }: CheckPart): CheckPart {
  return { what, outcome, detail };
}

function unknownCapability(employee: RunningEmployee, capability: string): RolecallError {
  return new RolecallError({
    code: 'capability_unknown',
    message: { en: `The workspace has no capability "${capability}".`, zh: `工作区里没有能力“${capability}”。` },
    hint: meantOrKnown(capability, Object.keys(employee.space.entries)),
  });
}
