import { Collapsible } from 'radix-ui';
import type { Entry } from '../api/wire.ts';
import { type ArgumentView, type DecisionView, isAsking } from '../fold/decision.ts';
import { shortText } from '../fold/read.ts';
import { wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import { Icon } from '../ui/icon.tsx';
import { BoundaryList } from './boundary-list.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { OutcomeMark } from './outcome-mark.tsx';

/** A decision: its verdict and five marks on one line, and all that it rests on when unfolded. */
export function DecisionCard({ entry, decision }: { readonly entry: Entry; readonly decision: DecisionView }) {
  const { texts } = useTexts();
  const tone = toneOf(decision);
  return (
    <EntryFrame entry={entry} icon="shield" tone={tone} title={texts.kinds['gate.decision']}>
      <Collapsible.Root
        className={`mt-1 overflow-hidden rounded-lg border ${BORDERS[tone]} bg-surface`}
        data-verdict={decision.verdict}
      >
        <Collapsible.Trigger className="group flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-2.5 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2">
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
            <code className="font-mono text-[13px] font-semibold">{decision.capability}</code>
            {decision.effect && <span className="text-xs text-faint">{wordFor(texts.effects, decision.effect)}</span>}
            <Verdict decision={decision} />
          </span>
          <span className="flex shrink-0 items-center gap-1">
            {decision.checks.map((check) => (
              <span
                key={check.boundary}
                title={`${texts.boundaries[check.boundary]}: ${texts.outcomes[check.outcome]}`}
              >
                <OutcomeMark outcome={check.outcome} isAsking={isAsking(check)} className="size-4" />
              </span>
            ))}
            <Icon
              name="chevron"
              className="ml-1 size-4 text-faint transition-transform group-data-[state=open]:rotate-90"
            />
          </span>
        </Collapsible.Trigger>
        <Collapsible.Content className="border-t border-line px-1 py-1.5">
          <BoundaryList decision={decision} />
          <Arguments list={decision.arguments} />
          {(decision.contract || decision.reason || decision.argument || decision.say) && (
            <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-2 pb-1 text-xs">
              <Detail name={texts.contract} value={decision.contract} />
              <Detail name={texts.argument} value={decision.argument} />
              <Detail name={texts.reason} value={decision.reason && wordFor(texts.blockReasons, decision.reason)} />
              <Detail name={texts.told} value={decision.say} />
            </dl>
          )}
        </Collapsible.Content>
      </Collapsible.Root>
    </EntryFrame>
  );
}

const BORDERS = { pass: 'border-line', warn: 'border-warn/50', fail: 'border-fail/50' } as const;

/** Asking the customer is a block as well, and the ordinary way of a write. */
function toneOf(decision: DecisionView): keyof typeof BORDERS {
  if (decision.verdict === 'allow') return 'pass';
  return isAsking(decision) ? 'warn' : 'fail';
}

function Verdict({ decision }: { readonly decision: DecisionView }) {
  const { texts } = useTexts();
  if (decision.verdict === 'allow') {
    return <span className="rounded-full bg-pass-soft px-2 text-xs font-medium text-pass">{texts.allowed}</span>;
  }
  if (toneOf(decision) === 'warn') {
    return (
      <span className="rounded-full bg-warn-soft px-2 text-xs whitespace-nowrap font-medium text-warn">
        {texts.asking}
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-xs text-fail">
      <span className="rounded-full bg-fail-soft px-2 font-medium whitespace-nowrap">
        {decision.boundary ? texts.blockedAt(texts.boundaries[decision.boundary]) : texts.blocked}
      </span>
      {decision.code && <span>{wordFor(texts.blockCodes, decision.code)}</span>}
    </span>
  );
}

function Arguments({ list }: { readonly list: readonly ArgumentView[] }) {
  const { texts } = useTexts();
  if (list.length === 0) return null;
  return (
    <table className="mx-2 mt-1.5 mb-1 w-[calc(100%-1rem)] border-t border-line text-xs">
      <thead className="text-left text-[11px] text-faint">
        <tr>
          <th className="py-1 pr-3 font-normal">{texts.arguments}</th>
          <th className="py-1 pr-3 font-normal">{texts.value}</th>
          <th className="py-1 font-normal">{texts.origin}</th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ name, value, from }) => (
          <tr key={name} className="align-top">
            <td className="pr-3 font-mono text-muted">{name}</td>
            <td className="pr-3">{shortText(value)}</td>
            <td className={from === 'unproven' ? 'text-warn' : 'text-muted'}>
              {from ? wordFor(texts.origins, from) : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Detail({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
