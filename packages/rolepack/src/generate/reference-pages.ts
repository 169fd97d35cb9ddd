import { SCAN_RULES } from '../scan/rules.ts';
import type { ScanRule } from '../scan/scan-finding.ts';
import type { CodeDefinition } from '../standard/code.ts';
import { CODES } from '../standard/codes.ts';
import { LIMITS } from '../standard/limits.ts';
import { MANIFEST_FIELDS, type ManifestField } from '../standard/manifest-fields.ts';
import { ALIAS_KEYS, RETIRED_KEYS } from '../standard/retired-keys.ts';
import { describeShape } from '../standard/shape.ts';
import { STANDARD_CAPABILITIES } from '../standard/standard-capabilities.ts';
import { STRATEGY_KEYS, type StrategyKey } from '../standard/strategy-keys.ts';

type Tongue = 'en' | 'zh';

const WORDS = {
  en: {
    note: 'Written from the table in `packages/rolepack/src/standard`; do not edit.',
    fields: 'Manifest fields',
    strategy: 'Strategy keys',
    retired: 'Retired keys and older names',
    capabilities: 'Standard capabilities',
    limits: 'Limits',
    refusing: 'What refuses a pack',
    refusingText: 'Only these. Everything else takes down nothing but itself.',
    always: 'always',
    host: 'by the host’s choice',
    codes: 'Codes',
    rules: 'Rules of the scanner',
    field: 'field',
    key: 'key',
    status: 'status',
    value: 'value',
    default: 'default',
    consumer: 'consumer',
    meaning: 'meaning',
    required: 'required',
    none: '–',
    noConsumer: 'none: reported, without effect',
    severity: 'Severity',
    disposition: 'Disposition',
    says: 'Message',
    cause: 'Cause',
    fix: 'Fix',
    refuses: 'Refuses the pack',
    since: 'since',
    instead: 'instead',
    exposure: 'exposure',
    weight: 'weight',
    category: 'category',
    condition: 'only with',
  },
  zh: {
    note: '由 `packages/rolepack/src/standard` 中的表生成，请勿手改。',
    fields: 'manifest 字段',
    strategy: '策略键',
    retired: '已退役的键与旧名',
    capabilities: '标准能力',
    limits: '上限',
    refusing: '哪些情况拒绝整个角色包',
    refusingText: '只有以下情况；其余问题只影响自身。',
    always: '总是',
    host: '由宿主决定',
    codes: '代码',
    rules: '扫描规则',
    field: '字段',
    key: '键',
    status: '状态',
    value: '取值',
    default: '默认值',
    consumer: '消费方',
    meaning: '含义',
    required: '必填',
    none: '–',
    noConsumer: '无：报告，不生效',
    severity: '级别',
    disposition: '处置',
    says: '消息',
    cause: '原因',
    fix: '修复',
    refuses: '拒绝整个角色包',
    since: '自',
    instead: '替代',
    exposure: '暴露方式',
    weight: '权重',
    category: '类别',
    condition: '仅当',
  },
} as const;

/** Every generated page by its path under `docs/rolepack/`. */
export function referencePages(): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const tongue of ['en', 'zh'] as const) {
    const suffix = tongue === 'zh' ? '.zh.md' : '.md';
    pages.set(`reference${suffix}`, tablePage(tongue));
    pages.set(`codes/index${suffix}`, codeIndex(tongue, suffix));
    for (const [code, definition] of Object.entries(CODES as Readonly<Record<string, CodeDefinition>>))
      pages.set(`codes/${code}${suffix}`, codePage(code, definition, tongue));
  }
  return pages;
}

function tablePage(tongue: Tongue): string {
  const words = WORDS[tongue];
  const parts = [
    `# ${tongue === 'zh' ? '角色包参考' : 'Role pack reference'}`,
    `> ${words.note}`,
    `## ${words.fields}`,
    table(
      [words.field, words.status, words.value, words.default, words.consumer, words.meaning],
      Object.entries(MANIFEST_FIELDS as Readonly<Record<string, ManifestField>>).map(([name, field]) => [
        `\`${name}\`${field.required ? ` (${words.required})` : ''}`,
        field.status,
        describeShape(field.shape)[tongue],
        shown(field.default, words.none),
        field.consumer,
        field.meaning[tongue],
      ]),
    ),
    `## ${words.strategy}`,
    table(
      [words.key, words.status, words.value, words.default, words.consumer, words.meaning],
      Object.entries(STRATEGY_KEYS).flatMap(([stage, keys]) =>
        Object.entries(keys as Readonly<Record<string, StrategyKey>>).map(([key, one]) => [
          `\`${stage}.${key}\``,
          one.condition
            ? `${one.status} (${words.condition} \`${one.condition.stage}.${one.condition.key}: ${one.condition.value}\`)`
            : one.status,
          describeShape(one.shape)[tongue],
          shown(one.default, words.none),
          one.consumer ?? words.noConsumer,
          one.meaning[tongue],
        ]),
      ),
    ),
    `## ${words.retired}`,
    table(
      [words.key, words.since, words.instead],
      [
        ...RETIRED_KEYS.map((one) => [`\`${one.stage}.${one.key}\``, one.since, one.instead[tongue]]),
        ...ALIAS_KEYS.map((one) => [`\`${one.stage}.${one.key}\``, words.none, `\`${one.to.stage}.${one.to.key}\``]),
      ],
    ),
    `## ${words.capabilities}`,
    table(
      [words.key, words.status, words.exposure, words.meaning],
      STANDARD_CAPABILITIES.map((one) => [`\`${one.capability}\``, one.status, one.exposure, one.meaning[tongue]]),
    ),
    `## ${words.limits}`,
    table(
      [words.key, words.value],
      Object.entries(LIMITS).map(([name, value]) => [`\`${name}\``, String(value)]),
    ),
    `## ${words.refusing}`,
    words.refusingText,
    table(
      [words.codes, words.refuses],
      Object.entries(CODES as Readonly<Record<string, CodeDefinition>>)
        .filter(([, definition]) => definition.refuses)
        .map(([code, definition]) => [`\`${code}\``, definition.refuses === 'always' ? words.always : words.host]),
    ),
    `## ${words.rules}`,
    table(
      [words.key, words.weight, words.category, words.meaning],
      Object.entries(SCAN_RULES as Readonly<Record<string, ScanRule>>).map(([name, rule]) => [
        `\`${name}\``,
        String(rule.weight),
        rule.category,
        rule.why[tongue],
      ]),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function codeIndex(tongue: Tongue, suffix: string): string {
  const words = WORDS[tongue];
  const rows = Object.entries(CODES as Readonly<Record<string, CodeDefinition>>).map(([code, one]) => [
    `[${code}](./${code}${suffix})`,
    one.severity,
    one.disposition,
    one.message[tongue],
  ]);
  return `# ${words.codes}\n\n> ${words.note}\n\n${table([words.codes, words.severity, words.disposition, words.says], rows)}\n`;
}

function codePage(code: string, one: CodeDefinition, tongue: Tongue): string {
  const words = WORDS[tongue];
  const refuses =
    one.refuses === undefined ? '' : `- ${words.refuses}: ${one.refuses === 'always' ? words.always : words.host}\n`;
  return `# ${code}\n\n> ${words.note}\n\n- ${words.severity}: ${one.severity}\n- ${words.disposition}: ${one.disposition}\n${refuses}\n## ${words.says}\n\n${one.message[tongue]}\n\n## ${words.cause}\n\n${one.cause[tongue]}\n\n## ${words.fix}\n\n${one.fix[tongue]}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function shown(value: unknown, none: string): string {
  return value === undefined ? none : `\`${JSON.stringify(value)}\``;
}
