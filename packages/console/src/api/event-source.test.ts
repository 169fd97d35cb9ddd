import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventParser, type ServerEvent } from './event-source.ts';

function parse(...chunks: readonly string[]): readonly ServerEvent[] {
  const events: ServerEvent[] = [];
  const take = createEventParser((event) => events.push(event));
  for (const chunk of chunks) take(chunk);
  return events;
}

test('events are read with their name, id and data of several lines', () => {
  expect(parse('event: entry\nid: 7\ndata: {"a":\ndata: 1}\n\n')).toEqual([
    { event: 'entry', id: '7', data: '{"a":\n1}' },
  ]);
});

test('comments, events without data and an event that is not complete are passed over', () => {
  expect(parse(': open\n\nevent: entry\n\n: still here\n\ndata: cut off')).toEqual([]);
});

test('every kind of line end ends a line', () => {
  expect(parse('data: a\r\n\r\ndata: b\n\ndata: c\r\rdata: d\n\n').map(({ data }) => data)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
});

test('the same events come out however the text is cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '数', '😀', ' ', ':', '{') });
  const event = fc.record({ id: fc.nat(), data: fc.array(text, { minLength: 1, maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 5 }), fc.array(fc.nat(400)), (events, cuts) => {
      const whole = events
        .map(({ id, data }) => `event: entry\nid: ${id}\n${data.map((line) => `data: ${line}\n`).join('')}\n`)
        .join('');
      const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((left, right) => left - right), whole.length];
      const chunks = places.slice(1).map((end, index) => whole.slice(places[index], end));
      expect(parse(...chunks)).toEqual(parse(whole));
      expect(parse(whole).map(({ data }) => data)).toEqual(events.map(({ data }) => data.join('\n')));
    }),
  );
});
