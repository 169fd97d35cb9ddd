import { standardCapability } from './standard-capabilities.ts';

/**
 * Whether a role may use the tool behind a capability.
 *
 * Without a list everything is exposed; with one the resident capabilities, those that count as given, and the ones it
 * names: an empty list leaves the resident ones. Source: RolePack, section 四 and 四·一, tool exposure.
 */
export function isCapabilityExposed(declared: readonly string[] | undefined, key: string): boolean {
  if (declared === undefined) return true;
  const exposure = standardCapability(key)?.exposure;
  return exposure === 'resident' || exposure === 'given' || declared.includes(key);
}
