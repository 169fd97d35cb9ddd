import type { ExpressionEnvironment } from '../expression/expression-problem.ts';
import { typeOfSchema } from '../expression/type-of-schema.ts';
import { ANY, BOOL, type FieldType, unionOf, type ValueType } from '../expression/value-type.ts';
import { type Subscription, subscriptionsOf } from '../schema/subscription.ts';
import type { TaskPackage } from '../schema/task-package.ts';
import { amountSlots } from './contract-slots.ts';
import { expressionSlot, type Slot } from './slot.ts';
import { CALL_NAMES } from './standing-types.ts';
import { type ContractTypes, configurationType, factsType, readsType } from './type-book.ts';

/** Every expression of a task, with the names that exist where it stands. `bound` are the contracts it binds, by key. */
export function taskSlots(
  task: TaskPackage,
  bound: ReadonlyMap<string, ContractTypes>,
  payloadOf: (event: string) => ValueType = () => ANY,
): readonly Slot[] {
  const facts = factsType(task);
  const configuration = configurationType(task);
  const stageEnvironment: ExpressionEnvironment = {
    names: new Map([
      ['facts', facts],
      ['configuration', configuration],
    ]),
    wants: BOOL,
  };
  const subject: ExpressionEnvironment = { names: new Map([['args', argumentsOfAll([...bound.values()])]]) };
  return [
    // An argument that a call does not have only means that there is no subject yet.
    ...expressionSlot(['task_contract', 'subject'], task.task_contract.subject, subject),
    ...task.journey_contract.stages.flatMap(({ complete_when }, index) =>
      expressionSlot(['journey_contract', 'stages', index, 'complete_when'], complete_when, stageEnvironment),
    ),
    ...subscriptionsOf(task).flatMap((each, index) => subscriptionSlots(task, each, index, payloadOf(each.event))),
    ...Object.entries(task.control_contract).flatMap(([capability, control]) => {
      const types = bound.get(capability);
      const names = new Map<string, ValueType>([
        ...CALL_NAMES,
        ...(types ? ([['args', types.args]] as const) : []),
        ['facts', facts],
        ['configuration', configuration],
      ]);
      const path = ['control_contract', capability];
      return [
        ...expressionSlot([...path, 'authorization', 'require'], control.authorization?.require, {
          names,
          wants: BOOL,
        }),
        ...amountSlots([...path, 'limits'], control.limits, types ? withReadsOf(names, types) : names),
      ];
    }),
  ];
}

function withReadsOf(names: ReadonlyMap<string, ValueType>, types: ContractTypes): ReadonlyMap<string, ValueType> {
  return types.reads.length === 0 ? names : new Map(names).set('reads', readsType(types.reads));
}

/** An event is looked at where its conversation stands: there is no call. */
function subscriptionSlots(
  task: TaskPackage,
  { when, subject, facts }: Subscription,
  index: number,
  payload: ValueType,
): readonly Slot[] {
  const path = ['event_contract', 'subscribes', index];
  const names = new Map<string, ValueType>([
    ...CALL_NAMES,
    ['event', payload],
    ['facts', factsType(task)],
    ['configuration', configurationType(task)],
  ]);
  return [
    ...expressionSlot([...path, 'when'], when, { names, wants: BOOL }),
    ...expressionSlot([...path, 'subject'], subject, { names }),
    ...Object.entries(facts).flatMap(([fact, source]) => {
      const schema = task.data_contract.facts[fact]?.schema;
      const wants = schema === undefined ? undefined : typeOfSchema(schema);
      return expressionSlot([...path, 'facts', fact], source, { names, wants });
    }),
  ];
}

/** What any of the contracts takes. */
function argumentsOfAll(types: readonly ContractTypes[]): ValueType {
  const fields = new Map<string, FieldType>();
  for (const { args } of types) {
    if (args.kind !== 'object') continue;
    for (const [name, field] of args.fields) {
      const earlier = fields.get(name);
      fields.set(name, { type: earlier ? unionOf([earlier.type, field.type]) : field.type, optional: false });
    }
  }
  return { kind: 'object', fields };
}
