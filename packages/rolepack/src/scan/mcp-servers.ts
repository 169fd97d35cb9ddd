import type { Flow } from './flows.ts';
import { secretVariables } from './sensitive.ts';
import type { TextUnit } from './text-units.ts';

/** The servers of an MCP configuration as lines of code, or undefined when the text is none. */
export function mcpUnits(text: string): TextUnit[] | undefined {
  if (!/"(?:mcpServers|servers)"/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const servers = isRecord(value) ? (value.mcpServers ?? value.servers) : undefined;
  if (!isRecord(servers)) return undefined;
  const lines = text.split('\n');
  return Object.entries(servers).flatMap(([name, server], block) =>
    isRecord(server) ? serverUnits(name, server, block, lines) : [],
  );
}

const NO_SERVER =
  /^(?:\S*\/)?(?:ba|z|da|k|fi)?sh\b|^(?:\S*\/)?(?:cmd|powershell|pwsh|curl|wget|dig|nslookup|nc|ncat|rm|chmod|chown|eval|echo|base64|xargs|ssh|scp)(?:\.exe)?\b/i;
const INLINE_CODE = /^\S*(?:node|deno|bun|python\d?|ruby|perl|php)(?:\.exe)?\s+(?:-e|-c|--eval|-p|eval)\s/i;
const REACHES_OUT = /https?\b|\bnet\b|\bsocket\b|\burllib\b|\bdns\b|\bfetch\s*\(/i;
const PRINTS = /\b(?:console\.log|print|echo|puts|printf|write)\b/i;
const INTERNAL =
  /(?:^|\s)(?:@[\w-]*(?:internal|private|corp|company)[\w-]*\/[\w.-]+|[\w-]*(?:internal-only|corp-internal|private-registry)[\w-]*)(?=\s|$|@)/i;

/** What is wrong with a command as the command of a server. */
export function serverFlows(units: readonly TextUnit[]): Flow[] {
  const flows: Flow[] = [];
  for (const unit of units) {
    if (unit.language !== 'mcp') continue;
    const inline = INLINE_CODE.test(unit.text);
    const passed = units
      .filter((other) => other.block === unit.block && other.language === 'mcp')
      .map((other) => other.text);
    const hasSecret = secretVariables(passed.join(' ')).length > 0;
    if (NO_SERVER.test(unit.text)) {
      flows.push({ rule: 'no-server', unit, index: 0 });
      if (hasSecret) flows.push({ rule: 'secret-shown', unit, index: 0 });
    }
    if (inline && hasSecret && REACHES_OUT.test(unit.text)) flows.push({ rule: 'secret-leaves', unit, index: 0 });
    if (inline) flows.push({ rule: 'inline-code-server', unit, index: 0 });
    if (inline && PRINTS.test(unit.text) && secretVariables(unit.text).length > 0)
      flows.push({ rule: 'secret-shown', unit, index: 0 });
    const internal = INTERNAL.exec(unit.text);
    if (internal && /^(?:\S*\/)?(?:npx|bunx|pnpm|uvx|pipx|pip|npm|yarn)\b/i.test(unit.text))
      flows.push({
        rule: 'internal-name',
        unit,
        index: internal.index,
        weight: isNamedAfter(unit, internal[0]) ? undefined : 10,
      });
  }
  return flows;
}

/** A server that runs a package of another name altogether. */
function isNamedAfter(unit: TextUnit, name: string): boolean {
  const words = (unit.headings[0] ?? '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  return words.some((word) => name.toLowerCase().includes(word));
}

function serverUnits(
  name: string,
  server: Readonly<Record<string, unknown>>,
  block: number,
  lines: readonly string[],
): TextUnit[] {
  const line = Math.max(1, lines.findIndex((one) => one.includes(JSON.stringify(name))) + 1);
  const unit = (text: string): TextUnit => ({
    text: text.slice(0, 4000),
    line,
    kind: 'code',
    block,
    headings: [name],
    intro: '',
    language: 'mcp',
  });
  const command = [server.command, ...(Array.isArray(server.args) ? server.args : [])]
    .filter((part) => typeof part === 'string')
    .join(' ');
  const passed = isRecord(server.env)
    ? Object.values(server.env)
        .filter((part) => typeof part === 'string')
        .join(' ')
    : '';
  const rest = [server.url, server.serverUrl, server.description].filter((part) => typeof part === 'string').join('\n');
  return [unit(command), ...(passed === '' ? [] : [unit(passed)]), ...(rest === '' ? [] : [unit(rest)])];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
