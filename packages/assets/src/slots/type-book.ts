import type { CapabilityKey } from '@rolecall/base';
import { checkExpression } from '../expression/check-expression.ts';
import { typeOfSchema } from '../expression/type-of-schema.ts';
import {
  ANY,
  alternatives,
  type FieldType,
  listOf,
  OPEN_OBJECT,
  TEXT,
  unionOf,
  type ValueType,
} from '../expression/value-type.ts';
import type { CapabilityContract } from '../schema/capability-contract.ts';
import type { TaskPackage } from '../schema/task-package.ts';
import type { RecordSchema } from '../schema/wording.ts';
import { CALL_NAMES } from './standing-types.ts';

/** What is known of the values that the expressions of one contract meet. */
export interface ContractTypes {
  readonly args: ValueType;
  readonly facts: ValueType;
  readonly configuration: ValueType;
  /** By id of the precondition, in their order. */
  readonly reads: readonly (readonly [string, ValueType])[];
  /** The tool's answer, or its error. */
  readonly result: ValueType;
  /** What the contract lets out of it. */
  readonly projected: ValueType;
  readonly readBack: ValueType | undefined;
}

/** Where a contract's neighbours are found. */
export interface Neighbours {
  contractFor(capability: CapabilityKey): CapabilityContract | undefined;
  recordFor(id: string): RecordSchema | undefined;
}

export interface TypeBook {
  /** The types of a contract inside the task that binds it; of one that no task binds, facts and configuration are open. */
  typesOf(contract: CapabilityContract, task: TaskPackage | undefined): ContractTypes;
}

/** Works out types from schemas, once for each pair of contract and task. */
export function createTypeBook(neighbours: Neighbours): TypeBook {
  const known = new Map<CapabilityContract, Map<TaskPackage | undefined, ContractTypes>>();
  // Reads may read in turn. A circle is a finding of its own; its types are open.
  const underWay = new Set<CapabilityContract>();
  const typesOf: TypeBook['typesOf'] = (contract, task) => {
    const byTask = known.get(contract) ?? new Map<TaskPackage | undefined, ContractTypes>();
    known.set(contract, byTask);
    const present = byTask.get(task);
    if (present) return present;
    underWay.add(contract);
    const types = computeTypes(contract, task, neighbours, readType);
    underWay.delete(contract);
    byTask.set(task, types);
    return types;
  };
  /** What conditions see of a read: what its record declares, and what its contract projects. */
  const readType = (capability: CapabilityKey): ValueType => {
    const contract = neighbours.contractFor(capability);
    if (!contract || underWay.has(contract)) return ANY;
    const record = recordType(contract, neighbours);
    const { projected } = typesOf(contract, undefined);
    if (record.kind !== 'object' || projected.kind !== 'object') return record.kind === 'any' ? projected : ANY;
    return { kind: 'object', fields: new Map([...record.fields, ...projected.fields]), rest: record.rest };
  };
  return { typesOf };
}

function computeTypes(
  contract: CapabilityContract,
  task: TaskPackage | undefined,
  neighbours: Neighbours,
  readType: (capability: CapabilityKey) => ValueType,
): ContractTypes {
  const { read_back } = contract.result;
  const types = {
    args: argumentsType(contract),
    facts: task ? factsType(task) : OPEN_OBJECT,
    configuration: task ? configurationType(task) : OPEN_OBJECT,
    reads: contract.preconditions.map(({ id, read, for_each }) => {
      const type = readType(read.capability);
      return [id, for_each === undefined ? type : listOf(type)] as const;
    }),
    result: withError(recordType(contract, neighbours)),
    readBack: read_back && readType(read_back.capability),
  };
  return { ...types, projected: projectedType(contract, types) };
}

function argumentsType(contract: CapabilityContract): ValueType {
  const fields = new Map<string, FieldType>();
  for (const [name, argument] of Object.entries(contract.arguments)) {
    const isSystem = 'source' in argument;
    const type = argument.schema ? typeOfSchema(argument.schema) : ANY;
    fields.set(name, { type, optional: !isSystem && !argument.required });
  }
  return { kind: 'object', fields };
}

/** A fact is there once something was proven or read: never surely. */
export function factsType(task: TaskPackage): ValueType {
  const fields = Object.entries(task.data_contract.facts).map(([name, fact]): [string, FieldType] => [
    name,
    { type: typeOfSchema(fact.schema), optional: true },
  ]);
  return { kind: 'object', fields: new Map(fields) };
}

/** A key with a default is always there: the default is filled in. */
export function configurationType(task: TaskPackage): ValueType {
  const schema = task.configuration_contract?.schema;
  if (!schema) return { kind: 'object', fields: new Map() };
  const type = typeOfSchema(schema);
  if (type.kind !== 'object') return type;
  const properties = (schema.properties ?? {}) as Readonly<Record<string, unknown>>;
  const fields = [...type.fields].map(([name, field]): [string, FieldType] => {
    const property = properties[name];
    const hasDefault = typeof property === 'object' && property !== null && 'default' in property;
    return [name, hasDefault ? { ...field, optional: false } : field];
  });
  return { ...type, fields: new Map(fields) };
}

function recordType(contract: CapabilityContract, neighbours: Neighbours): ValueType {
  const id = contract.result.schema;
  const record = id === undefined ? undefined : neighbours.recordFor(id);
  return record ? typeOfSchema(record.schema) : ANY;
}

/** A tool that reports an error answers with `error` and nothing else. */
function withError(record: ValueType): ValueType {
  if (record.kind !== 'object') return record.kind === 'any' ? ANY : unionOf([record, errorOnly()]);
  const error = record.fields.get('error')?.type;
  const fields = new Map([...record.fields, ['error', { type: error ?? TEXT, optional: true }] as const]);
  return { ...record, fields };
}

function errorOnly(): ValueType {
  return { kind: 'object', fields: new Map([['error', { type: TEXT, optional: true }]]) };
}

function projectedType(contract: CapabilityContract, types: Omit<ContractTypes, 'projected'>): ValueType {
  const names = new Map<string, ValueType>([
    ...CALL_NAMES,
    ['args', types.args],
    ['facts', types.facts],
    ['configuration', types.configuration],
    ['reads', readsType(types.reads)],
    ['result', types.result],
  ]);
  const fields = Object.entries(contract.result.project).map(([name, source]): [string, FieldType] => {
    const { type } = checkExpression(source, { names });
    return [name, { type: asRecorded(type), optional: false }];
  });
  return { kind: 'object', fields: new Map(fields) };
}

/** A duration is recorded as text; everything else keeps its type through JSON. */
function asRecorded(type: ValueType): ValueType {
  return alternatives(type).some((option) => option.kind === 'duration') ? TEXT : type;
}

/** The object `reads`, of these preconditions. */
export function readsType(reads: ContractTypes['reads']): ValueType {
  return { kind: 'object', fields: new Map(reads.map(([id, type]) => [id, { type, optional: false }])) };
}
