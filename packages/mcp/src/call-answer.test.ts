import type { CallToolResult } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { answerOfError, answerOfResult } from './call-answer.ts';

const LIMIT = 1_000_000;

function answered(result: CallToolResult) {
  return answerOfResult(result, LIMIT);
}

function text(value: string): CallToolResult['content'][number] {
  return { type: 'text', text: value };
}

describe('the content of a result', () => {
  test('is the structured one, whatever the text says', () => {
    const result = { content: [text('{"status":"other"}')], structuredContent: { status: 'done' } };
    expect(answered(result)).toMatchObject({ structured: { status: 'done' }, text: '{"status":"other"}' });
  });

  test.each([
    ['{"a":1}', { a: 1 }],
    ['[1]', [1]],
    ['null', null],
    ['42', 42],
    ['订单已取消', undefined],
    ['{"a":1', undefined],
    ['', undefined],
  ])('of the one text %j is %j', (value, structured) => {
    expect(answered({ content: [text(value)] })).toEqual({
      status: 'answered',
      structured,
      text: value,
      isError: false,
    });
  });

  test('of two texts is no JSON, though each of them is', () => {
    expect(answered({ content: [text('1'), text('2')] })).toMatchObject({ structured: undefined, text: '1\n2' });
  });

  test('names what is not text in its place', () => {
    const answer = answered({
      content: [
        text('{"a":1}'),
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///report.txt', name: 'report' },
        { type: 'resource', resource: { uri: 'file:///page.txt', text: 'page' } },
      ],
    });
    expect(answer).toMatchObject({
      structured: { a: 1 },
      text: '{"a":1}\n[image image/png]\n[resource file:///report.txt]\n[resource file:///page.txt]',
    });
  });

  test('of an error is kept, with the error', () => {
    const answer = answered({ content: [text('{"error":"no_such_order"}')], isError: true });
    expect(answer).toMatchObject({ structured: { error: 'no_such_order' }, isError: true });
  });

  test('that did not fit its own schema says that the tool ran, so it is no error', () => {
    const error = text('MCP error -32602: Output validation error: Invalid structured content for tool cancel');
    expect(answered({ content: [error], isError: true })).toMatchObject({ isError: false });
    expect(answered({ content: [error], isError: true })).not.toHaveProperty('structured');
  });

  test('counts in bytes against the limit', () => {
    const result = { content: [text('不'.repeat(100))] };
    expect(answerOfResult(result, 400)).toMatchObject({ text: '不'.repeat(100) });
    expect(answerOfResult(result, 300)).toMatchObject({ text: expect.stringContaining('at most 300') });
  });
});

test('an error that nobody foresaw leaves everything open', () => {
  expect(answerOfError(new TypeError('boom'), false)).toEqual({ status: 'no_answer', reason: 'connection_lost' });
});
