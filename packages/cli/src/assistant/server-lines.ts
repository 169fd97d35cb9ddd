import type { McpServerState } from '@rolecall/kernel';
import type { RolePack } from '@rolecall/rolepack';
import { disclosed, printable } from '../terminal/printable.ts';
import type { Styler } from '../terminal/style.ts';
import { cutTo } from '../terminal/wrap-spans.ts';
import type { AssistantTexts } from './assistant-texts.ts';

/** What became of a pack's servers; nothing when it offers none. */
export function serverLines(servers: readonly McpServerState[], { servers: texts }: AssistantTexts): readonly string[] {
  const named = (status: McpServerState['status']) =>
    servers
      .filter((one) => one.status === status)
      .map(({ server, tools }) => printable(tools > 0 ? `${server} (${tools})` : server));
  const lines: string[] = [];
  const [unavailable, refused, connected] = [named('unavailable'), named('not_consented'), named('connected')];
  if (unavailable.length > 0) lines.push(texts.unavailable(unavailable.join(', ')));
  if (refused.length > 0) lines.push(texts.notConsented(refused.join(', ')));
  if (connected.length > 0) lines.push(texts.connected(connected.join(', ')));
  return lines;
}

/** What a person agrees to: each server's command with its arguments, or its address, and the variables that it is given. */
export function consentLines(pack: RolePack, { consent: texts }: AssistantTexts, style: Styler): readonly string[] {
  return [
    style(texts.title(disclosed(pack.displayName)), 'yellow'),
    ...pack.mcpServers.flatMap(({ name, command, args, url, env, headers }) => {
      const listed = (label: string, names: readonly string[]) =>
        names.length === 0 ? [] : [`    ${label}: ${names.map(disclosed).join(', ')}`];
      return [
        `  ${style(disclosed(name), 'bold')}`,
        ...(command === undefined
          ? []
          : [`    ${texts.command}: ${[command, ...args].map((part) => disclosed(JSON.stringify(part))).join(' ')}`]),
        ...(url === undefined ? [] : [`    ${texts.address}: ${disclosed(url)}`]),
        ...listed(texts.variables, asWritten(env)),
        ...listed(texts.headers, asWritten(headers)),
      ];
    }),
    `  ${texts.limits}`,
    `  ${pack.digest}`,
  ];
}

/** A reference shows which variable of the person's own goes there; a secret itself stands in no offer. */
function asWritten(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${name}=${cutTo(value, 60)}`);
}
