import type { Finding } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import type { CheckContext } from './check-context.ts';

/** What a server said of a tool when it was pinned. */
export interface PinnedTool {
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
}

/** A read is not bound to a tool that says of itself that it destroys, or that it does more than read. */
export function destructiveReads(
  { loaded, uses }: CheckContext,
  tools: ReadonlyMap<string, PinnedTool>,
): readonly Finding[] {
  const reads = new Set(uses.flatMap(({ contract: { asset } }) => (asset.effect === 'read' ? [asset.capability] : [])));
  return assetsOf(loaded, 'ai_employee').flatMap((employee) =>
    Object.entries(employee.asset.resources).flatMap(([capability, binding]): readonly Finding[] => {
      if ('platform' in binding || !reads.has(capability)) return [];
      const tool = tools.get(`${binding.server}/${binding.tool}`);
      // A tool that only reads destroys nothing, whatever else it says.
      if (!tool || tool.readOnly === true || tool.destructive !== true) return [];
      const message = {
        en: `${capability} is a read, and the tool "${binding.tool}" says that it is destructive.`,
        zh: `${capability} 是读操作，而工具“${binding.tool}”自称有破坏性。`,
      };
      const fix = {
        en: 'Bind a tool that only reads, or make the contract a write.',
        zh: '绑定一个只读的工具，或把契约改成写操作。',
      };
      return [errorAt(employee, ['resources', capability, 'tool'], 'read_bound_to_destructive_tool', message, fix)];
    }),
  );
}
