/** A button that a line presses. */
export interface Press {
  readonly button: 'confirm' | 'decline';
  /** Empty where there is no such notice, or none of these numbers. */
  readonly operations: readonly string[];
}

/**
 * `/confirm` and `/decline` press the buttons of the notice shown last: for all that it asks about, or with numbers for those
 * (`/confirm 2`, `/decline 1 3`). Undefined for any other line.
 */
export function readPress(line: string, operations: readonly string[]): Press | undefined {
  const [command, ...numbers] = line.split(/[\s,，、]+/);
  if (command !== '/confirm' && command !== '/decline') return undefined;
  const button = command === '/confirm' ? 'confirm' : 'decline';
  if (numbers.length === 0) return { button, operations };
  const named = numbers.map((number) => (/^[1-9]$/.test(number) ? operations[Number(number) - 1] : undefined));
  const isKnown = named.every((operation) => operation !== undefined);
  return { button, operations: isKnown ? [...new Set(named.flatMap((operation) => operation ?? []))] : [] };
}
