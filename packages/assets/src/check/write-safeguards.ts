import type { Finding } from '@rolecall/base';
import { usedPaths } from '../expression/used-paths.ts';
import { errorAt, findingAt, warningAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { CapabilityContract } from '../schema/capability-contract.ts';
import type { CheckRule } from './check-rule.ts';

type Waivable = keyof NonNullable<CapabilityContract['waivers']>;

interface Safeguard {
  readonly waivable: Waivable;
  readonly code: string;
  /** What is missing, or undefined when nothing is. */
  missing(contract: CapabilityContract): string | undefined;
  readonly fix: string;
}

const SAFEGUARDS: readonly Safeguard[] = [
  {
    waivable: 'confirmation',
    code: 'write_without_confirmation',
    missing: ({ confirmation, approval }) => (confirmation || approval ? undefined : 'a write without confirmation'),
    fix: 'Add confirmation with a notice that shows what will be done, or approval by an operator.',
  },
  {
    waivable: 'preconditions',
    code: 'write_without_conditions',
    missing: ({ preconditions, guards, shared_guards }) =>
      preconditions.length + guards.filter(isCondition).length + shared_guards.length > 0
        ? undefined
        : 'a write without preconditions and guards',
    fix: 'Read the state it depends on in preconditions, and say in guards what must hold.',
  },
  {
    waivable: 'idempotency',
    code: 'write_without_idempotency',
    missing: ({ idempotency }) => (idempotency ? undefined : 'a write whose repetition nobody recognises'),
    fix: 'Add idempotency with the arguments that make it the same wish.',
  },
  {
    waivable: 'read_back',
    code: 'write_without_read_back',
    missing: ({ result }) => (result.read_back ? undefined : 'a write whose unknown outcome nobody can look up'),
    fix: 'Add result.read_back with a read that finds its effect.',
  },
  {
    waivable: 'presentation',
    code: 'write_without_failure_text',
    missing: missingFailureText,
    fix: 'Add presentation_policy.failed, or a text for each code.',
  },
];

/** A guard that looks at nothing holds always or never. */
function isCondition({ expect }: CapabilityContract['guards'][number]): boolean {
  return usedPaths(expect).size > 0;
}

function missingFailureText({ result, presentation_policy: texts }: CapabilityContract): string | undefined {
  if (Object.hasOwn(texts, 'failed')) return undefined;
  const failing = result.codes.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code);
  if (failing.length === 0) return 'a write without a text for failure';
  const without = failing.filter((code) => !Object.hasOwn(texts, code));
  return without.length === 0 ? undefined : `a write without a text for ${without.join(', ')}`;
}

/**
 * A write says when it may run, asks first, is not done twice, fails closed and tells the truth about its outcome. What it
 * leaves out it waives with a reason, and every waiver is listed.
 */
export const writeSafeguards: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'capability_contract').flatMap((contract) =>
    contract.asset.effect === 'write' ? checkWrite(contract) : checkRead(contract),
  );

function checkWrite(contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { asset } = contract;
  const findings: Finding[] = [];
  for (const { waivable, code, missing, fix } of SAFEGUARDS) {
    const what = missing(asset);
    const reason = asset.waivers?.[waivable];
    if (what !== undefined && reason === undefined) {
      const message = `${asset.id} is ${what}.`;
      findings.push(
        errorAt(contract, ['effect'], code, message, `${fix} Or write waivers.${waivable} with the reason.`),
      );
    } else if (what !== undefined) {
      const message = `${asset.id} is ${what}, because: ${reason}`;
      findings.push(findingAt(contract, ['waivers', waivable], 'notice', 'waiver_in_use', message));
    } else if (reason !== undefined) {
      const message = `${asset.id} waives ${waivable} and has it.`;
      findings.push(warningAt(contract, ['waivers', waivable], 'waiver_without_effect', message, 'Remove the waiver.'));
    }
  }
  return [...findings, ...checkOutcome(contract)];
}

function checkOutcome(contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { asset } = contract;
  const findings: Finding[] = [];
  if (asset.result.otherwise !== 'unknown') {
    const message = 'What cannot be classified of a write is unknown: it may have happened.';
    findings.push(
      errorAt(contract, ['result', 'otherwise'], 'write_not_fail_closed', message, 'Write otherwise: unknown.'),
    );
  }
  if (asset.result.schema === undefined) {
    const message = 'Without a record schema the result of a write is always unknown.';
    findings.push(
      errorAt(contract, ['result'], 'result_schema_missing', message, 'Name a record_schema in result.schema.'),
    );
  }
  if (!asset.result.codes.some(({ outcome }) => outcome === 'succeeded')) {
    const message = 'No result code says that the write succeeded.';
    findings.push(errorAt(contract, ['result', 'codes'], 'write_without_success', message));
  }
  if (!Object.hasOwn(asset.presentation_policy, 'unknown')) {
    const message = 'There is no text for an unknown outcome, so the engine tells it in its own words.';
    const fix = 'Add presentation_policy.unknown.';
    findings.push(warningAt(contract, ['presentation_policy'], 'write_without_unknown_text', message, fix));
  }
  return findings;
}

const ONLY_FOR_WRITES = ['confirmation', 'approval', 'idempotency', 'waivers'] as const;

function checkRead(contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { asset } = contract;
  const findings = ONLY_FOR_WRITES.filter((key) => asset[key] !== undefined).map((key) =>
    warningAt(contract, [key], 'key_without_effect', `"${key}" has no effect on a read.`, 'Remove it.'),
  );
  if (asset.result.read_back) {
    const message = '"read_back" has no effect on a read.';
    findings.push(warningAt(contract, ['result', 'read_back'], 'key_without_effect', message, 'Remove it.'));
  }
  if (asset.result.schema === undefined) {
    const message =
      'Without a record schema nothing is known of the result, and expressions over it cannot be checked.';
    findings.push(
      warningAt(contract, ['result'], 'result_schema_missing', message, 'Name a record_schema in result.schema.'),
    );
  }
  return findings;
}
