import { type CapabilityContract, labelsOf, type Presentation, type Release } from '@rolecall/assets';
import { type JsonObject, type Language, textIn } from '@rolecall/base';
import { type Bindings, renderText } from '../expressions.ts';
import type { Receipt } from '../receipt.ts';
import { contractText } from '../texts/contract-texts.ts';
import { type EngineText, engineText } from '../texts/engine-texts.ts';

/** What is to be told, and in which words it may be. */
export interface ToTell {
  readonly release: Pick<Release, 'replies'>;
  readonly contract: CapabilityContract;
  readonly outcome: Receipt['outcome'];
  readonly code: string;
  /** Projected; texts see no more than that. */
  readonly result: JsonObject;
  readonly bindings: Bindings;
  readonly language: Language;
  /** Found out later, by a read-back. */
  readonly settled?: boolean | undefined;
}

/**
 * How a result is told: as the contract presents its code, else its outcome, else in the gate's own words. A write is
 * always told in fixed text; a text that cannot be rendered gives way to the next.
 */
export function tellResult(told: ToTell): Receipt['telling'] {
  const { contract } = told;
  for (const slot of [told.code, told.outcome]) {
    const presentation = Object.hasOwn(contract.presentation_policy, slot)
      ? contract.presentation_policy[slot]
      : undefined;
    const own = presented(slot, presentation, told);
    if (own) return own;
  }
  if (contract.effect === 'read' && told.outcome === 'succeeded') return { mode: 'model', mustInclude: [] };
  return { mode: 'fixed', text: ownWords(told) };
}

function presented(slot: string, presentation: Presentation | undefined, told: ToTell): Receipt['telling'] | undefined {
  const neutral = presentation?.mode === 'fixed' ? presentation.text : undefined;
  const template = contractText(told.release, told.contract, `text.${slot}`, neutral, told.language);
  const text = template === undefined ? undefined : render(template, told);
  if (text !== undefined) return { mode: 'fixed', text };
  if (presentation?.mode !== 'model') return undefined;
  const mustInclude = (presentation.must_include ?? []).flatMap((part) => render(part, told) ?? []);
  if (told.contract.effect === 'read') return { mode: 'model', mustInclude };
  return { mode: 'fixed', text: [ownWords(told), ...mustInclude].join('\n') };
}

function render(template: Parameters<typeof renderText>[0], told: ToTell): string | undefined {
  const bindings = { ...told.bindings, result: told.result };
  const rendered = renderText(template, bindings, told.language, labelsOf(told.contract));
  return rendered.ok && rendered.text.trim() !== '' ? rendered.text : undefined;
}

function ownWords({ contract, outcome, code, settled, language }: ToTell): string {
  return engineText(textName(contract.effect, outcome, code, settled ?? false), language, {
    title: textIn(contract.title, language),
  });
}

const UNANSWERED: ReadonlySet<string> = new Set(['not_sent', 'timed_out', 'connection_lost', 'cancelled']);

function textName(effect: 'read' | 'write', outcome: Receipt['outcome'], code: string, settled: boolean): EngineText {
  if (effect === 'read') return UNANSWERED.has(code) ? 'read_unanswered' : 'read_failed';
  if (outcome === 'unknown') return 'write_unknown';
  if (settled) return outcome === 'succeeded' ? 'settled_succeeded' : 'settled_failed';
  if (code === 'not_sent') return 'not_sent';
  return outcome === 'succeeded' ? 'write_succeeded' : 'write_failed';
}
