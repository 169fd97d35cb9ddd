import type { Language } from '@rolecall/base';
import { SCAN_RULES, type ScanRuleName } from './rules.ts';
import { scanDocument } from './scan-document.ts';
import type { ScanFinding, ScanResult, Uninspected, Verdict } from './scan-finding.ts';

/** A file to scan: its text, or why there is none. */
export type ScanFile =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly uninspected: string };

export interface ScanOptions {
  readonly language?: Language | undefined;
  /** Name and description of the pack. */
  readonly subject?: string | undefined;
  /** The capabilities that the pack declares; undefined when it declares none and so claims every tool. */
  readonly declared?: readonly string[] | undefined;
}

/** From this score on a pack is malicious, if something in it can only be an attack. */
const MALICIOUS = 10;
const SUSPICIOUS = 5;

/**
 * Scans the texts of a pack or a single skill: deterministic, offline, in time proportional to their size.
 *
 * A rule counts once, with its heaviest finding; what a text only shows or rules out counts nothing. So the size of a
 * pack adds nothing to its score, and a pack that teaches how attacks look is not one.
 */
export function scanTexts(files: readonly ScanFile[], options: ScanOptions = {}): ScanResult {
  const findings: ScanFinding[] = [];
  const uninspected: Uninspected[] = [];
  for (const file of files) {
    if ('uninspected' in file) uninspected.push({ file: file.path, reason: file.uninspected });
    else
      findings.push(
        ...scanDocument({
          file: file.path,
          text: file.text,
          packSubject: options.subject ?? '',
          language: options.language ?? 'en',
        }),
      );
  }
  findings.push(...undeclaredAuthority(files, options));
  const score = scoreOf(findings);
  return { verdict: verdictOf(score, findings), score, findings: findings.sort(byWeight), uninspected };
}

/** What scripts and servers do, against what the pack declares. A list that names neither web nor code reaches nothing. */
function undeclaredAuthority(files: readonly ScanFile[], options: ScanOptions): ScanFinding[] {
  const { declared } = options;
  if (!declared || declared.some((key) => /^(?:web|code|net|http|mcp):/.test(key))) return [];
  const rule = SCAN_RULES['undeclared-network'];
  return files.flatMap((file): ScanFinding[] => {
    if (!('text' in file)) return [];
    const found = REACHES_OUT.exec(file.text);
    if (!found) return [];
    return [
      {
        rule: 'undeclared-network',
        category: rule.category,
        severity: 'low',
        stance: 'commanding',
        file: file.path,
        line: file.text.slice(0, found.index).split('\n').length,
        evidence: found[0].slice(0, 160),
        why: rule.why[options.language ?? 'en'],
        weight: rule.weight,
      },
    ];
  });
}

const REACHES_OUT =
  /\b(?:curl|wget|requests\.\w+\(|urlopen|httpx\.|fetch\s*\(|axios|Invoke-WebRequest|socket\.|https?\.request)|"(?:url|serverUrl)"\s*:\s*"https?:/;

function scoreOf(findings: readonly ScanFinding[]): number {
  const heaviest = new Map<string, number>();
  let addresses = 0;
  for (const finding of findings) {
    if (finding.rule === 'suspicious-address') addresses = Math.min(10, addresses + finding.weight);
    else heaviest.set(finding.rule, Math.max(heaviest.get(finding.rule) ?? 0, finding.weight));
  }
  return [...heaviest.values()].reduce((sum, weight) => sum + weight, addresses);
}

/** Rules that ordinary administration meets too: many of them together are still only suspicious. */
const ORDINARY: ReadonlySet<ScanRuleName> = new Set([
  'installer-pipe',
  'breaks-isolation',
  'skips-consent',
  'stays-behind',
  'over-privileged',
  'undeclared-network',
  'invisible-characters',
]);

function verdictOf(score: number, findings: readonly ScanFinding[]): Verdict {
  const attack = scoreOf(findings.filter((finding) => !ORDINARY.has(finding.rule as ScanRuleName)));
  if (attack >= MALICIOUS || (score >= MALICIOUS && attack >= 7)) return 'malicious';
  return score >= SUSPICIOUS ? 'suspicious' : 'clean';
}

function byWeight(left: ScanFinding, right: ScanFinding): number {
  return (
    right.weight - left.weight || (left.file < right.file ? -1 : left.file > right.file ? 1 : left.line - right.line)
  );
}

/** Every rule of the scanner with its category and weight, for reference pages. */
export const SCANNER_RULES = SCAN_RULES;
