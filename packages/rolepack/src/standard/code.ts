import type { Bilingual, Severity } from '@rolecall/base';

/** What became of a thing that a loader met. */
export type Disposition = 'loaded' | 'degraded' | 'ignored' | 'refused';

/** What one code means. `{braces}` are filled in from the finding. */
export interface CodeDefinition {
  readonly severity: Severity;
  readonly disposition: Disposition;
  /**
   * Only these refuse a whole pack: `always`, or `host` when the host chose so. Whatever has no `refuses` takes down
   * nothing but itself.
   */
  readonly refuses?: 'always' | 'host' | undefined;
  readonly message: Bilingual;
  readonly cause: Bilingual;
  readonly fix: Bilingual;
}
