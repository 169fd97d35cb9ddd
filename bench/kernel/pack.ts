import { loadPackFrom, memorySource, type RolePack } from '@rolecall/rolepack';

/** A small role pack with a strategy; without limits of its own. */
export async function loadedPack(strategy: { readonly act?: object; readonly global?: object }): Promise<RolePack> {
  const manifest = {
    name: 'bench',
    formatVersion: '1.0.0',
    interactionType: 'tool_assistant',
    strategy: { ...strategy, global: { tokenBudget: 0, stepBudget: 0, ...strategy.global } },
  };
  const files = new Map([
    ['manifest.json', JSON.stringify(manifest)],
    ['persona.md', '你是一名细心的助手。'],
    ['rules.md', '- 只说已经发生的事。\n'],
  ]);
  const encoder = new TextEncoder();
  const bytes = new Map([...files].map(([path, text]) => [path, encoder.encode(text)]));
  const { pack } = await loadPackFrom(memorySource(bytes, 'bench'));
  if (!pack) throw new Error('The pack of the bench was refused.');
  return pack;
}
