import { splitFrontmatter } from '../text/frontmatter.ts';
import { decodeHidden } from './decode-hidden.ts';
import { findFlows } from './flows.ts';
import { addressesIn, hostOf, hostStanding } from './hosts.ts';
import { jsonUnits } from './json-units.ts';
import { lookAlikeOf } from './look-alike-name.ts';
import { mcpUnits } from './mcp-servers.ts';
import { PATTERNS } from './patterns.ts';
import { SCAN_RULES, type ScanRuleName } from './rules.ts';
import type { ScanFinding, ScanSeverity, Stance } from './scan-finding.ts';
import { forSoftened, softenDots } from './sentence-dots.ts';
import { type DocumentSubject, documentSubject, stanceOf } from './stance.ts';
import { codeUnits, markdownUnits, type TextUnit } from './text-units.ts';
import { TOLD_ATTACKS } from './told-attacks.ts';
import { visibleText } from './visible-text.ts';

/** One text of a pack, and what the pack says it is about. */
export interface ScannedText {
  readonly file: string;
  readonly text: string;
  /** Name and description of the pack, for files that have none of their own. */
  readonly packSubject: string;
  readonly language: 'en' | 'zh';
}

const DEEPEST_DECODING = 2;
const ALL_PATTERNS = [...PATTERNS, ...TOLD_ATTACKS].map((one) => {
  const pattern = forSoftened(one.pattern);
  return { ...one, pattern, isSoftened: pattern !== one.pattern };
});

/** Everything to notice in one text. Pure, deterministic, in time proportional to the text. */
export function scanDocument(input: ScannedText): ScanFinding[] {
  const sink = new FindingSink(input.file, input.language);
  const visible = visibleText(input.text);
  const front = /\.(?:md|markdown|txt|mdx)$/i.test(input.file) ? splitFrontmatter(visible.text) : undefined;
  const name = String(front?.fields.get('name') ?? '');
  const description = String(front?.fields.get('description') ?? '');
  const units = unitsOf(input.file, visible.text);
  const headings = [...new Set(units.flatMap((unit) => unit.headings.slice(0, 1)))].join(' ').slice(0, 2000);
  const about = `${name} ${description} ${headings} ${input.packSubject}`;
  const subject = documentSubject(`${name} ${input.packSubject}`, description);
  const first = units[0] ?? { text: '', line: 1, kind: 'prose', block: 0, headings: [], intro: '', language: '' };
  if (/[\p{L}]{3,}/u.test(visible.hidden)) {
    sink.add('invisible-text', first, 'commanding', visible.hidden, { decodedFrom: ['tag-characters'] });
    judge(markdownUnits(visible.hidden), about, '', subject, sink, ['tag-characters'], 0);
  }
  if (visible.broken > 2 || visible.bidirectional > 0)
    sink.add('invisible-characters', first, 'commanding', input.text.slice(0, 80));
  const alike = lookAlikeOf(name);
  if (alike !== undefined) sink.add('look-alike-name', first, 'commanding', `${name} ~ ${alike}`);
  overPrivileged(front?.fields, first, sink);
  judge(units, about, proseOf(units), subject, sink, [], 0);
  return sink.findings;
}

function unitsOf(file: string, text: string): TextUnit[] {
  if (/\.json$/i.test(file)) return mcpUnits(text) ?? jsonUnits(text);
  const script = /\.(py|sh|bash|zsh|js|mjs|cjs|ts|rb|pl|php|ps1|bat|cmd|lua|go|rs|java)$/i.exec(file);
  return script?.[1] === undefined ? markdownUnits(text) : codeUnits(text, script[1].toLowerCase());
}

function proseOf(units: readonly TextUnit[]): string {
  return units
    .filter((unit) => unit.kind !== 'code')
    .map((unit) => unit.text)
    .join(' ')
    .toLowerCase();
}

/** A line of a template or an unmarked block that is a sentence: a model reads it as one. */
function readsAsProse({ text, language }: TextUnit): boolean {
  return /^(?:|md|markdown|text|txt|plaintext)$/.test(language) && !/[{};=$]\s*$/.test(text) && /[\p{L}]/u.test(text);
}

/** Runs every pattern and flow over the units, then over what is encoded in them. */
function judge(
  units: readonly TextUnit[],
  about: string,
  prose: string,
  subject: DocumentSubject,
  sink: FindingSink,
  decodedFrom: readonly string[],
  depth: number,
): void {
  const stance = (unit: TextUnit, index: number): Stance => (depth > 0 ? 'commanding' : stanceOf(unit, index, subject));
  const whole = units.map((unit) => unit.text).join('\n');
  const softTexts = units.map((unit) => softenDots(unit.text));
  const softWhole = softTexts.join('\n');
  for (const { rule, pattern, in: kinds, negated, weight, also, told, isSoftened } of ALL_PATTERNS) {
    // Most patterns occur nowhere in a text; finding that out at once is what makes the scan fast.
    if (!pattern.test(isSoftened ? softWhole : whole)) continue;
    for (const [index, unit] of units.entries()) {
      if (kinds && !kinds.includes(unit.kind)) continue;
      if (told && unit.kind === 'code' && !readsAsProse(unit)) continue;
      const match = pattern.exec(isSoftened ? (softTexts[index] ?? '') : unit.text);
      if (!match || also?.test(unit.text) === false) continue;
      const held = stance(unit, match.index);
      // "Do not tell the user" denies nothing; only being shown or ruled out as a whole excuses it.
      const own = negated && held === 'denying' ? stance({ ...unit, text: unit.text.slice(match.index) }, 0) : held;
      sink.add(rule, unit, own, unit.text.slice(match.index, match.index + match[0].length), { weight, decodedFrom });
    }
  }
  for (const flow of findFlows(units, { subject: about, prose, stance }))
    sink.add(flow.rule, flow.unit, stance(flow.unit, flow.index), flow.unit.text.slice(flow.index, flow.index + 160), {
      weight: flow.weight,
      decodedFrom,
    });
  addresses(units, whole, about, stance, sink, decodedFrom);
  if (depth >= DEEPEST_DECODING) return;
  for (const unit of units) {
    for (const decoded of decodeHidden(unit.text, unit.line)) {
      const held = stance(unit, 0);
      const inner = new FindingSink(sink.file, sink.language);
      const path = [...decodedFrom, decoded.encoding];
      const lifted = (
        decoded.text.includes('\n')
          ? markdownUnits(decoded.text)
          : [{ ...unit, text: decoded.text, kind: 'code' as const }]
      ).map((one) => ({ ...one, line: unit.line }));
      judge(lifted, about, prose, subject, inner, path, depth + 1);
      const isWanted = held === 'commanding';
      for (const finding of inner.findings)
        sink.findings.push(isWanted ? finding : { ...finding, stance: held, weight: 0, severity: 'info' });
      if (inner.findings.some((finding) => finding.weight >= 4 && finding.rule !== 'suspicious-address'))
        sink.add('encoded-instruction', unit, held, decoded.text, { decodedFrom: path });
      if (/^https?:\/\/\S+$/.test(decoded.text.trim()))
        sink.add('encoded-address', unit, held, decoded.text, { decodedFrom: path });
    }
  }
}

function addresses(
  units: readonly TextUnit[],
  whole: string,
  about: string,
  stance: (unit: TextUnit, index: number) => Stance,
  sink: FindingSink,
  decodedFrom: readonly string[],
): void {
  if (!whole.includes('://')) return;
  const seen = new Set<string>();
  for (const unit of units) {
    if (!unit.text.includes('://')) continue;
    for (const address of addressesIn(unit.text)) {
      const host = hostOf(address);
      if (seen.has(host) || seen.size > 500) continue;
      seen.add(host);
      const standing = hostStanding(address, about);
      if (standing !== 'hostile' && standing !== 'drop') continue;
      const weight = standing === 'hostile' ? 4 : 3;
      sink.add('suspicious-address', unit, stance(unit, unit.text.indexOf(address)), address, { weight, decodedFrom });
    }
  }
}

/** A list of permissions that reads like a wish list. */
function overPrivileged(fields: ReadonlyMap<string, unknown> | undefined, unit: TextUnit, sink: FindingSink): void {
  const asked = [...new Set(['tools', 'permissions', 'allowed-tools'].flatMap((key) => flatten(fields?.get(key))))];
  const strong = asked.filter((item) =>
    /^(?:\*|sudo|admin|root|exec|shell|network_unrestricted|delete|all)\b/i.test(item),
  );
  if (strong.length >= 3 && asked.length >= 6) sink.add('over-privileged', unit, 'commanding', asked.join(', '));
}

function flatten(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[,\s]+/);
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) =>
    typeof item === 'string' ? [item] : typeof item === 'object' && item !== null ? Object.keys(item) : [],
  );
}

interface AddOptions {
  readonly weight?: number | undefined;
  readonly decodedFrom?: readonly string[] | undefined;
}

class FindingSink {
  readonly file: string;
  readonly language: 'en' | 'zh';
  readonly findings: ScanFinding[] = [];
  readonly #seen = new Set<string>();

  constructor(file: string, language: 'en' | 'zh') {
    this.file = file;
    this.language = language;
  }

  add(rule: ScanRuleName, unit: TextUnit, stance: Stance, evidence: string, options: AddOptions = {}): void {
    // What is ruled out is no finding at all.
    if (stance === 'denying') return;
    const key = `${rule}:${unit.line}:${stance}:${options.weight ?? ''}`;
    if (this.#seen.has(key) || this.findings.length >= 500) return;
    this.#seen.add(key);
    const definition = SCAN_RULES[rule];
    const weight = stance === 'commanding' ? (options.weight ?? definition.weight) : 0;
    this.findings.push({
      rule,
      category: definition.category,
      severity: severityOf(weight),
      stance,
      file: this.file,
      line: unit.line,
      evidence: showEvidence(evidence),
      why: definition.why[this.language],
      decodedFrom: options.decodedFrom?.length ? options.decodedFrom : undefined,
      weight,
    });
  }
}

function severityOf(weight: number): ScanSeverity {
  if (weight >= 10) return 'critical';
  if (weight >= 6) return 'high';
  if (weight >= 3) return 'medium';
  return weight > 0 ? 'low' : 'info';
}

/** Evidence on one line, of bounded length, with nothing in it that a terminal would obey. */
function showEvidence(text: string): string {
  const plain = text
    .slice(0, 400)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
      /\s/.test(character) ? ' ' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(/\s+/g, ' ')
    .trim();
  return [...plain].slice(0, 160).join('');
}
