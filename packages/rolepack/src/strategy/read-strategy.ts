import { type Reporter, showValue } from '../report/reporter.ts';
import { aliasKey, RETIRED_KEYS, retiredKey, valueToday } from '../standard/retired-keys.ts';
import { describeShape, readShape } from '../standard/shape.ts';
import { type PackStrategy, STRATEGY_KEYS, type StrategyKey, strategyKey } from '../standard/strategy-keys.ts';
import { nearestName } from '../text/nearest-name.ts';

export interface ReadStrategyOptions {
  /** Draft keys that this host consumes, as `act.streaming`, beyond those that the table names a consumer for. */
  readonly consumes?: readonly string[] | undefined;
  readonly lineOf?: ((path: string) => number | undefined) | undefined;
  readonly file?: string | undefined;
}

/**
 * Takes out of a raw `strategy` what is legal, follows aliases, and reports everything else. Each key fails alone.
 *
 * Source: RolePack, sections 五 (warn and ignore, alias migration) and 六.
 */
export function readStrategy(raw: unknown, report: Reporter, options: ReadStrategyOptions = {}): PackStrategy {
  if (raw === undefined) return {};
  const at = (path: string) => ({ file: options.file, line: options.lineOf?.(path), path });
  if (!isRecord(raw)) {
    report.add('INVALID_STRATEGY', at('strategy'), { value: showValue(raw) });
    return {};
  }
  const accepted = new Map<string, unknown>();
  const aliased = new Map<string, unknown>();
  for (const [stage, keys] of Object.entries(raw)) {
    const stagePath = `strategy.${stage}`;
    if (!Object.hasOwn(STRATEGY_KEYS, stage)) {
      report.add('UNKNOWN_STRATEGY_STAGE', at(stagePath), {
        key: stage,
        nearest: suggest(stage, Object.keys(STRATEGY_KEYS), report),
      });
      continue;
    }
    if (!isRecord(keys)) {
      report.add('INVALID_STRATEGY_STAGE', at(stagePath), { key: stage, value: showValue(keys) });
      continue;
    }
    for (const [key, value] of Object.entries(keys))
      readKey(stage, key, value, { report, options, accepted, aliased, at: at(`${stagePath}.${key}`) });
  }
  for (const [name, value] of aliased) if (!accepted.has(name)) accepted.set(name, value);
  reportWithoutEffect(accepted, report, at);
  return nest(accepted);
}

interface KeyContext {
  readonly report: Reporter;
  readonly options: ReadStrategyOptions;
  readonly accepted: Map<string, unknown>;
  readonly aliased: Map<string, unknown>;
  readonly at: { readonly file?: string | undefined; readonly line?: number | undefined; readonly path: string };
}

function readKey(stage: string, key: string, value: unknown, context: KeyContext): void {
  const { report, at } = context;
  const name = `${stage}.${key}`;
  const known = strategyKey(stage, key);
  if (known) {
    const read = acceptValue(name, value, known, context);
    if (read !== undefined) context.accepted.set(name, read);
    return;
  }
  const alias = aliasKey(stage, key);
  if (alias) {
    const current = `${alias.to.stage}.${alias.to.key}`;
    const translated = valueToday(alias, value);
    const target = strategyKey(alias.to.stage, alias.to.key);
    report.add('ALIAS_STRATEGY_KEY', at, { key: name, current });
    const read = target && acceptValue(current, translated, target, context);
    if (read !== undefined) context.aliased.set(current, read);
    return;
  }
  const retired = retiredKey(stage, key);
  if (retired) {
    report.add('RETIRED_STRATEGY_KEY', at, {
      key: name,
      since: retired.since,
      instead: retired.instead[report.language],
    });
    return;
  }
  report.add('UNKNOWN_STRATEGY_KEY', at, { key: name, nearest: suggest(key, knownNames(stage), report) });
}

function acceptValue(name: string, value: unknown, key: StrategyKey, context: KeyContext): unknown {
  const { report, at, options } = context;
  const read = readShape(value, key.shape);
  if (read === undefined) {
    report.add('INVALID_STRATEGY_VALUE', at, {
      key: name,
      range: describeShape(key.shape)[report.language],
      value: showValue(value),
      fallback: describeFallback(key, report),
    });
    return undefined;
  }
  if (key.shape.type === 'switch-number' && typeof value === 'string')
    report.add('LEGACY_STRATEGY_VALUE', at, { key: name, value: showValue(value), current: String(read) });
  if (key.consumer === undefined && !options.consumes?.includes(name))
    report.add('DRAFT_STRATEGY_KEY', at, { key: name });
  if (name === 'global.askLimit' && typeof read === 'number' && read > 10)
    report.add('ASK_LIMIT_HIGH', at, { value: read, limit: 10 });
  return read;
}

function reportWithoutEffect(
  accepted: ReadonlyMap<string, unknown>,
  report: Reporter,
  at: (path: string) => {
    readonly file?: string | undefined;
    readonly line?: number | undefined;
    readonly path: string;
  },
): void {
  for (const name of accepted.keys()) {
    const [stage = '', key = ''] = name.split('.');
    const condition = strategyKey(stage, key)?.condition;
    if (!condition || accepted.get(`${condition.stage}.${condition.key}`) === condition.value) continue;
    report.add('STRATEGY_KEY_WITHOUT_EFFECT', at(`strategy.${name}`), {
      key: name,
      condition: `${condition.stage}.${condition.key}: ${condition.value}`,
    });
  }
}

function describeFallback(key: StrategyKey, report: Reporter): string {
  const zh = report.language === 'zh';
  if (key.default === undefined || (Array.isArray(key.default) && key.default.length === 0))
    return zh ? '按未声明处理。' : 'It counts as not declared.';
  return zh ? `按默认值 ${showValue(key.default)} 处理。` : `The default ${showValue(key.default)} holds.`;
}

function knownNames(stage: string): string[] {
  const keys = STRATEGY_KEYS[stage as keyof typeof STRATEGY_KEYS];
  return [...Object.keys(keys), ...RETIRED_KEYS.filter((retired) => retired.stage === stage).map(({ key }) => key)];
}

function suggest(text: string, candidates: readonly string[], report: Reporter): string {
  const nearest = nearestName(text, candidates);
  if (nearest === undefined) return '';
  return report.language === 'zh' ? ` 是否指 "${nearest}"？` : ` Did you mean "${nearest}"?`;
}

function nest(accepted: ReadonlyMap<string, unknown>): PackStrategy {
  const stages: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of accepted) {
    const [stage = '', key = ''] = name.split('.');
    stages[stage] = { ...stages[stage], [key]: value };
  }
  return stages as PackStrategy;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
