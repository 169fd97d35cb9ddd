/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
}

/**
 * Reads server-sent events out of text that arrives in pieces. The browser's own `EventSource` sends no Authorization
 * header, and a token never stands in an address. Source: HTML Living Standard, section 9.2.6.
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let rest = '';
  let fields = new Map<string, string>();

  const takeLine = (line: string): void => {
    if (line === '') {
      const data = fields.get('data');
      if (data !== undefined) onEvent({ event: fields.get('event') ?? 'message', data, id: fields.get('id') });
      fields = new Map();
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    const earlier = fields.get(name);
    fields.set(name, name === 'data' && earlier !== undefined ? `${earlier}\n${value}` : value);
  };

  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  };
}
