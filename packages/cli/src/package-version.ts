import { readFileSync } from 'node:fs';

/** The version in this package's own manifest, which lies beside `src` and `dist` alike. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { version } = manifest as { readonly version?: unknown };
  return typeof version === 'string' ? version : '0.0.0';
}
