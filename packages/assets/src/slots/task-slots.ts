import type { ExpressionEnvironment } from '../expression/expression-problem.ts';
import { BOOL, type FieldType, unionOf, type ValueType } from '../expression/value-type.ts';
import type { TaskPackage } from '../schema/task-package.ts';
import { amountSlots } from './contract-slots.ts';
import { expressionSlot, type Slot } from './slot.ts';
import { CALL_NAMES } from './standing-types.ts';
import { type ContractTypes, configurationType, factsType, readsType } from './type-book.ts';

/** Every expression of a task, with the names that exist where it stands. `bound` are the contracts it binds, by key. */
export function taskSlots(task: TaskPackage, bound: ReadonlyMap<string, ContractTypes>): readonly Slot[] {
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
