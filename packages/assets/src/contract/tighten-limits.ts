import { type Bilingual, durationMs } from '@rolecall/base';
import type { CapabilityContract } from '../schema/capability-contract.ts';

type Limits = NonNullable<CapabilityContract['limits']>;
type AmountLimit = NonNullable<Limits['amounts']>[number];
/** How often, or how much, for whom, within what. */
type Bounds = Pick<Limits, (typeof COUNTED)[number] | 'within'>;

const COUNTED = ['per_contact', 'per_employee', 'per_organisation'] as const;

/** Where a task asks for a limit that is looser than its contract's. */
export interface LooserLimit {
  readonly path: readonly string[];
  readonly message: Bilingual;
}

export interface TightenedLimits {
  readonly limits: Limits | undefined;
  readonly looser: readonly LooserLimit[];
}

/**
 * The limits of a contract with those of a task, field by field: within the same time the smaller number of each holds; a
 * longer time holds when all its numbers are at most the contract's. Amounts are the same limit when they measure the same
 * expression; one that the contract does not have is added.
 */
export function tightenLimits(own: Limits | undefined, wanted: Limits | undefined): TightenedLimits {
  if (!own || !wanted) return { limits: own ?? wanted, looser: [] };
  const counts = tightenBounds(own, wanted, []);
  const amounts = tightenAmounts(own.amounts ?? [], wanted.amounts ?? []);
  const limits = { ...own, ...counts.bounds, ...(amounts.all.length === 0 ? {} : { amounts: amounts.all }) };
  return { limits, looser: [...counts.looser, ...amounts.looser] };
}

function tightenBounds(
  own: Bounds,
  wanted: Bounds,
  at: readonly string[],
): { readonly bounds: Bounds; readonly looser: readonly LooserLimit[] } {
  if (wanted.within === undefined) return { bounds: own, looser: [] };
  if (own.within === undefined) return { bounds: wanted, looser: [] };
  const named = COUNTED.filter((each) => wanted[each] !== undefined);
  const isLooser = (each: (typeof COUNTED)[number]): boolean => (wanted[each] ?? Infinity) > (own[each] ?? Infinity);
  // By the keys in either language: so they stand in the file.
  const bounds = boundsText(own).en;
  const message = { en: `the contract allows at most ${bounds}`, zh: `契约最多允许 ${bounds}` };
  if (ms(wanted.within) === ms(own.within)) {
    const looser = named.filter(isLooser).map((each) => ({ path: [...at, each], message }));
    const smaller = named.filter((each) => !isLooser(each)).map((each) => [each, wanted[each]]);
    return { bounds: { ...own, ...Object.fromEntries(smaller) }, looser };
  }
  const isTighter = ms(wanted.within) > ms(own.within) && !COUNTED.some(isLooser);
  return isTighter ? { bounds: wanted, looser: [] } : { bounds: own, looser: [{ path: at, message }] };
}

function tightenAmounts(
  own: readonly AmountLimit[],
  wanted: readonly AmountLimit[],
): { readonly all: AmountLimit[]; readonly looser: readonly LooserLimit[] } {
  const all = [...own];
  const looser: LooserLimit[] = [];
  for (const [index, limit] of wanted.entries()) {
    const at = all.findIndex((each) => each.of === limit.of && each.decimals === limit.decimals);
    const present = all[at];
    if (!present) {
      all.push(limit);
      continue;
    }
    const tightened = tightenBounds(present, limit, ['amounts', String(index)]);
    all[at] = { ...present, ...tightened.bounds, within: tightened.bounds.within ?? present.within };
    looser.push(...tightened.looser);
  }
  return { all, looser };
}

/** `per_contact 5 within 1d; args.amount: per_contact 200 within 1d`. */
export function describeLimits(limits: Limits): Bilingual {
  const amounts = (limits.amounts ?? []).map((each) => ({ of: each.of, bounds: boundsText(each) }));
  const uses = limits.within === undefined ? [] : [boundsText(limits)];
  return {
    en: [...uses.map(({ en }) => en), ...amounts.map(({ of, bounds }) => `${of}: ${bounds.en}`)].join('; '),
    zh: [...uses.map(({ zh }) => zh), ...amounts.map(({ of, bounds }) => `${of}：${bounds.zh}`)].join('；'),
  };
}

const OWNERS = { per_contact: '每位联系人', per_employee: '每位员工', per_organisation: '整个组织' } as const;

function boundsText(bounds: Bounds): Bilingual {
  const each = COUNTED.filter((name) => bounds[name] !== undefined);
  const en = each.map((name) => `${name} ${bounds[name]}`).join(', ');
  const zh = each.map((name) => `${OWNERS[name]} ${bounds[name]}`).join('、');
  return { en: `${en} within ${bounds.within}`, zh: `${bounds.within} 内${zh}` };
}

function ms(duration: string): number {
  return durationMs(duration) ?? 0;
}
