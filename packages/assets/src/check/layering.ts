import { type Finding, isJsonObject, type JsonValue } from '@rolecall/base';
import { errorAt, warningAt } from '../finding-at.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets } from '../loading/loaded-assets.ts';
import type { AssetKind } from '../schema/asset.ts';
import type { CheckRule } from './check-rule.ts';

/** Where no address stands. Replies and knowledge may name one that a customer is to open. */
const WITHOUT_ADDRESS: ReadonlySet<AssetKind> = new Set([
  'capability_contract',
  'task_asset_package',
  'mcp_requirement',
  'business_asset_package',
  'business_policy',
  'record_schema',
  'event_definition',
  'shared_guard',
  'customer_expression',
]);

const ADDRESS = new RegExp(
  [
    '\\b(?:[a-z][a-z0-9]{1,9}:\\/\\/)[^\\s"\'{}]+',
    '\\blocalhost\\b(?::\\d+)?|(?<![\\d.])(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\b(?!\\.\\d)',
    '\\b(?:[a-z0-9-]+\\.)+[a-z][a-z0-9-]+:\\d{2,5}\\b',
    '\\b(?:[a-z0-9-]+\\.)+(?:com|cn|org|io|internal|local|lan|corp)\\b(?=\\/[a-z])',
  ].join('|'),
  'i',
);
/** How a program is started: words that also begin an ordinary sentence only count with an option or a file. */
const COMMAND =
  /^\s*(?:(?:npx|uvx|pipx|bunx|docker run|deno run)\s+\S|(?:node|python3?|bash|sh|curl)\s+(?:-|[^\s]*[./]))/;
/** Words of JSON Schema whose address names a dialect or a document, not a system; and what a thing is called here. */
const NAMES: ReadonlySet<string> = new Set(['$schema', '$id', '$ref', 'id']);

/** Servers, tools and commands are named by the AI employee alone: everything above it can be connected elsewhere. */
export const layering: CheckRule = ({ loaded }) => {
  const tools = namesOfEmployees(loaded);
  return loaded.assets
    .filter(({ asset, isSystem }) => !isSystem && asset.kind !== 'ai_employee')
    .flatMap((asset) => [...search(asset, asset.source, [], tools)]);
};

function* search(loaded: LoadedAsset, value: JsonValue, path: DocumentPath, tools: ToolNames): Iterable<Finding> {
  if (typeof value === 'string') {
    const finding = checkText(loaded, value, path, tools);
    if (finding) yield finding;
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* search(loaded, item, [...path, index], tools);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (item !== undefined && !NAMES.has(key)) yield* search(loaded, item, [...path, key], tools);
    }
  }
}

function checkText(loaded: LoadedAsset, text: string, path: DocumentPath, tools: ToolNames): Finding | undefined {
  const isNeutral = WITHOUT_ADDRESS.has(loaded.asset.kind);
  if (isNeutral && ADDRESS.test(text)) {
    const message = {
      en: `A ${loaded.asset.kind} names an address. Where a system is, only the AI employee says.`,
      zh: `${loaded.asset.kind} 里写了地址。系统在哪里，只由 AI 员工来写。`,
    };
    return errorAt(loaded, path, 'address_above_employee', message, {
      en: 'Move it to the AI employee, or to a reply asset if customers are to open it.',
      zh: '移到 AI 员工里；如果是给客户打开的，移到回复资产里。',
    });
  }
  if (isNeutral && COMMAND.test(text)) {
    const message = {
      en: `A ${loaded.asset.kind} names a command. What is started, only the AI employee says.`,
      zh: `${loaded.asset.kind} 里写了命令。启动什么，只由 AI 员工来写。`,
    };
    return errorAt(loaded, path, 'command_above_employee', message, {
      en: 'Move it to the AI employee.',
      zh: '移到 AI 员工里。',
    });
  }
  const credential = tools.findCredential(text);
  if (credential !== undefined) {
    const message = {
      en: `A ${loaded.asset.kind} names the credential "${credential}". Which one is used, only the AI employee says.`,
      zh: `${loaded.asset.kind} 里写了凭证“${credential}”。用哪个凭证，只由 AI 员工来写。`,
    };
    return warningAt(loaded, path, 'credential_above_employee', message, {
      en: 'Move it to the AI employee.',
      zh: '移到 AI 员工里。',
    });
  }
  const tool = tools.findTool(text);
  if (tool === undefined) return undefined;
  const message = {
    en: `A ${loaded.asset.kind} names the tool "${tool}". Which tool is used, only the AI employee says.`,
    zh: `${loaded.asset.kind} 里写了工具“${tool}”。用哪个工具，只由 AI 员工来写。`,
  };
  return warningAt(loaded, path, 'tool_above_employee', message, {
    en: 'Name the capability instead.',
    zh: '改写成能力。',
  });
}

interface ToolNames {
  findTool(text: string): string | undefined;
  findCredential(text: string): string | undefined;
}

/**
 * Tools and credentials that employees bind. Only a name of several words that nothing else in the workspace is called can
 * be told from ordinary language.
 */
function namesOfEmployees(loaded: LoadedAssets): ToolNames {
  const ids = new Set(loaded.assets.map(({ asset }) => asset.id));
  const isTelling = (name: string): boolean => /[_-]|[a-z][A-Z]/.test(name) && !ids.has(name);
  const employees = assetsOf(loaded, 'ai_employee');
  const tools = employees.flatMap(({ asset }) =>
    Object.values(asset.resources).flatMap((binding) => ('tool' in binding ? [binding.tool] : [])),
  );
  const credentials = employees.flatMap(({ source }) => [...credentialsIn(source)]);
  return { findTool: finderOf(tools.filter(isTelling)), findCredential: finderOf(credentials.filter(isTelling)) };
}

function finderOf(names: readonly string[]): (text: string) => string | undefined {
  const known = new Set(names);
  return (text) => (text.match(/[A-Za-z][\w-]*/g) ?? []).find((word) => known.has(word));
}

function* credentialsIn(value: JsonValue): Iterable<string> {
  if (Array.isArray(value)) for (const item of value) yield* credentialsIn(item);
  if (!isJsonObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === 'credential' && typeof item === 'string') yield item;
    else if (item !== undefined) yield* credentialsIn(item);
  }
}
