import type { Entry } from '../api/wire.ts';
import type { ReceiptOutcome, ReceiptView } from '../fold/receipt.ts';
import { wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import { EntryFrame, type Tone } from './entry-frame.tsx';
import { ValueList } from './value-list.tsx';

const TONES: Readonly<Record<ReceiptOutcome, Tone>> = { succeeded: 'pass', failed: 'fail', unknown: 'warn' };
const CHIPS: Readonly<Record<ReceiptOutcome, string>> = {
  succeeded: 'bg-pass-soft text-pass',
  failed: 'bg-fail-soft text-fail',
  unknown: 'bg-warn-soft text-warn',
};

/** A receipt: proof that a call ended, and what may be told of it. */
export function ReceiptCard({ entry, receipt }: { readonly entry: Entry; readonly receipt: ReceiptView }) {
  const { texts } = useTexts();
  return (
    <EntryFrame entry={entry} icon="receipt" tone={TONES[receipt.outcome]} title={wordFor(texts.kinds, entry.kind)}>
      <div className="mt-1 rounded-lg border border-line bg-surface px-2.5 py-2" data-receipt={receipt.outcome}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <code className="font-mono text-[13px] font-semibold">{receipt.capability}</code>
          <span className={`rounded-full px-2 text-xs font-medium ${CHIPS[receipt.outcome]}`}>
            {texts.receiptOutcomes[receipt.outcome]}
          </span>
          <code className="font-mono text-[11px] text-muted">{receipt.code}</code>
          {receipt.effect && <span className="text-xs text-faint">{wordFor(texts.effects, receipt.effect)}</span>}
        </div>
        {receipt.text && <p className="mt-1 border-l-2 border-line-strong pl-2 text-[13px]">{receipt.text}</p>}
        <ValueList title={texts.arguments} values={receipt.arguments} />
        <ValueList title={texts.result} values={receipt.result} />
        <ValueList title={texts.facts} values={receipt.facts} />
        <div className="mt-1.5 flex flex-wrap gap-x-3 font-mono text-[11px] text-faint">
          {receipt.contract && <span>{receipt.contract}</span>}
          <span>{receipt.operation}</span>
        </div>
      </div>
    </EntryFrame>
  );
}
