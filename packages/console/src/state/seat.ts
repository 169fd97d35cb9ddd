/** Whom the page is signed in as and with whom it speaks; kept for this tab, so that a reload stays where it was. */
export interface Seat {
  readonly customer: string;
  readonly employee: string;
}

const STORED_UNDER = 'rolecall.seat';

export function readSeat(): Seat | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORED_UNDER) ?? 'null');
    return isSeat(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function rememberSeat(seat: Seat): void {
  try {
    sessionStorage.setItem(STORED_UNDER, JSON.stringify(seat));
  } catch {
    // A browser without storage asks again after a reload.
  }
}

export function forgetSeat(): void {
  try {
    sessionStorage.removeItem(STORED_UNDER);
  } catch {
    // Nothing was kept.
  }
}

function isSeat(value: unknown): value is Seat {
  if (typeof value !== 'object' || value === null) return false;
  const { customer, employee } = value as Record<string, unknown>;
  return typeof customer === 'string' && typeof employee === 'string';
}
