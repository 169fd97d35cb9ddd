import { refuse } from './refusal.ts';

/** The value of a sum, a difference, a product or a quotient with parentheses, on two decimals. Evaluates no code. */
export function calculate({ expression }: { expression: string }): { value: number } {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/()]|\S/g) ?? [];
  let at = 0;
  const take = (...wanted: string[]) => (wanted.includes(tokens[at] ?? '') ? tokens[at++] : undefined);
  const factor = (): number => {
    if (take('-')) return -factor();
    if (take('(')) {
      const value = sum();
      return take(')') ? value : invalid();
    }
    const number = tokens[at++];
    return number !== undefined && /^\d/.test(number) ? Number(number) : invalid();
  };
  const product = (): number => {
    let value = factor();
    for (let sign = take('*', '/'); sign; sign = take('*', '/'))
      value = sign === '*' ? value * factor() : value / factor();
    return value;
  };
  const sum = (): number => {
    let value = product();
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) value += sign === '+' ? product() : -product();
    return value;
  };
  const value = sum();
  return at === tokens.length && Number.isFinite(value) ? { value: Math.round(value * 100) / 100 } : invalid();
}

function invalid(): never {
  return refuse('The expression is invalid');
}
