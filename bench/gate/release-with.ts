import type { CapabilitySpace, Release } from '@rolecall/assets';
import { assetIn, type SampleAsset, sampleRelease } from '@rolecall/gate/testing';

/**
 * A release with so many contracts, in equal parts: reads, writes that need no confirmation, and writes that need one. All
 * have arguments with a pattern, an enum and a number, a required scope and level; the writes have limits, a ledger key and
 * two guards. None reads before it acts.
 */
export function releaseWith(contracts: number): { readonly release: Release; readonly space: CapabilitySpace } {
  return sampleRelease((assets) => addContracts(assets, contracts));
}

/** Bound, permitted and connected. */
function addContracts(assets: SampleAsset[], contracts: number): void {
  const keys: string[] = [];
  for (let index = 0; index < contracts; index++) {
    const own = [look, mark, end][index % 3]?.(assets, Math.floor(index / 3));
    if (!own) continue;
    assets.push(own);
    keys.push(String(own.capability));
  }
  const task = assetIn(assets, 'loan_service');
  const bindings = task.capability_bindings as object[];
  bindings.push(...keys.map((capability) => ({ capability, contract: `${capability.replace(/\W/g, '_')}@^1` })));
  (assetIn(assets, 'loan_system').capability_keys as string[]).push(...keys);
  const resources = assetIn(assets, 'mia').resources as Record<string, object>;
  for (const key of keys) resources[key] = { server: 'loans', tool: key.replace(/\W/g, '_') };
}

function look(assets: SampleAsset[], index: number): SampleAsset {
  return renamed(assetIn(assets, 'loan_get'), `loan:look-${index}`);
}

function end(assets: SampleAsset[], index: number): SampleAsset {
  const own = renamed(assetIn(assets, 'loan_close'), `loan:end-${index}`);
  return {
    ...own,
    preconditions: [],
    guards: GUARDS,
    confirmation: {
      by: 'customer',
      notice: {
        en: 'Loan {{ args.loan_id }} will be closed, reason: {{ label("reason") }}. Reply "confirm" to go ahead.',
      },
    },
  };
}

function mark(assets: SampleAsset[], index: number): SampleAsset {
  const { confirmation: _, ...own } = renamed(assetIn(assets, 'loan_close'), `loan:mark-${index}`);
  return { ...(own as SampleAsset), preconditions: [], guards: GUARDS };
}

const GUARDS = [
  { id: 'few', expect: '!has(args.copies) || args.copies < 5', otherwise: { code: 'too_many' } },
  { id: 'page', expect: "conversation.channel in ['page', 'widget']", otherwise: { code: 'wrong_channel' } },
];

function renamed(asset: SampleAsset, capability: string): SampleAsset {
  const subject = capability.split('').map((letter) => String.fromCodePoint(0x4e00 + (letter.codePointAt(0) ?? 0) * 7));
  return {
    ...structuredClone(asset),
    id: capability.replace(/\W/g, '_'),
    capability,
    // Words of its own: contracts that compete for the same words are a finding for each pair of them.
    title: { en: `Do ${capability}` },
    semantics: { use_when: [`${capability} ${subject.join('')}`] },
  };
}
