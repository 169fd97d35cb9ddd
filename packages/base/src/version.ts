import semver from 'semver';

/** A reference to a versioned asset: `order_get`, `order_get@1.2.0` or `order_get@^1`. */
export interface VersionedReference {
  readonly id: string;
  /** Absent means any version. */
  readonly range?: string | undefined;
}

/** True for a full semantic version such as `1.2.0`. */
export function isVersion(text: unknown): text is string {
  return typeof text === 'string' && semver.valid(text) === text;
}

/** Splits `id@range`; answers undefined when the range is not one. */
export function parseReference(text: string): VersionedReference | undefined {
  const at = text.indexOf('@');
  if (at < 0) return text === '' ? undefined : { id: text };
  const range = text.slice(at + 1);
  return at > 0 && semver.validRange(range) !== null && range !== '' ? { id: text.slice(0, at), range } : undefined;
}

/** The highest of `versions` inside `range` (any, without one), or undefined. */
export function highestVersion(versions: readonly string[], range: string | undefined): string | undefined {
  return semver.maxSatisfying([...versions], range ?? '*', { includePrerelease: range === undefined }) ?? undefined;
}

/** Orders two full versions: below zero when `left` is older. */
export function compareVersions(left: string, right: string): number {
  return semver.compare(left, right);
}
