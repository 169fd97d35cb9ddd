import { jsonProblem } from '../manifest/validate-manifest.ts';
import { type Reporter, showValue } from '../report/reporter.ts';
import { locateJson } from '../text/json-places.ts';
import { unsafeCharacters } from '../text/unsafe-characters.ts';
import { holdsLiteralSecret } from './literal-secret.ts';

/** A server that a pack offers. An offer starts nothing: the host decides, and asks. Source: RolePack, section 四·二. */
export interface McpOffer {
  readonly name: string;
  readonly transport: 'stdio' | 'streamable-http' | 'http+sse';
  /** With `stdio`. */
  readonly command?: string | undefined;
  readonly args: readonly string[];
  /** Values are texts or references such as `${NAME}`; never secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** With the others. */
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const FILE = 'mcp.json';

/** Reads `mcp.json` in the standard's form and in the ecosystem's. Each server fails alone. */
export function readMcpOffers(text: string, report: Reporter): McpOffer[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { reason, line } = jsonProblem(text, error);
    report.add('MCP_INVALID', { file: FILE, line }, { reason }, { boundary: 'file' });
    return [];
  }
  const places = locateJson(text);
  for (const path of places.duplicates)
    report.add('DUPLICATE_KEY', { file: FILE, line: places.lineOf(path), path }, { key: path }, { boundary: 'server' });
  const root = isRecord(value) ? (['mcpServers', 'servers'].find((key) => isRecord(value[key])) ?? '') : '';
  const servers = isRecord(value) ? value[root] : undefined;
  if (!isRecord(value) || !isRecord(servers)) {
    report.add('MCP_INVALID', { file: FILE, line: 1 }, { reason: 'no "mcpServers" object' }, { boundary: 'file' });
    return [];
  }
  for (const key of Object.keys(value))
    if (key !== root && key !== '$schema')
      report.add(
        'MCP_FIELD_UNKNOWN',
        { file: FILE, line: places.lineOf(key), path: key },
        { key, name: FILE },
        { boundary: 'key' },
      );
  const offers: McpOffer[] = [];
  for (const [name, server] of Object.entries(servers)) {
    const path = `${root}.${name}`;
    const offer = readServer(name, server, { file: FILE, line: places.lineOf(path), path }, report);
    if (offer) offers.push(offer);
  }
  return offers;
}

interface At {
  readonly file: string;
  readonly line: number | undefined;
  readonly path: string;
}

const READ_FIELDS = new Set(['transport', 'type', 'command', 'args', 'env', 'url', 'serverUrl', 'httpUrl', 'headers']);

function readServer(name: string, server: unknown, at: At, report: Reporter): McpOffer | undefined {
  const invalid = (reason: string) => {
    report.add('MCP_SERVER_INVALID', at, { name, reason }, { boundary: 'server' });
    return undefined;
  };
  if (unsafeCharacters(name).length > 0 || name.trim() === '') return invalid('its name cannot be shown');
  if (!isRecord(server)) return invalid(`it must be an object; it is ${showValue(server)}`);
  const url = [server.url, server.serverUrl, server.httpUrl].find((item) => item !== undefined);
  const declared = server.transport ?? server.type;
  const transport = readTransport(declared, server.command !== undefined, typeof url === 'string' ? url : undefined);
  if (transport === undefined) {
    if (declared === undefined) return invalid('it has neither a command nor an address');
    report.add('MCP_TRANSPORT_UNKNOWN', at, { name, value: showValue(declared) }, { boundary: 'server' });
    return undefined;
  }
  if (server.transport !== transport)
    report.add('MCP_TRANSPORT_NORMALISED', at, { name, transport }, { boundary: 'server' });
  const args = server.args ?? [];
  if (!Array.isArray(args) || !args.every((item): item is string => typeof item === 'string'))
    return invalid('"args" must be a list of texts');
  const env = readTexts(server.env);
  const headers = readTexts(server.headers);
  if (!env) return invalid('"env" must be an object of texts');
  if (!headers) return invalid('"headers" must be an object of texts');
  const isStdio = transport === 'stdio';
  if (isStdio && (typeof server.command !== 'string' || server.command.trim() === ''))
    return invalid('stdio needs a command');
  if (!isStdio && (typeof url !== 'string' || !isWebAddress(url))) return invalid('it needs an http or https address');
  const offer: McpOffer = {
    name,
    transport,
    command: isStdio ? String(server.command) : undefined,
    args: isStdio ? args : [],
    env,
    url: isStdio ? undefined : String(url),
    headers,
  };
  const secret = holdsLiteralSecret(offer);
  if (secret !== undefined) {
    report.add(
      'MCP_LITERAL_SECRET',
      { ...at, path: `${at.path}.${secret}` },
      { name, key: secret },
      { boundary: 'server' },
    );
    return undefined;
  }
  for (const key of Object.keys(server))
    if (!READ_FIELDS.has(key))
      report.add('MCP_FIELD_UNKNOWN', { ...at, path: `${at.path}.${key}` }, { key, name }, { boundary: 'key' });
  report.loaded(
    at,
    {
      en: `Server "${name}" is offered over ${transport}; it is not started.`,
      zh: `提供服务器 "${name}"（${transport}），未启动。`,
    },
    'server',
  );
  return offer;
}

function readTransport(
  declared: unknown,
  hasCommand: boolean,
  url: string | undefined,
): McpOffer['transport'] | undefined {
  if (declared === undefined) {
    if (hasCommand) return 'stdio';
    if (url === undefined) return undefined;
    return /\/sse\/?(?:[?#]|$)/.test(url) ? 'http+sse' : 'streamable-http';
  }
  if (typeof declared !== 'string') return undefined;
  switch (declared.toLowerCase().replace(/[_\s]/g, '-')) {
    case 'stdio':
    case 'local':
      return 'stdio';
    case 'streamable-http':
    case 'streamablehttp':
    case 'http':
      return 'streamable-http';
    case 'http+sse':
    case 'sse':
      return 'http+sse';
    default:
      return undefined;
  }
}

function readTexts(value: unknown): Readonly<Record<string, string>> | undefined {
  if (value === undefined) return {};
  if (!isRecord(value)) return undefined;
  const texts: [string, string][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== 'string' && typeof item !== 'number' && typeof item !== 'boolean') return undefined;
    texts.push([key, String(item)]);
  }
  return Object.fromEntries(texts);
}

function isWebAddress(url: string): boolean {
  if (/^\$\{[^}]+\}/.test(url)) return true;
  return URL.canParse(url.replace(/\$\{[^}]*\}/g, 'x')) && /^https?:/i.test(url);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
