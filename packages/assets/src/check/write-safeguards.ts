import type { Bilingual, Finding } from '@rolecall/base';
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
  missing(contract: CapabilityContract): Bilingual | undefined;
  readonly fix: Bilingual;
}

const SAFEGUARDS: readonly Safeguard[] = [
  {
    waivable: 'confirmation',
    code: 'write_without_confirmation',
    missing: ({ confirmation, approval }) =>
      confirmation || approval ? undefined : { en: 'a write without confirmation', zh: '没有确认的写操作' },
    fix: {
      en: 'Add confirmation with a notice that shows what will be done, or approval by an operator.',
      zh: '加上 confirmation，用确认通知说明将要做什么；或加上由操作员批准的 approval。',
    },
  },
  {
    waivable: 'preconditions',
    code: 'write_without_conditions',
    missing: ({ preconditions, guards, shared_guards }) =>
      preconditions.length + guards.filter(isCondition).length + shared_guards.length > 0
        ? undefined
        : { en: 'a write without preconditions and guards', zh: '没有前置条件和守卫的写操作' },
    fix: {
      en: 'Read the state it depends on in preconditions, and say in guards what must hold.',
      zh: '在 preconditions 里读取它所依赖的状态，在 guards 里写明必须成立的条件。',
    },
  },
  {
    waivable: 'idempotency',
    code: 'write_without_idempotency',
    missing: ({ idempotency }) =>
      idempotency ? undefined : { en: 'a write whose repetition nobody recognises', zh: '没有人能认出重复的写操作' },
    fix: {
      en: 'Add idempotency with the arguments that make it the same wish.',
      zh: '加上 idempotency，写明哪些参数相同就是同一个愿望。',
    },
  },
  {
    waivable: 'read_back',
    code: 'write_without_read_back',
    missing: ({ result }) =>
      result.read_back
        ? undefined
        : { en: 'a write whose unknown outcome nobody can look up', zh: '结果未知时没有人能核实的写操作' },
    fix: {
      en: 'Add result.read_back with a read that finds its effect.',
      zh: '加上 result.read_back，用一次读取查明它是否生效。',
    },
  },
  {
    waivable: 'presentation',
    code: 'write_without_failure_text',
    missing: missingFailureText,
    fix: {
      en: 'Add presentation_policy.failed, or a text for each code.',
      zh: '加上 presentation_policy.failed，或为每个结果码写一段文字。',
    },
  },
];

/** A guard that looks at nothing holds always or never. */
function isCondition({ expect }: CapabilityContract['guards'][number]): boolean {
  return usedPaths(expect).size > 0;
}

function missingFailureText({ result, presentation_policy: texts }: CapabilityContract): Bilingual | undefined {
  if (Object.hasOwn(texts, 'failed')) return undefined;
  const failing = result.codes.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code);
  if (failing.length === 0) return { en: 'a write without a text for failure', zh: '没有失败说法的写操作' };
  const without = failing.filter((code) => !Object.hasOwn(texts, code));
  return without.length === 0
    ? undefined
    : { en: `a write without a text for ${without.join(', ')}`, zh: `没有 ${without.join('、')} 说法的写操作` };
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
      const message = { en: `${asset.id} is ${what.en}.`, zh: `${asset.id} 是${what.zh}。` };
      findings.push(
        errorAt(contract, ['effect'], code, message, {
          en: `${fix.en} Or write waivers.${waivable} with the reason.`,
          zh: `${fix.zh}或在 waivers.${waivable} 里写明理由。`,
        }),
      );
    } else if (what !== undefined) {
      const message = {
        en: `${asset.id} is ${what.en}, because: ${reason}`,
        zh: `${asset.id} 是${what.zh}，理由：${reason}`,
      };
      findings.push(findingAt(contract, ['waivers', waivable], 'notice', 'waiver_in_use', message));
    } else if (reason !== undefined) {
      const message = {
        en: `${asset.id} waives ${waivable} and has it.`,
        zh: `${asset.id} 豁免了 ${waivable}，却已经有了它。`,
      };
      findings.push(
        warningAt(contract, ['waivers', waivable], 'waiver_without_effect', message, {
          en: 'Remove the waiver.',
          zh: '去掉这个豁免。',
        }),
      );
    }
  }
  return [...findings, ...checkOutcome(contract)];
}

function checkOutcome(contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { asset } = contract;
  const findings: Finding[] = [];
  if (asset.result.otherwise !== 'unknown') {
    const message = {
      en: 'What cannot be classified of a write is unknown: it may have happened.',
      zh: '写操作的结果无法归类时就是未知：它可能已经发生。',
    };
    findings.push(
      errorAt(contract, ['result', 'otherwise'], 'write_not_fail_closed', message, {
        en: 'Write otherwise: unknown.',
        zh: '写 otherwise: unknown。',
      }),
    );
  }
  if (asset.result.schema === undefined) {
    const message = {
      en: 'Without a record schema the result of a write is always unknown.',
      zh: '没有记录结构，写操作的结果永远是未知。',
    };
    findings.push(
      errorAt(contract, ['result'], 'result_schema_missing', message, {
        en: 'Name a record_schema in result.schema.',
        zh: '在 result.schema 里写上一个 record_schema。',
      }),
    );
  }
  if (!asset.result.codes.some(({ outcome }) => outcome === 'succeeded')) {
    const message = { en: 'No result code says that the write succeeded.', zh: '没有结果码表示写操作成功。' };
    findings.push(errorAt(contract, ['result', 'codes'], 'write_without_success', message));
  }
  if (!Object.hasOwn(asset.presentation_policy, 'unknown')) {
    const message = {
      en: 'There is no text for an unknown outcome, so the engine tells it in its own words.',
      zh: '没有结果未知时的说法，引擎会用自己的话告知。',
    };
    const fix = { en: 'Add presentation_policy.unknown.', zh: '加上 presentation_policy.unknown。' };
    findings.push(warningAt(contract, ['presentation_policy'], 'write_without_unknown_text', message, fix));
  }
  return findings;
}

const ONLY_FOR_WRITES = ['confirmation', 'approval', 'idempotency', 'waivers'] as const;

function checkRead(contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { asset } = contract;
  const findings = ONLY_FOR_WRITES.filter((key) => asset[key] !== undefined).map((key) =>
    warningAt(
      contract,
      [key],
      'key_without_effect',
      { en: `"${key}" has no effect on a read.`, zh: `“${key}”对读操作不起作用。` },
      { en: 'Remove it.', zh: '去掉它。' },
    ),
  );
  if (asset.result.read_back) {
    const message = { en: '"read_back" has no effect on a read.', zh: '“read_back”对读操作不起作用。' };
    findings.push(
      warningAt(contract, ['result', 'read_back'], 'key_without_effect', message, { en: 'Remove it.', zh: '去掉它。' }),
    );
  }
  if (asset.result.schema === undefined) {
    const message = {
      en: 'Without a record schema nothing is known of the result, and expressions over it cannot be checked.',
      zh: '没有记录结构，就不知道结果里有什么，用到结果的表达式也无法检查。',
    };
    findings.push(
      warningAt(contract, ['result'], 'result_schema_missing', message, {
        en: 'Name a record_schema in result.schema.',
        zh: '在 result.schema 里写上一个 record_schema。',
      }),
    );
  }
  return findings;
}
