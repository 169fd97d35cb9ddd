import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BOUNDARIES, readDecision } from '../fold/decision.ts';
import { ended, journalOf, type Written } from '../testing/entries.ts';
import { BoundaryList } from './boundary-list.tsx';
import { EntryRow } from './entry-row.tsx';

const render = (written: Written): string =>
  journalOf(written)
    .map((entry) => renderToStaticMarkup(<EntryRow entry={entry} />))
    .join('');

test('an entry of an unknown kind is shown by its kind and short fields', () => {
  const html = render({ kind: 'later.something', data: { words: 3 } });
  expect(html).toContain('later.something');
  expect(html).toContain('words 3');
});

test('a decision or receipt of another form is shown as any entry is', () => {
  expect(render({ kind: 'gate.decision', data: { decision: { $deleted: true } } })).toContain(
    'data-kind="gate.decision"',
  );
  expect(render({ kind: 'gate.call_ended', data: { receipt: { $deleted: true } } })).toContain(
    'data-kind="gate.call_ended"',
  );
});

test('a receipt says its outcome in words', () => {
  expect(render(ended('op_1', 'unknown'))).toContain('Outcome unknown');
});

test('text of a customer is text, whatever it looks like', () => {
  const html = render({ kind: 'employee.message_received', data: { text: '<img src=x onerror=alert(1)>' } });
  expect(html).not.toContain('<img');
});

test('the boundary that blocked stands out, with its code, its word and its checks', () => {
  const [entry] = journalOf({
    kind: 'gate.decision',
    data: {
      decision: {
        verdict: 'block',
        boundary: 'connected',
        code: 'credential_missing',
        checks: BOUNDARIES.map((boundary, index) => ({
          boundary,
          outcome: index < 3 ? 'pass' : index === 3 ? 'fail' : 'not_evaluated',
          ...(index === 3
            ? { code: 'credential_missing', parts: [{ what: 'credential', outcome: 'fail', detail: 'desk_key' }] }
            : { parts: [] }),
        })),
      },
    },
  });
  const decision = entry && readDecision(entry);
  const html = decision ? renderToStaticMarkup(<BoundaryList decision={decision} />) : '';
  expect(html.match(/data-boundary="/g)).toHaveLength(5);
  for (const part of ['credential_missing', 'Credential missing', 'desk_key', 'Not evaluated'])
    expect(html).toContain(part);
});
