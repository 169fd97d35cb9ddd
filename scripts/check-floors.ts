import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The house, from the ground up. A package may import only packages on lower floors. */
const FLOORS: readonly (readonly string[])[] = [
  ['base'],
  ['rolepack', 'assets', 'journal'],
  ['kernel', 'gate'],
  ['employee'],
  ['store', 'mcp', 'models', 'knowledge', 'tools'],
  ['host'],
  ['server', 'evals'],
  ['cli', 'console'],
];

/** One import that climbs, or stays on its floor. */
export interface FloorViolation {
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/** Which room a specifier leads to, seen from a file inside `packages/<room>`; undefined outside the house. */
function roomOf(specifier: string): string | undefined {
  const name = /^@rolecall\/([a-z]+)/.exec(specifier)?.[1] ?? (/^rolecall(\/|$)/.test(specifier) ? 'cli' : undefined);
  return name ?? /(?:^|\/)packages\/([a-z]+)\//.exec(specifier)?.[1];
}

const IMPORT = /(?:from|import|import\()\s*['"]([^'"]+)['"]/g;

/** All violations in one source text. */
export function violationsIn(source: string, room: string, file: string): readonly FloorViolation[] {
  const floor = floorOf(room);
  return source.split('\n').flatMap((text, index) =>
    [...text.matchAll(IMPORT)].flatMap(([, specifier]) => {
      const to = roomOf(specifier ?? '');
      if (to === undefined || to === room || floorOf(to) < floor) return [];
      return [{ file, line: index + 1, from: room, to }];
    }),
  );
}

function floorOf(room: string): number {
  const floor = FLOORS.findIndex((rooms) => rooms.includes(room));
  if (floor < 0)
    throw new Error(`The room "${room}" stands on no floor: add it to scripts/check-floors.ts and to the design.`);
  return floor;
}

/** All violations in the tree, in imports and in what package.json declares. */
export function checkFloors(root: string): { readonly files: number; readonly violations: readonly FloorViolation[] } {
  const violations: FloorViolation[] = [];
  let files = 0;
  for (const room of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', room);
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !/\.(ts|tsx|js)$/.test(entry.name) || /\/(node_modules|dist|test-output)\//.test(path))
        continue;
      files++;
      violations.push(...violationsIn(readFileSync(path, 'utf8'), room, relative(root, path)));
    }
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      const to = roomOf(dependency);
      if (to !== undefined && floorOf(to) >= floorOf(room))
        violations.push({ file: `packages/${room}/package.json`, line: 1, from: room, to });
    }
  }
  return { files, violations };
}

if (import.meta.main) {
  const { files, violations } = checkFloors(process.cwd());
  for (const { file, line, from, to } of violations) {
    console.error(
      `${file}:${line}: ${from} (floor ${floorOf(from)}) imports ${to} (floor ${floorOf(to)}); only lower floors may be imported.`,
    );
  }
  console.log(`floors: ${files} files, ${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
