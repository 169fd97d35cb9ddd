import type { CST } from 'yaml';

export const DEEPEST_YAML = 60;

/** Where a token tree goes deeper than is read, or undefined. Walks without recursion, so that it cannot fail itself. */
export function isTooDeep(root: CST.Token): number | undefined {
  const open: { readonly token: CST.Token; readonly depth: number }[] = [{ token: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > DEEPEST_YAML) return 'offset' in token ? token.offset : 0;
    if (token.type === 'document' && token.value) open.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    for (const item of token.items) {
      if (item.key) open.push({ token: item.key, depth: depth + 1 });
      if (item.value) open.push({ token: item.value, depth: depth + 1 });
    }
  }
  return undefined;
}
