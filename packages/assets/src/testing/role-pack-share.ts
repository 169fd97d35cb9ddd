import type { RolePackShare } from '../release.ts';

/** A role pack's share that limits nothing, with parts replaced. */
export function rolePackShare(parts: Partial<RolePackShare> = {}): RolePackShare {
  return {
    name: 'parcel-clerk',
    digest: `sha256:${'0'.repeat(64)}`,
    capabilities: undefined,
    strategy: { toolMode: 'allow', toolReadonly: false },
    ...parts,
  };
}
