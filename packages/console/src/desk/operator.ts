/** Who sits at the desk, kept for this tab: the name that customers see, and the API token. */
export interface Operator {
  readonly name: string;
  readonly token: string;
}

const STORED_UNDER = 'rolecall.operator';

export function readOperator(): Operator | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORED_UNDER) ?? 'null');
    return isOperator(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function rememberOperator(operator: Operator): void {
  try {
    sessionStorage.setItem(STORED_UNDER, JSON.stringify(operator));
  } catch {
    // A browser without storage asks again after a reload.
  }
}

export function forgetOperator(): void {
  try {
    sessionStorage.removeItem(STORED_UNDER);
  } catch {
    // Nothing was kept.
  }
}

function isOperator(value: unknown): value is Operator {
  if (typeof value !== 'object' || value === null) return false;
  const { name, token } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof token === 'string';
}
