import type { CapabilityContract, RecordSchema, ResultCode } from '@rolecall/assets';
import type { JsonValue } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bindings } from '../expressions.ts';
import type { ResourceAnswer } from '../resource-port.ts';
import { sampleRelease } from '../testing/index.ts';
import { classifyResult } from './classify-result.ts';

const { release } = sampleRelease();
const contractOf = (capability: string) => release.contracts[capability]!.contract;
const bindings: Bindings = {
  args: {},
  facts: {},
  contact: { external_id: 'reader-1' },
  conversation: {},
  employee: {},
  configuration: {},
  now: '2026-03-02T08:00:00.000Z',
};
const classify = (
  contract: CapabilityContract,
  answer: ResourceAnswer,
  records: Record<string, RecordSchema> = { ...release.records },
) => classifyResult(contract, answer, bindings, records);
const answered = (structured?: JsonValue): ResourceAnswer => ({ status: 'answered', isError: false, structured });
const withCodes = (capability: string, codes: ResultCode[], more: object = {}): CapabilityContract => {
  const contract = contractOf(capability);
  return { ...contract, result: { ...contract.result, codes, ...more } };
};
const closed = { loan_id: '#L2890441', state: 'closed', fee: 1 };

describe('a result', () => {
  it('has the one code that holds', () => {
    expect(classify(contractOf('loan:close'), answered(closed))).toMatchObject({
      outcome: 'succeeded',
      code: 'closed',
    });
    expect(classify(contractOf('loan:close'), { status: 'answered', isError: true, text: 'no' })).toMatchObject({
      outcome: 'failed',
      code: 'refused',
    });
  });

  it.each<[string, ResultCode[]]>([
    ['no code holds', [{ code: 'other', when: "result.state == 'open'", outcome: 'succeeded' }]],
    [
      'two codes hold',
      [
        { code: 'a', when: 'true', outcome: 'succeeded' },
        { code: 'b', when: "result.state == 'closed'", outcome: 'succeeded' },
      ],
    ],
    ['the only code errors', [{ code: 'a', when: 'result.nothing == 1', outcome: 'succeeded' }]],
    ['the only code is no condition', [{ code: 'a', when: 'result.state', outcome: 'succeeded' }]],
    ['there are no codes', []],
  ])('of a write is unknown when %s, whatever the contract says of other cases', (_, codes) => {
    expect(classify(withCodes('loan:close', codes, { otherwise: 'failed' }), answered(closed))).toMatchObject({
      outcome: 'unknown',
      code: 'otherwise',
    });
  });

  it('of a read in no code is what the contract says', () => {
    expect(classify(withCodes('loan:list', []), answered({ loans: [] })).outcome).toBe('failed');
    expect(classify(withCodes('loan:list', [], { otherwise: 'unknown' }), answered({ loans: [] })).outcome).toBe(
      'unknown',
    );
  });

  it('that a code errors on is not that code', () => {
    const codes: ResultCode[] = [
      { code: 'a', when: 'result.nothing == 1', outcome: 'failed' },
      { code: 'b', when: "result.state == 'closed'", outcome: 'succeeded' },
    ];
    expect(classify(withCodes('loan:close', codes), answered(closed)).code).toBe('b');
  });

  it.each<[string, JsonValue | undefined]>([
    ['has no structured content', undefined],
    ['does not meet the record schema', { loan_id: 1, state: 'closed', fee: 1 }],
    ['is no object', 'closed'],
    ['is null', null],
    ['is nested without end', Array.from({ length: 60 }).reduce<JsonValue>((inner) => [inner], 0)],
  ])('of a write that %s is unknown', (_, structured) => {
    expect(classify(contractOf('loan:close'), answered(structured)).outcome).toBe('unknown');
  });

  it('of a write without a record schema, or with one that is not there, is unknown', () => {
    const contract = contractOf('loan:close');
    const { schema: _, ...result } = contract.result;
    expect(classify({ ...contract, result }, answered(closed)).outcome).toBe('unknown');
    expect(classify({ ...contract, result }, { status: 'answered', isError: true, text: 'no' }).outcome).toBe(
      'unknown',
    );
    expect(classify(contract, answered(closed), {}).outcome).toBe('unknown');
  });

  it('without an answer is unknown for a write and failed for a read; what was not sent has failed', () => {
    const lost: ResourceAnswer = { status: 'no_answer', reason: 'timed_out' };
    expect(classify(contractOf('loan:close'), lost)).toMatchObject({ outcome: 'unknown', code: 'timed_out' });
    expect(classify(contractOf('loan:get'), lost)).toMatchObject({ outcome: 'failed', code: 'timed_out' });
    expect(classify(contractOf('loan:close'), { status: 'not_sent', reason: 'x' })).toMatchObject({
      outcome: 'failed',
      code: 'not_sent',
    });
  });

  it('of a write is never called a success without exactly one success code, whatever a tool answers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, isError) => {
        const answer: ResourceAnswer = { status: 'answered', isError, structured: value as JsonValue, text: 'text' };
        const { outcome } = classify(contractOf('loan:close'), answer);
        const isClosed = typeof value === 'object' && value !== null && 'state' in value && value.state === 'closed';
        if (outcome === 'succeeded') expect(isClosed && !isError).toBe(true);
      }),
    );
  });
});
