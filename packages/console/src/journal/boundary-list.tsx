import type { CheckPartView, CheckView, DecisionView } from '../fold/decision.ts';
import { wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import { OutcomeMark } from './outcome-mark.tsx';

/** The five boundaries of a decision, in order, with everything that was checked. The one that blocked stands out. */
export function BoundaryList({ decision }: { readonly decision: DecisionView }) {
  return (
    <ol className="space-y-1">
      {decision.checks.map((check, index) => (
        <BoundaryRow key={check.boundary} check={check} number={index + 1} />
      ))}
    </ol>
  );
}

function BoundaryRow({ check, number }: { readonly check: CheckView; readonly number: number }) {
  const { texts } = useTexts();
  const isBlocking = check.outcome === 'fail';
  const isSilent = check.outcome === 'not_evaluated';
  return (
    <li
      data-boundary={check.boundary}
      data-outcome={check.outcome}
      className={`flex gap-2.5 rounded-lg px-2 py-1.5 ${isBlocking ? 'bg-fail-soft' : ''} ${isSilent ? 'opacity-80' : ''}`}
    >
      <OutcomeMark outcome={check.outcome} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2 text-[13px]">
          <span className={`font-medium ${isBlocking ? 'text-fail' : isSilent ? 'text-muted' : ''}`}>
            <span className="text-faint tabular-nums">{number}</span> {texts.boundaries[check.boundary]}
          </span>
          <span className={`text-xs ${isBlocking ? 'text-fail' : 'text-faint'}`}>{texts.outcomes[check.outcome]}</span>
          {check.code && (
            <span className="flex flex-wrap items-baseline gap-x-1.5 text-xs">
              <code className="rounded bg-surface px-1.5 font-mono text-[11px] text-fail ring-1 ring-fail/40">
                {check.code}
              </code>
              <span className="text-fail">{wordFor(texts.blockCodes, check.code)}</span>
            </span>
          )}
        </div>
        {isSilent && check.parts.length === 0 ? null : check.parts.length === 0 ? (
          <p className="text-xs text-faint">{texts.boundaryMeanings[check.boundary]}</p>
        ) : (
          <ul className="mt-0.5 space-y-0.5">
            {check.parts.map((part, index) => (
              <CheckPartRow key={index} part={part} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function CheckPartRow({ part }: { readonly part: CheckPartView }) {
  const { texts } = useTexts();
  return (
    <li className="flex items-start gap-1.5 text-xs">
      <OutcomeMark outcome={part.outcome} className="mt-[2px] size-3.5" />
      <span className="min-w-0">
        <span
          className={part.outcome === 'fail' ? 'font-medium text-fail' : part.outcome === 'pass' ? '' : 'text-faint'}
        >
          {part.what}
        </span>
        <span className="sr-only"> {texts.outcomes[part.outcome]}</span>
        {part.detail && <span className="text-muted"> — {part.detail}</span>}
      </span>
    </li>
  );
}
