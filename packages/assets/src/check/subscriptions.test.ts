import { describe, expect, test } from 'vitest';
import { checkSample, told } from '../testing/check-sample.ts';
import type { SampleEdit } from '../testing/index.ts';

const edit = (file: string, from: string, to: string): SampleEdit => ({ file, from, to });
const codes = (...edits: readonly SampleEdit[]): readonly string[] => told(checkSample(edits));

const LOST: SampleEdit = {
  file: 'assets/records.yaml',
  from: '',
  to: `---
kind: event_definition
id: parcel.lost
version: 1.0.0
emitted_by: outside
payload:
  type: object
  required: [parcel_id]
  additionalProperties: false
  properties: { parcel_id: { type: string }, days: { type: integer } }
`,
};
const subscribing = (subscribes: string): SampleEdit =>
  edit('assets/task.yaml', 'emits: [parcel.redirected] }', `emits: [parcel.redirected], subscribes: ${subscribes} }`);
const business = (more: string): SampleEdit =>
  edit('assets/business.yaml', 'kind: business_asset_package\n', `kind: business_asset_package\n${more}\n`);

describe('a subscription', () => {
  test('to an event from outside needs nobody inside who emits it', () => {
    expect(codes(LOST, subscribing('[parcel.lost]'))).toEqual([]);
    expect(
      codes(LOST, subscribing("[{ event: parcel.lost, when: 'event.days > 3', start: true, reply: greeting }]")),
    ).toEqual([]);
  });

  test('is typed over the payload of its event, and its facts over their schemas', () => {
    const facts = (parcel_state: string) =>
      `[{ event: parcel.lost, start: true, facts: { parcel_state: "${parcel_state}" } }]`;
    expect(codes(LOST, subscribing(facts("'moving'")))).toEqual([]);
    expect(codes(LOST, subscribing(facts('event.parcel')))).toEqual([
      'expression_field_unknown event_contract.subscribes[0].facts.parcel_state',
    ]);
    expect(codes(LOST, subscribing(facts('event.days')))).toEqual([
      'expression_result_mismatch event_contract.subscribes[0].facts.parcel_state',
      'expression_value_may_be_absent event_contract.subscribes[0].facts.parcel_state',
    ]);
    expect(codes(LOST, subscribing('[{ event: parcel.lost, start: true, when: event.parcel_id }]'))).toEqual([
      'expression_not_boolean event_contract.subscribes[0].when',
    ]);
  });

  test('writes facts that its task declares, and sends a reply that its business has', () => {
    const wrong = '[{ event: parcel.lost, start: true, facts: { parcel_stat: "1" }, reply: greting }]';
    expect(codes(LOST, subscribing(wrong))).toEqual([
      'fact_undeclared event_contract.subscribes[0].facts.parcel_stat',
      'reply_unknown event_contract.subscribes[0].reply',
    ]);
  });

  test('does something, and has no keys of its own invention', () => {
    expect(codes(LOST, subscribing('[{ event: parcel.lost }]'))).toContain(
      'asset_value_invalid event_contract.subscribes[0]',
    );
  });

  test('to an undefined event, or to a message with a reply, is an error', () => {
    expect(codes(subscribing('[parcel.lots]'))).toEqual(['event_undefined event_contract.subscribes[0]']);
    expect(codes(subscribing('[{ event: sys_message_received, reply: greeting }]'))).toEqual([
      'subscription_reply_unfit event_contract.subscribes[0].reply',
    ]);
    expect(codes(edit('assets/business.yaml', 'sys_first_seen_contact', 'sys_message_received'))).toContain(
      'subscription_reply_unfit events.sys_message_received',
    );
  });

  test('that leads to its own event again is told', () => {
    expect(codes(subscribing('[parcel.redirected]'))).toEqual(['event_loop event_contract.subscribes[0]']);
    expect(codes(subscribing('[{ event: parcel.redirected, reply: greeting }]'))).toEqual([]);
  });
});

describe('silence', () => {
  const waiting = "silence: { after: [2h, 1d], quiet_hours: { from: '22:00', to: '08:00' } }";

  test('that is waited for is answered, and one that is answered is waited for', () => {
    expect(codes(business(waiting))).toEqual(['event_without_consumer silence']);
    expect(codes(business(waiting), subscribing('[{ event: sys_silence, reply: greeting }]'))).toEqual([]);
    expect(codes(subscribing('[{ event: sys_silence, reply: greeting }]'))).toEqual([
      'event_without_producer event_contract.subscribes[0]',
    ]);
  });

  test('names times of day and lengths of time', () => {
    const wrong = "silence: { after: [soon], quiet_hours: { from: '24:00', to: '8' } }";
    expect(codes(business(wrong)).filter((code) => code.startsWith('asset_value_invalid'))).toEqual([
      'asset_value_invalid silence.after[0]',
      'asset_value_invalid silence.quiet_hours.from',
      'asset_value_invalid silence.quiet_hours.to',
    ]);
  });
});
