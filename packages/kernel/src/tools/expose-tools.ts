import type { ResolvedStrategy } from '@rolecall/rolepack';
import { STANDARD_CAPABILITIES } from '@rolecall/rolepack';
import type { RoundTool } from '../round.ts';

const PRIVILEGED: ReadonlySet<string> = new Set(
  STANDARD_CAPABILITIES.filter(({ exposure }) => exposure === 'privileged').map(({ capability }) => capability),
);

/**
 * The tools that a pack's role may use, sorted by name so that the list is the same in every round.
 *
 * A pack that declares capabilities must name a privileged one to have its tools; resident tools and those that serve no
 * standard capability are always there. `toolMode: block` leaves none, `toolReadonly: readonly` only reads.
 * Source: RolePack, sections 四 and 六.
 */
export function exposeTools(
  tools: readonly RoundTool[],
  capabilities: readonly string[] | undefined,
  act: Pick<ResolvedStrategy['act'], 'toolMode' | 'toolReadonly'>,
): RoundTool[] {
  if (act.toolMode === 'block') return [];
  return tools
    .filter(({ capability }) => isDeclared(capability, capabilities))
    .filter(({ effect }) => act.toolReadonly !== 'readonly' || effect === 'read')
    .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
}

function isDeclared(capability: string | undefined, declared: readonly string[] | undefined): boolean {
  if (declared === undefined || capability === undefined || !PRIVILEGED.has(capability)) return true;
  return declared.includes(capability);
}
