/** `domain:action`, the only name that crosses layers, such as `web:search`. */
export type CapabilityKey = string;

const CAPABILITY_KEY = /^[a-z]+:[a-zA-Z0-9._-]+$/;

/**
 * True for a well-formed capability key.
 *
 * Source: RolePack, section 四·一; letters beyond lower case and hyphens are legal and only advised against.
 */
export function isCapabilityKey(value: unknown): value is CapabilityKey {
  return typeof value === 'string' && value.length <= 128 && CAPABILITY_KEY.test(value);
}

/** The part before the colon. */
export function domainOf(key: CapabilityKey): string {
  return key.slice(0, key.indexOf(':'));
}

/** The name under which a model sees the capability: `web:search` is `web__search`. */
export function toolNameOf(key: CapabilityKey): string {
  return key.replace(':', '__').replaceAll('.', '_');
}
