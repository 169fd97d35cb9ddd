import { useEffect, useState } from 'react';

/** The time, told again when `until` has come; for what expires while it is shown. */
export function useIsPast(until: string | undefined): boolean {
  const due = until === undefined ? Number.NaN : Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const wait = due - Date.now();
    if (Number.isNaN(wait) || wait <= 0) {
      setNow(Date.now());
      return;
    }
    // A timer takes at most 2^31 - 1 milliseconds.
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait + 50, 2_147_483_647));
    return () => clearTimeout(timer);
  }, [due]);
  return !Number.isNaN(due) && now >= due;
}
