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
      const message = { en: 'A write does not say who the contact is.', zh: '写操作不能说明联系人是谁。' };
      const fix = {
        en: 'Move identifies to a read of the person, with proven arguments.',
        zh: '把 identifies 移到查询这个人的读操作上，参数须是已证实的。',
      };
      return [errorAt(contract, ['identifies'], 'identifies_on_write', message, fix)];
    }
    return Object.entries(args).flatMap(([name, argument]) => {
      if (!('origin' in argument) || !argument.origin.includes('open')) return [];
      const message = {
        en: `The argument "${name}" may be free text, which proves nothing, so that the read would identify nobody.`,
        zh: `参数“${name}”可以是自由文字，证明不了什么，因此这个读操作确认不了任何人的身份。`,
      };
      const fix = {
        en: 'Let it come from the customer’s words, a choice or a list.',
        zh: '让它来自客户的话、一次选择或一个列表。',
      };
      return [errorAt(contract, ['arguments', name, 'origin'], 'identifies_unproven', message, fix)];
    });
  });
