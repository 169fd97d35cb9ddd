import { assembleAssets } from '@rolecall/assets';
import { expect, it } from 'vitest';
import { webhookFindings } from './webhook-findings.ts';

const EVENTS = ['id: loan.returned\nversion: 1.0.0\nconsumed_by: outside', 'id: loan.opened\nversion: 1.0.0'];

it('tells a webhook’s events that never come', () => {
  const text = EVENTS.map((event) => `kind: event_definition\n${event}\n`).join('---\n');
  const assets = assembleAssets([{ file: 'assets/events.yaml', text }]);
  const hook = { url: 'https://crm.example/', secret: { credential: 'crm' }, attempts: 15 };
  const names = (...events: string[]) =>
    webhookFindings({ events: { webhooks: { crm: { ...hook, events } } } }, assets).map(({ code, path, fix }) => [
      code,
      path,
      fix,
    ]);
  expect(names('loan.returned')).toEqual([]);
  expect(names('loan.returned', 'loan.opened', 'loan.returnd')).toEqual([
    ['webhook_event_inside', 'events.webhooks.crm.events[1]', 'Write consumed_by: outside in its definition.'],
    ['webhook_event_unknown', 'events.webhooks.crm.events[2]', 'Did you mean "loan.returned"?'],
  ]);
  expect(webhookFindings({ events: { webhooks: { crm: hook } } }, assets)).toEqual([]);
});
