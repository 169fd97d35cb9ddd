import type { Language } from '@rolecall/base';
import type { EmployeeServers, PinDifference } from '@rolecall/host';
import type { DeclaredServerState, ToolDescription } from '@rolecall/mcp';
import { MCP_TEXTS, type McpTexts } from '../mcp-texts.ts';
import { visible } from './visible.ts';

/** A server with its state and its bound tools. */
export function serverLines(
  { employee, declared, bindings }: EmployeeServers,
  server: string,
  found: {
    readonly state?: DeclaredServerState | undefined;
    readonly tools?: readonly ToolDescription[] | undefined;
    readonly bound: readonly PinDifference[];
  },
  language: Language,
): readonly string[] {
  const texts = MCP_TEXTS[language];
  const declaration = declared[server];
  if (declaration === undefined) return [];
  const place =
    declaration.transport === 'stdio' ? [declaration.command, ...declaration.args].join(' ') : declaration.url;
  const { state, tools, bound } = found;
  const why = (language === 'zh' ? state?.zh?.reason : undefined) ?? state?.reason;
  const parts = [
    texts.states[state?.status ?? 'idle'],
    ...(state?.revision === undefined ? [] : [texts.revision(state.revision)]),
    ...(tools === undefined ? [] : [texts.tools(tools.length)]),
    ...(why === undefined ? [] : [visible(why)]),
  ];
  const pins = Object.entries(bindings)
    .filter(([, binding]) => binding.server === server)
    .map(([capability, { tool }]) => {
      const pin = bound.find((difference) => difference.capability === capability);
      return `    ${capability} → ${visible(tool)}${pin === undefined ? '' : `: ${texts.pins[pin.status]}`}`;
    });
  return [`${employee}  ${server}  ${declaration.transport}  ${visible(place)}`, `    ${parts.join(', ')}`, ...pins];
}

/** What a tool declares of itself. */
export function toolLines(tool: ToolDescription, texts: McpTexts): readonly string[] {
  const pin =
    tool.pinned === undefined ? texts.notPinned : tool.pinned === tool.fingerprint ? texts.pinned : texts.pins.drifted;
  return [
    visible(tool.name),
    ...(tool.description === undefined
      ? []
      : visible(tool.description)
          .split('\n')
          .map((line) => `  ${line}`)),
    `  ${texts.input}: ${visible(JSON.stringify(tool.inputSchema))}`,
    ...(tool.outputSchema === undefined ? [] : [`  ${texts.output}: ${visible(JSON.stringify(tool.outputSchema))}`]),
    ...(tool.annotations === undefined ? [] : [`  ${texts.hints}: ${visible(JSON.stringify(tool.annotations))}`]),
    `  ${tool.fingerprint} (${pin})`,
  ];
}

/** What came of a call. */
export function answerLines(
  answer: {
    readonly status: string;
    readonly reason?: string;
    readonly text?: string | undefined;
    readonly structured?: unknown;
    readonly isError?: boolean;
    readonly notes?: readonly string[] | undefined;
    readonly limitBytes?: number | undefined;
  },
  texts: McpTexts,
): readonly string[] {
  const notes = (answer.notes ?? []).map((note) => visible(note));
  if (answer.status === 'not_sent') return [texts.notSent(visible(answer.reason ?? '')), ...notes];
  if (answer.limitBytes !== undefined) return [texts.tooLarge(answer.limitBytes), ...notes];
  if (answer.status !== 'answered') return [texts.noAnswer(answer.reason ?? ''), ...notes];
  const body = answer.structured === undefined ? (answer.text ?? '') : JSON.stringify(answer.structured, null, 2);
  return [...(answer.isError ? [`${texts.toolError}:`] : []), visible(body), ...notes];
}

/** What is different of a bound tool. */
export function differenceLines(difference: PinDifference, texts: McpTexts): readonly string[] {
  const { employee, capability, server, tool, status, reason, changes } = difference;
  const why = reason === undefined ? '' : ` (${visible(reason)})`;
  const head = `${employee}  ${capability} → ${server}/${visible(tool)}: ${texts.pins[status]}${why}`;
  if (status === 'drifted' && changes.length === 0) return [head, `    ${texts.changesUnknown}`];
  return [
    head,
    ...changes.flatMap(({ path, before, after }) => [
      `    ${visible(path)}`,
      `      ${texts.before}: ${before === undefined ? '—' : visible(JSON.stringify(before))}`,
      `      ${texts.now}: ${after === undefined ? '—' : visible(JSON.stringify(after))}`,
    ]),
  ];
}
