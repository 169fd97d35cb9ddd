import type { Outcome } from '../fold/decision.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

const MARKS: Readonly<Record<Outcome, { readonly icon: IconName; readonly look: string }>> = {
  pass: { icon: 'check', look: 'bg-pass-soft text-pass' },
  fail: { icon: 'cross', look: 'bg-fail-soft text-fail ring-1 ring-fail' },
  not_evaluated: { icon: 'dash', look: 'bg-sunken text-faint ring-1 ring-line' },
};

/** A block that only waits for the customer. */
const ASKING = { icon: 'bell', look: 'bg-warn-soft text-warn ring-1 ring-warn' } as const;

/** Passed, failed, waiting for the customer or not evaluated; told by form as well as by colour. */
export function OutcomeMark({
  outcome,
  isAsking = false,
  className = 'size-5',
}: {
  readonly outcome: Outcome;
  readonly isAsking?: boolean;
  readonly className?: string;
}) {
  const { icon, look } = isAsking ? ASKING : MARKS[outcome];
  return (
    <span className={`grid shrink-0 place-items-center rounded-full ${look} ${className}`} data-outcome={outcome}>
      <Icon name={icon} className="size-[70%]" />
    </span>
  );
}
