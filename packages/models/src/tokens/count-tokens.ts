import type { TokenCounter } from '@rolecall/kernel';

type Encoding = 'o200k_base' | 'cl100k_base';

/** Which published encoding a family of models uses. The first that fits counts. */
const FAMILIES: readonly { readonly name: RegExp; readonly encoding: Encoding }[] = [
  { name: /^(?:gpt-(?:4o|4\.1|4\.5|5|oss)|chatgpt-4o|o[134])(?:$|[-.:])/, encoding: 'o200k_base' },
  { name: /^gpt-(?:4|3\.5)(?:$|[-:])/, encoding: 'cl100k_base' },
];

/** Text only ever counts as text: `<|endoftext|>` in a message is no control token. */
const NO_SPECIAL_TOKENS = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * The exact counter of a model, or undefined when its tokenizer is not published and the caller has to estimate.
 *
 * Takes `provider/model` or a bare model name. The encoding's tables (some 2 MB) are loaded at the first use.
 */
export async function countTokensFor(modelId: string): Promise<TokenCounter | undefined> {
  const name = modelId.slice(modelId.lastIndexOf('/') + 1).toLowerCase();
  const encoding = FAMILIES.find((family) => family.name.test(name))?.encoding;
  if (encoding === undefined) return undefined;
  const { countTokens } = await load(encoding);
  return (text) => countTokens(text, NO_SPECIAL_TOKENS);
}

function load(encoding: Encoding): Promise<Pick<typeof import('gpt-tokenizer/encoding/o200k_base'), 'countTokens'>> {
  switch (encoding) {
    case 'o200k_base':
      return import('gpt-tokenizer/encoding/o200k_base');
    case 'cl100k_base':
      return import('gpt-tokenizer/encoding/cl100k_base');
    default:
      return encoding satisfies never;
  }
}
