import { describe, expect, it } from 'vitest';
import { assembleAssets } from '../loading/assemble-assets.ts';
import { editedSample, type SampleEdit } from '../testing/index.ts';
import { checkWorkspace } from './check-workspace.ts';

const REDIRECT = 'assets/contracts/parcel-redirect.yaml';

/** `code path` of what the check finds after this precondition and this guard were added. */
function told(precondition: string, guard: string): readonly string[] {
  const edits: readonly SampleEdit[] = [
    { file: REDIRECT, from: 'guards:', to: `  - ${precondition}\nguards:\n  - ${guard}` },
  ];
  const findings = checkWorkspace(assembleAssets(editedSample(...edits)));
  return findings.filter(({ severity }) => severity !== 'notice').map(({ code, path }) => `${code} ${path}`);
}

const PRECONDITION =
  '{ id: each, for_each: "[args.parcel_id]", read: { capability: parcel:get, arguments: { parcel_id: "item" } }, expect: "reads.each[index].weight > 1.0" }';
const GUARD =
  '{ id: all, for_each: reads.each, expect: "item.state == \'waiting\' && index < 3", otherwise: { code: moves } }';

describe('for_each', () => {
  it('gives item and index to what stands inside, and a list to what comes after', () => {
    expect(told(PRECONDITION, GUARD)).toEqual([]);
  });

  it('needs a list', () => {
    expect(told(PRECONDITION, GUARD.replace('for_each: reads.each', 'for_each: reads.parcel'))).toEqual([
      'expression_result_mismatch guards[0].for_each',
    ]);
  });

  it('knows the type of an item', () => {
    expect(told(PRECONDITION, GUARD.replace('item.state', 'item.stat'))).toEqual([
      'expression_field_unknown guards[0].expect',
    ]);
    expect(told(PRECONDITION.replace('"item"', '"item.id"'), GUARD)).toEqual([
      'expression_type_mismatch preconditions[1].read.arguments.parcel_id',
    ]);
  });

  it('is the only thing that gives an item', () => {
    expect(told(PRECONDITION, GUARD.replace('for_each: reads.each, ', ''))).toEqual(
      expect.arrayContaining(['expression_name_undeclared guards[0].expect']),
    );
  });

  it('makes reads that are a list, not one result', () => {
    expect(told(PRECONDITION.replace('reads.each[index].weight', 'reads.each.weight'), GUARD)).toEqual([
      'expression_type_mismatch preconditions[1].expect',
    ]);
  });
});
