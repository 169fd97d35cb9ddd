import { type Bilingual, type Finding, findingWords, type Severity } from '@rolecall/base';
import type { DocumentPath } from './loading/document-path.ts';
import type { LoadedAsset } from './loading/loaded-assets.ts';

/** A finding about a part of an asset. */
export function findingAt(
  loaded: LoadedAsset,
  path: DocumentPath,
  severity: Severity,
  code: string,
  message: Bilingual,
  fix?: Bilingual | undefined,
): Finding {
  return { severity, code, ...findingWords(message, fix), ...loaded.place(path) };
}

/** An error about a part of an asset. */
export function errorAt(
  loaded: LoadedAsset,
  path: DocumentPath,
  code: string,
  message: Bilingual,
  fix?: Bilingual | undefined,
): Finding {
  return findingAt(loaded, path, 'error', code, message, fix);
}

/** A warning about a part of an asset. */
export function warningAt(
  loaded: LoadedAsset,
  path: DocumentPath,
  code: string,
  message: Bilingual,
  fix?: Bilingual | undefined,
): Finding {
  return findingAt(loaded, path, 'warning', code, message, fix);
}

/** The same finding once, in the order of files and lines, errors before warnings in one line. */
export function sortedFindings(findings: readonly Finding[]): readonly Finding[] {
  const unique = new Map<string, Finding>();
  for (const finding of findings) {
    const { severity, code, message, file, line, path } = finding;
    unique.set(JSON.stringify([file, line, path, severity, code, message]), finding);
  }
  return [...unique.values()].sort(
    (left, right) =>
      compareText(left.file ?? '', right.file ?? '') ||
      (left.line ?? 0) - (right.line ?? 0) ||
      RANK[left.severity] - RANK[right.severity] ||
      compareText(left.code, right.code),
  );
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, notice: 2 };

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
