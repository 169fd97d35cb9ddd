import { type CapabilityContract, type DeclaredTypes, type Release, typeOfSchema } from '@rolecall/assets';
import { onceFor } from './once-for.ts';

/**
 * The types that schemas give to the names of a contract's expressions: an amount that is declared a number is one, whether
 * or not it happens to be whole. A release never changes, so that they are computed once.
 */
export function expressionTypes(contract: CapabilityContract, release: Release): DeclaredTypes {
  const known = typesOf(contract);
  if (known.release !== release) {
    known.release = release;
    known.types = computeTypes(contract, release);
  }
  return known.types;
}

const typesOf = onceFor((_: CapabilityContract): { release: Release | undefined; types: DeclaredTypes } => ({
  release: undefined,
  types: {},
}));

function computeTypes(contract: CapabilityContract, release: Release): DeclaredTypes {
  const taskId = release.contracts[contract.capability]?.task;
  const task = release.tasks.find((installation) => installation.task.id === taskId)?.task;
  const facts = Object.entries(task?.data_contract.facts ?? {}).map(([name, fact]) => [name, fact.schema]);
  const args = Object.entries(contract.arguments).map(([name, argument]) => [name, argument.schema ?? {}]);
  const reads = contract.preconditions.map(({ id, read, for_each }) => {
    const schema = resultSchema(read.capability, release);
    return [id, for_each === undefined ? schema : { type: 'array', items: schema }];
  });
  const readBack = contract.result.read_back;
  return {
    args: typeOfSchema({ type: 'object', properties: Object.fromEntries(args) }),
    facts: typeOfSchema({ type: 'object', properties: Object.fromEntries(facts) }),
    configuration: typeOfSchema(task?.configuration_contract?.schema ?? {}),
    reads: typeOfSchema({ type: 'object', properties: Object.fromEntries(reads) }),
    result: typeOfSchema(recordOf(contract, release) ?? {}),
    ...(readBack ? { read_back: typeOfSchema(resultSchema(readBack.capability, release)) } : {}),
  };
}

function resultSchema(capability: string, release: Release): object {
  const contract = Object.hasOwn(release.contracts, capability) ? release.contracts[capability]?.contract : undefined;
  return (contract && recordOf(contract, release)) ?? {};
}

function recordOf({ result }: CapabilityContract, { records }: Release): object | undefined {
  return result.schema !== undefined && Object.hasOwn(records, result.schema)
    ? records[result.schema]?.schema
    : undefined;
}
