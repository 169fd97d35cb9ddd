import { checkCompanionContentRedline } from '../compliance/companion-redline.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { Reporter } from '../report/reporter.ts';
import { createReporter } from '../report/reporter.ts';
import { type ScanFile, scanTexts } from '../scan/scan-pack.ts';
import { decodeText, looksBinary } from '../text/decode-text.ts';
import type { SettingText } from './skill-references.ts';
import type { SkillFile } from './skills.ts';

/** How a loader treats what the scanner says. */
export interface ScanPolicy {
  /** `report` notes a suspicious pack and loads it; `refuse` does not load it unless approved; `off` does not scan. */
  readonly suspicious: 'report' | 'refuse' | 'off';
  /** Digests of suspicious packs that a person has approved. */
  readonly approved?: readonly string[] | undefined;
}

/** Gathers the texts of a pack while they are read, so that nothing is read twice. */
export interface ScanCollector {
  readonly files: ScanFile[];
  visit(path: string, bytes: Uint8Array): void;
}

const LARGEST_SCANNED = 10 * 1024 * 1024;

export function createScanCollector(policy?: ScanPolicy): ScanCollector {
  const files: ScanFile[] = [];
  return {
    files,
    visit(path, bytes) {
      if (policy?.suspicious === 'off') return;
      files.push(scanFile(path, bytes));
    },
  };
}

/** A file as the scanner takes it: its text, or why there is none. */
export function scanFile(path: string, bytes: Uint8Array): ScanFile {
  if (bytes.length > LARGEST_SCANNED) return { path, uninspected: `${bytes.length} bytes` };
  if (looksBinary(bytes)) return { path, uninspected: 'binary' };
  return { path, text: decodeText(bytes, path, createReporter()) };
}

interface GuardedContent {
  readonly manifest: Manifest;
  /** Persona and rules. */
  readonly setting: readonly SettingText[];
  readonly skillFiles: readonly SkillFile[];
  readonly digest: string;
}

/** The guards on content, apart from the format: the red line, then the scan. Source: RolePack, sections 七 and 八. */
export function guardContent(
  content: GuardedContent,
  scanned: ScanCollector,
  report: Reporter,
  policy: ScanPolicy = { suspicious: 'report' },
): void {
  redline(content, report);
  if (policy.suspicious === 'off') return;
  const { manifest } = content;
  const result = scanTexts(scanned.files, {
    language: report.language,
    subject: `${manifest.name} ${manifest.description}`,
    declared: manifest.capabilities?.map(({ capability }) => capability),
  });
  for (const { file, reason } of result.uninspected)
    report.add('SCAN_UNINSPECTED', { file }, { reason }, { boundary: 'file' });
  if (result.verdict === 'clean') return;
  const [worst] = result.findings;
  const evidence = worst ? `${worst.rule} (${worst.evidence})` : '';
  const at = { file: worst?.file, line: worst?.line };
  if (result.verdict === 'malicious') report.add('SCAN_MALICIOUS', at, { evidence });
  else
    report.add(
      'SCAN_SUSPICIOUS',
      at,
      { evidence },
      {
        boundary: 'pack',
        refused: policy.suspicious === 'refuse' && !policy.approved?.includes(content.digest),
      },
    );
}

interface RedlineText {
  readonly file: string;
  readonly path?: string | undefined;
  readonly text: string;
  readonly firstLine?: number | undefined;
}

/** Reads all text of the pack; a declared companion is refused, any other pack that reads as one is reported. */
function redline(content: GuardedContent, report: Reporter): void {
  const { manifest } = content;
  const texts: readonly RedlineText[] = [
    ...content.setting,
    { file: 'manifest.json', path: 'handoffPrompt', text: manifest.handoffPrompt ?? '' },
    ...(['description', 'name', 'displayName'] as const).map((path) => ({
      file: 'manifest.json',
      path,
      text: manifest[path] ?? '',
    })),
    { file: 'manifest.json', path: 'keywords', text: manifest.matchWords.join('\n') },
    {
      file: 'manifest.json',
      path: 'strategy.prepare.summaryFocus',
      text: manifest.strategy.prepare?.summaryFocus ?? '',
    },
    ...content.skillFiles.map(({ file, text }) => ({ file, text })),
  ];
  const code = manifest.interactionType === 'companion' ? 'COMPANION_INTIMATE_REDLINE' : 'READS_AS_COMPANION';
  for (const { text, firstLine = 1, ...at } of texts) {
    const [hit] = checkCompanionContentRedline(text);
    if (hit)
      report.add(
        code,
        { ...at, line: at.file === 'manifest.json' ? undefined : hit.line + firstLine - 1 },
        { evidence: hit.evidence },
        { boundary: 'file' },
      );
  }
}
