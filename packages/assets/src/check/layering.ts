import { type Finding, isJsonObject, type JsonValue } from '@rolecall/base';
import { errorAt, warningAt } from '../finding-at.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets } from '../loading/loaded-assets.ts';
import type { AssetKind } from '../schema/asset.ts';
import type { CheckRule } from './check-rule.ts';

/** Reply assets may name an address that a customer is to open. */
const ABOVE_THE_EMPLOYEE: ReadonlySet<AssetKind> = new Set([
  'capability_contract',
  'task_asset_package',
  'mcp_requirement',
  'business_asset_package',
  'business_policy',
  'record_schema',
  'event_definition',
]);

const ADDRESS =
  /\b(?:https?|wss?|ftp|jdbc|postgres(?:ql)?|mysql|mongodb|redis|amqp):\/\/[^\s"'{}]+|\blocalhost:\d+|\b\d{1,3}(?:\.\d{1,3}){3}:\d{2,5}\b/i;
/** How a program is started: words that also begin an ordinary sentence only count with an option or a file. */
const COMMAND =
  /^\s*(?:(?:npx|uvx|pipx|bunx|docker run|deno run)\s+\S|(?:node|python3?|bash|sh|curl)\s+(?:-|[^\s]*[./]))/;
/** Words of JSON Schema whose address names a dialect or a document, not a system. */
const SCHEMA_ADDRESSES: ReadonlySet<string> = new Set(['$schema', '$id', '$ref']);

/** Servers, tools and commands are named by the AI employee alone: everything above it can be connected elsewhere. */
export const layering: CheckRule = ({ loaded }) => {
  const tools = namesOfEmployees(loaded);
  return loaded.assets
    .filter(({ asset, isSystem }) => !isSystem && ABOVE_THE_EMPLOYEE.has(asset.kind))
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
      if (item !== undefined && !SCHEMA_ADDRESSES.has(key)) yield* search(loaded, item, [...path, key], tools);
    }
  }
}

function checkText(loaded: LoadedAsset, text: string, path: DocumentPath, tools: ToolNames): Finding | undefined {
  if (ADDRESS.test(text)) {
    const message = `A ${loaded.asset.kind} names an address. Where a system is, only the AI employee says.`;
    return errorAt(
      loaded,
      path,
      'address_above_employee',
      message,
      'Move it to the AI employee, or to a reply asset if customers are to open it.',
    );
  }
  if (COMMAND.test(text)) {
    const message = `A ${loaded.asset.kind} names a command. What is started, only the AI employee says.`;
    return errorAt(loaded, path, 'command_above_employee', message, 'Move it to the AI employee.');
  }
  const credential = tools.findCredential(text);
  if (credential !== undefined) {
    const message = `A ${loaded.asset.kind} names the credential "${credential}". Which one is used, only the AI employee says.`;
    return warningAt(loaded, path, 'credential_above_employee', message, 'Move it to the AI employee.');
  }
  const tool = tools.findTool(text);
  if (tool === undefined) return undefined;
  const message = `A ${loaded.asset.kind} names the tool "${tool}". Which tool is used, only the AI employee says.`;
  return warningAt(loaded, path, 'tool_above_employee', message, 'Name the capability instead.');
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
  const isTelling = (name: string): boolean => /[_-]/.test(name) && !ids.has(name);
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
