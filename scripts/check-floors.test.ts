import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFloors, violationsIn } from './check-floors.ts';

describe('the floors of the house', () => {
  it('finds an import that climbs, with its line', () => {
    const source = "import { a } from '@rolecall/base';\nimport { b } from '@rolecall/employee';\n";
    expect(violationsIn(source, 'gate', 'x.ts')).toEqual([{ file: 'x.ts', line: 2, from: 'gate', to: 'employee' }]);
  });

  it('finds an import between two rooms of one floor, also when it is dynamic', () => {
    expect(violationsIn("await import('@rolecall/gate')", 'kernel', 'x.ts')).toHaveLength(1);
  });

  it('are kept by the whole tree', () => {
    const { files, violations } = checkFloors(join(import.meta.dirname, '..'));
    expect(files).toBeGreaterThan(100);
    expect(violations).toEqual([]);
  });
});
