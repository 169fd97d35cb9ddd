/**
 * Measures the scanner on labelled texts: `node bench/scan/measure.ts <data folder> [--kinds] [--misses] [--json]`.
 *
 * The folder holds `skills-benign/` and `skills-malicious/` with their `index.json`, and JSON-lines files of single
 * texts. Rows that are labelled `policy` or `quality`, and rows that text alone cannot decide, stand apart.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanTexts, type Verdict } from '../../packages/rolepack/src/pure.ts';

interface Row {
  readonly id: string;
  readonly group: string;
  readonly label: 'malicious' | 'benign' | 'apart';
  readonly kind: string;
  readonly file: string;
  readonly text: string;
}

interface Counted extends Row {
  readonly verdict: Verdict;
  readonly rules: readonly string[];
}

const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node bench/scan/measure.ts <data folder> [--misses] [--json]');
  process.exit(2);
}

const rows = [...indexed(folder, 'skills-benign'), ...indexed(folder, 'skills-malicious'), ...lines(folder)];
const started = performance.now();
let bytes = 0;
const counted: Counted[] = rows.map((row) => {
  bytes += Buffer.byteLength(row.text);
  const result = scanTexts([{ path: row.file, text: row.text }]);
  const weighty = result.findings.filter((finding) => finding.weight > 0);
  return { ...row, verdict: result.verdict, rules: weighty.map((finding) => `${finding.rule}:${finding.weight}`) };
});
const seconds = (performance.now() - started) / 1000;

const groups = [...new Set(counted.map((row) => row.group))].sort();
const figures = [
  ...groups.map((group) =>
    summarise(
      group,
      counted.filter((row) => row.group === group),
    ),
  ),
  summarise('all', counted),
];
if (flags.includes('--json')) for (const figure of figures) console.log(JSON.stringify(figure));
else {
  console.table(figures);
  console.log(
    `${rows.length} texts, ${(bytes / 1e6).toFixed(2)} MB in ${seconds.toFixed(2)} s (${(bytes / 1e6 / seconds).toFixed(1)} MB/s)`,
  );
}
if (flags.includes('--kinds')) {
  const bad = counted.filter((row) => row.label === 'malicious');
  const kinds = [...new Set(bad.map((row) => `${row.group} ${row.kind}`))].sort();
  console.table(
    kinds.map((kind) => {
      const part = bad.filter((row) => `${row.group} ${row.kind}` === kind);
      const hit = (...verdicts: Verdict[]) => part.filter((row) => verdicts.includes(row.verdict)).length;
      return {
        kind,
        texts: part.length,
        malicious: hit('malicious'),
        suspiciousOrWorse: hit('malicious', 'suspicious'),
      };
    }),
  );
}
if (flags.includes('--misses'))
  for (const row of counted) {
    const isMiss =
      row.label === 'malicious' ? row.verdict !== 'malicious' : row.label === 'benign' && row.verdict !== 'clean';
    if (isMiss) console.log(`${row.label} → ${row.verdict}  ${row.id}  [${row.kind}]  ${row.rules.join(' ')}`);
  }

function summarise(group: string, part: readonly Counted[]) {
  const bad = part.filter((row) => row.label === 'malicious');
  const good = part.filter((row) => row.label === 'benign');
  const hit = (list: readonly Counted[], ...verdicts: Verdict[]) =>
    list.filter((row) => verdicts.includes(row.verdict)).length;
  const ratio = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));
  const caught = hit(bad, 'malicious');
  const noticed = hit(bad, 'malicious', 'suspicious');
  const wrongly = hit(good, 'malicious');
  const doubted = hit(good, 'malicious', 'suspicious');
  return {
    group,
    malicious: bad.length,
    benign: good.length,
    apart: part.length - bad.length - good.length,
    precision: ratio(caught, caught + wrongly),
    recall: ratio(caught, bad.length),
    falsePositive: ratio(wrongly, good.length),
    precisionSuspicious: ratio(noticed, noticed + doubted),
    recallSuspicious: ratio(noticed, bad.length),
    benignSuspicious: ratio(doubted, good.length),
  };
}

function indexed(root: string, name: string): Row[] {
  const index = join(root, name, 'index.json');
  if (!existsSync(index)) return [];
  const entries = JSON.parse(readFileSync(index, 'utf8')) as readonly Readonly<Record<string, unknown>>[];
  return entries.flatMap((entry) => {
    const path = join(root, name, String(entry.path));
    if (!existsSync(path)) return [];
    const label =
      entry.label === 'malicious'
        ? entry.textOnlyEnough === false
          ? 'apart'
          : 'malicious'
        : entry.label === 'benign'
          ? 'benign'
          : 'apart';
    return [
      {
        id: String(entry.path),
        group: String(entry.group ?? name),
        label,
        kind: String(entry.attack ?? ''),
        file: 'SKILL.md',
        text: readFileSync(path, 'utf8'),
      },
    ];
  });
}

function lines(root: string): Row[] {
  const base = join(root, 'skills-malicious');
  if (!existsSync(base)) return [];
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .sort();
  return files.flatMap((file) =>
    readFileSync(join(base, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .flatMap((line, index): Row[] => {
        const row = JSON.parse(line) as Readonly<Record<string, unknown>>;
        if (typeof row.text !== 'string') return [];
        const label = row.label === 'malicious' || row.label === 'benign' ? row.label : 'apart';
        return [
          {
            id: String(row.id ?? `${file}:${index}`),
            group: file.replace(/\.jsonl$/, ''),
            label,
            kind: String(row.attackType ?? row.kind ?? ''),
            file: typeof row.filename === 'string' ? row.filename : 'SKILL.md',
            text: row.text,
          },
        ];
      }),
  );
}
