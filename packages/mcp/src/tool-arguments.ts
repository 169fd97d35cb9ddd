import type { McpBinding } from '@rolecall/assets';
import type { JsonObject, JsonValue } from '@rolecall/base';

/** The arguments as the tool names them, or why the binding cannot give any. */
export type ToolArguments =
  | { readonly status: 'ready'; readonly values: JsonObject }
  | { readonly status: 'conflict'; readonly reason: string };

/**
 * Turns a contract's arguments into the tool's: omits, renames, adds constants and the request's id.
 *
 * Two values for one argument of the tool are a conflict: which of them was meant is not for us to guess.
 */
export function toolArguments(binding: McpBinding, values: JsonObject, requestId: string): ToolArguments {
  const entries: [name: string, value: JsonValue][] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && !binding.omit?.includes(name)) entries.push([toolName(name, binding), value]);
  }
  // The schema of assets reads constants from YAML or JSON: they are JSON values.
  for (const constant of Object.entries(binding.constants ?? {})) entries.push(constant as [string, JsonValue]);
  if (binding.request_id_argument !== undefined) entries.push([binding.request_id_argument, requestId]);

  const twice = entries.find(([name], index) => entries.findIndex(([other]) => other === name) !== index)?.[0];
  if (twice === undefined) return { status: 'ready', values: Object.fromEntries(entries) };
  return { status: 'conflict', reason: `The binding gives the argument "${twice}" of ${binding.tool} two values.` };
}

function toolName(argument: string, { rename = {} }: McpBinding): string {
  return Object.hasOwn(rename, argument) ? (rename[argument] ?? argument) : argument;
}
