export { type DeskFault, type DeskLoan, type DeskSystem, deskSystem } from './desk-system.ts';
export {
  type BenchOptions,
  Died,
  type EmployeeBench,
  openBench,
  type Sent,
  sentIn,
  textOf,
  VOICE,
  type WorkOptions,
} from './employee-bench.ts';
export { type DeskFiles, deskFiles, deskRelease, replaceIn, withPeople } from './library-desk.ts';
