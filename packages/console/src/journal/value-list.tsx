import type { JsonObject } from '../api/wire.ts';
import { shortText } from '../fold/read.ts';

/** Names and values, one under the other. Nothing where there are none. */
export function ValueList({ title, values }: { readonly title: string; readonly values: JsonObject }) {
  const pairs = Object.entries(values);
  if (pairs.length === 0) return null;
  return (
    <div className="mt-1.5">
      <div className="text-[11px] text-faint">{title}</div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
        {pairs.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-muted">{name}</dt>
            <dd className="line-clamp-3 break-words">{shortText(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
