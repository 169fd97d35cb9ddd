import type { Bilingual } from '@rolecall/base';

/** What the scanner thinks of a pack. */
export type Verdict = 'clean' | 'suspicious' | 'malicious';

export type ScanSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info';

/**
 * The vocabulary of the OWASP Agentic Skills Top 10, as far as reading a pack can tell.
 */
export type ScanCategory =
  | 'AST01 Malicious Skills'
  | 'AST02 Supply Chain Compromise'
  | 'AST03 Over-Privileged Skills'
  | 'AST04 Insecure Metadata'
  | 'AST05 Unsafe Deserialization'
  | 'AST06 Weak Isolation';

/** How the text stands to what it says: it wants it done, shows it, or rules it out. */
export type Stance = 'commanding' | 'teaching' | 'denying';

/** One thing that the scanner noticed. */
export interface ScanFinding {
  readonly rule: string;
  readonly category: ScanCategory;
  readonly severity: ScanSeverity;
  readonly stance: Stance;
  readonly file: string;
  readonly line: number;
  /** The text itself, shortened, with invisible characters made visible. */
  readonly evidence: string;
  /** Why this matters. */
  readonly why: string;
  /** How the text was hidden before it was judged, outermost first: `base64`, `tag-characters` … */
  readonly decodedFrom?: readonly string[] | undefined;
  /** What it adds to the verdict. */
  readonly weight: number;
}

/** A file that could not be looked into. */
export interface Uninspected {
  readonly file: string;
  readonly reason: string;
}

export interface ScanResult {
  readonly verdict: Verdict;
  readonly score: number;
  readonly findings: readonly ScanFinding[];
  readonly uninspected: readonly Uninspected[];
}

/** One rule: what it is called, what it weighs when the text wants it done, and why it matters. */
export interface ScanRule {
  readonly category: ScanCategory;
  readonly weight: number;
  readonly why: Bilingual;
}
