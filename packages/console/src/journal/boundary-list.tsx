import { partWords } from '@rolecall/gate/record-words';
import { type CheckPartView, type CheckView, type DecisionView, isAsking } from '../fold/decision.ts';
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

const LOOKS = {
  pass: { row: '', text: '', code: 'ring-line' },
  not_evaluated: { row: 'opacity-80', text: 'text-muted', code: 'ring-line' },
  fail: { row: 'bg-fail-soft', text: 'text-fail', code: 'ring-fail/40' },
  asking: { row: 'bg-warn-soft', text: 'text-warn', code: 'ring-warn/40' },
} as const;

function BoundaryRow({ check, number }: { readonly check: CheckView; readonly number: number }) {
  const { texts } = useTexts();
  const isSilent = check.outcome === 'not_evaluated';
  const { row, text, code } = LOOKS[isAsking(check) ? 'asking' : check.outcome];
  return (
    <li
      data-boundary={check.boundary}
      data-outcome={check.outcome}
      className={`flex gap-2.5 rounded-lg px-2 py-1.5 ${row}`}
    >
      <OutcomeMark outcome={check.outcome} isAsking={isAsking(check)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2 text-[13px]">
          <span className={`font-medium ${text}`}>
            <span className="text-faint tabular-nums">{number}</span> {texts.boundaries[check.boundary]}
          </span>
          <span className={`text-xs ${check.outcome === 'fail' ? text : 'text-faint'}`}>
            {texts.outcomes[check.outcome]}
          </span>
          {check.code && (
            <span className={`flex flex-wrap items-baseline gap-x-1.5 text-xs ${text}`}>
              <code className={`rounded bg-surface px-1.5 font-mono text-[11px] ring-1 ${code}`}>{check.code}</code>
              {wordFor(texts.blockCodes, check.code)}
            </span>
          )}
        </div>
        {isSilent && check.parts.length === 0 ? null : check.parts.length === 0 ? (
          <p className="text-xs text-faint">{texts.boundaryMeanings[check.boundary]}</p>
        ) : (
          <ul className="mt-0.5 space-y-0.5">
            {check.parts.map((part, index) => (
              <CheckPartRow key={index} part={part} asks={isAsking(check)} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function CheckPartRow({ part, asks }: { readonly part: CheckPartView; readonly asks: boolean }) {
  const { language, texts } = useTexts();
  const { what, detail } = partWords(part, language);
  return (
    <li className="flex items-start gap-1.5 text-xs">
      <OutcomeMark outcome={part.outcome} isAsking={asks && part.outcome === 'fail'} className="mt-[2px] size-3.5" />
      <span className="min-w-0">
        <span
          className={
            part.outcome === 'fail'
              ? `font-medium ${asks ? 'text-warn' : 'text-fail'}`
              : part.outcome === 'pass'
                ? ''
                : 'text-faint'
          }
        >
          {what}
        </span>
        <span className="sr-only"> {texts.outcomes[part.outcome]}</span>
        {detail && <span className="text-muted"> — {detail}</span>}
      </span>
    </li>
  );
}
