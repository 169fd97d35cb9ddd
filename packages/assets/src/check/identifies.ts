import type { Finding } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** Who the contact is comes from a read whose every argument can be proven, and never from a write. */
export const identifies: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'capability_contract').flatMap((contract): readonly Finding[] => {
    const { identifies: declared, effect, arguments: args } = contract.asset;
    if (!declared) return [];
    if (effect === 'write') {
      const message = 'A write does not say who the contact is.';
      const fix = 'Move identifies to a read of the person, with proven arguments.';
      return [errorAt(contract, ['identifies'], 'identifies_on_write', message, fix)];
    }
    return Object.entries(args).flatMap(([name, argument]) => {
      if (!('origin' in argument) || !argument.origin.includes('open')) return [];
      const message = `The argument "${name}" may be free text, which proves nothing, so that the read would identify nobody.`;
      const fix = 'Let it come from the customer’s words, a choice or a list.';
      return [errorAt(contract, ['arguments', name, 'origin'], 'identifies_unproven', message, fix)];
    });
  });
