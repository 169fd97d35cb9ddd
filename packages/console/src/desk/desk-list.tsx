import type { DeskItem } from '../api/desk-client.ts';
import { wordFor } from '../i18n/texts.ts';
import { useTexts } from '../i18n/use-texts.tsx';
import { Time } from '../ui/time.tsx';
import { aboutOf, keyOf } from './item-key.ts';
import type { Desk } from './use-desk.ts';

interface DeskListProps {
  readonly desk: Desk;
  readonly chosen: string | undefined;
  readonly onChoose: (item: DeskItem) => void;
}

/** What waits, the oldest first. */
export function DeskList({ desk, chosen, onChoose }: DeskListProps) {
  const { texts } = useTexts();
  const { items, problem } = desk;
  return (
    <>
      {problem !== undefined && (
        <p role="alert" className="bg-fail-soft px-4 py-2 text-[13px] text-fail">
          {problem === 'unauthorized' ? texts.desk.refused : wordFor(texts.problems, problem)}
        </p>
      )}
      {items !== undefined && (
        <p role="status" className="border-b border-line px-4 py-2 text-xs text-muted">
          {items.length === 0 ? texts.desk.nothing : texts.desk.waiting(items.length)}
        </p>
      )}
      <ul className="divide-y divide-line">
        {(items ?? []).map((item) => (
          <li key={keyOf(item)}>
            <Row item={item} isChosen={keyOf(item) === chosen} onChoose={() => onChoose(item)} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly item: DeskItem;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Row({ item, isChosen, onChoose }: RowProps) {
  const { texts, language } = useTexts();
  const about = aboutOf(item);
  const title = item.title?.[language] ?? item.capability;
  const why = item.reason === undefined ? title : wordFor(texts.desk.reasons, item.reason);
  const isWaiting = typeof item.waitingSince === 'string';
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={isChosen}
      data-desk={item.kind}
      className={`flex w-full flex-col gap-1 px-4 py-3 text-left focus-visible:-outline-offset-2 ${isChosen ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
    >
      <span className="flex w-full items-center gap-2 text-xs">
        <span
          className={`shrink-0 rounded-full px-2 py-0.5 font-medium ${item.kind === 'in_doubt' ? 'bg-warn-soft text-warn' : 'bg-accent-soft text-accent-strong'}`}
        >
          {wordFor(texts.desk.kinds, item.kind)}
        </span>
        <span className="min-w-0 flex-1 truncate text-muted">{why}</span>
        <span className="shrink-0 text-faint">
          <Time at={item.at} />
        </span>
      </span>
      <span className="truncate font-medium">{item.contact.displayName ?? item.contact.externalId}</span>
      {about !== '' && <span className="line-clamp-2 text-[13px] text-muted">{about}</span>}
      {(isWaiting || item.person) && (
        <span className="flex flex-wrap gap-2 text-xs">
          {isWaiting && <span className="text-warn">{texts.desk.customerWaits}</span>}
          {item.person && <span className="text-muted">{texts.desk.takenBy(item.person)}</span>}
        </span>
      )}
    </button>
  );
}
