import { contentHash, type JsonObject } from '@rolecall/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ledgerBase } from '../boundaries/ledger-rule.ts';
import { sampleRelease } from '../testing/sample-assets.ts';
import { preparedArguments, wishOf } from './prepare-arguments.ts';

const bound = sampleRelease().release.contracts['loan:close'];

it('the hashes of arguments, wish and ledger key are content hashes of what they stand for', () => {
  const contract = bound?.contract;
  if (!contract) throw new Error('the sample has no loan:close');
  const values = fc.dictionary(
    fc.constantFrom(...Object.keys(contract.arguments)),
    fc.jsonValue(),
  ) as fc.Arbitrary<JsonObject>;
  fc.assert(
    fc.property(values, fc.string(), (own, owner) => {
      const { holder: _, ...chosen } = own;
      const read = { values: chosen, semantic: [], sentForSystem: {}, unknown: [] };
      const system =
        own.holder === undefined
          ? []
          : [
              {
                declared: { name: 'holder', what: 'argument holder' as const },
                value: own.holder,
                problem: undefined,
                refused: false,
              },
            ];
      const { hash } = preparedArguments(contract, read, system);
      expect(hash).toBe(contentHash({ values: own, contract: `${contract.id}@${contract.version}` }));
      expect(wishOf(contract, own)).toBe(contentHash(chosen));
      const base = ledgerBase(contract, own, {
        contact: { id: owner, external_id: '', level: 'verified' },
        conversation: { id: '', channel: '' },
      });
      const key = { loan_id: own.loan_id ?? null };
      expect(base).toBe(contentHash({ capability: 'loan:close', scope: `contact:${owner}`, key }));
    }),
  );
});
