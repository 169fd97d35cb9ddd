import { type CapabilityContract, placeKey, type Release, type SpaceEntry } from '@rolecall/assets';
import { isJsonObject, type JsonObject, type JsonValue, type Place } from '@rolecall/base';
import type { CheckPart } from '@rolecall/gate';
import type { ExplainedPart } from './workspace.ts';

/** Each part with the line of the contract that asks for it. */
export function withPlaces(
  release: Release,
  contract: CapabilityContract,
  parts: readonly CheckPart[],
): readonly ExplainedPart[] {
  return parts.map((part): ExplainedPart => {
    const path = pathOfPart(contract, part.what);
    return path === undefined
      ? part
      : { ...part, ...shown(placeOf(release, 'capability_contract', contract.id, path)) };
  });
}

function pathOfPart(contract: CapabilityContract, what: string): readonly (string | number)[] | undefined {
  const [kind = '', name = ''] = what.split(' ');
  switch (kind) {
    case 'argument':
      return ['arguments', name];
    case 'precondition':
      return ['preconditions', contract.preconditions.findIndex(({ id }) => id === name)];
    case 'guard':
      return ['guards', contract.guards.findIndex(({ id }) => id === name)];
    case 'ledger':
      return ['idempotency'];
    case 'authorization':
    case 'limits':
    case 'confirmation':
    case 'approval':
      return [kind];
    default:
      return undefined;
  }
}

/** Field by field, where the task's control is stricter than the contract, with the line that says so. */
export function explainControl(
  release: Release,
  { capability, bound }: SpaceEntry,
  tightened: CapabilityContract,
): readonly ExplainedPart[] {
  if (!bound) return [];
  const { contract, task } = bound;
  const [before, after] = [leaves(contract), leaves(tightened)];
  const at = shown(placeOf(release, 'task_asset_package', task, ['control_contract', capability]));
  return [...after]
    .filter(([path, value]) => before.get(path) !== value)
    .map(([path, value]) => ({
      what: `tightened ${path}`,
      outcome: 'not_evaluated' as const,
      detail: `${before.get(path) ?? '–'} → ${value} (${task})`,
      ...at,
    }));
}

/** The single values of a contract, as text, by their paths. */
function leaves(contract: CapabilityContract): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (value: JsonValue | undefined, path: string): void => {
    if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) walk(item, path === '' ? key : `${path}.${key}`);
    } else if (Array.isArray(value) && value.some(isJsonObject)) {
      for (const [index, item] of value.entries()) walk(item, `${path}.${index}`);
    } else if (value !== undefined) found.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  };
  walk(contract as unknown as JsonObject, '');
  return found;
}

function placeOf(
  release: Release,
  kind: 'capability_contract' | 'task_asset_package',
  id: string,
  path: readonly (string | number)[],
): Place | undefined {
  return release.places[placeKey(kind, id, path)] ?? release.places[placeKey(kind, id)];
}

function shown(place: Place | undefined): { readonly file?: string | undefined; readonly line?: number | undefined } {
  return place ? { file: place.file, line: place.line } : {};
}
