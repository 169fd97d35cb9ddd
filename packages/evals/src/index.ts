export { dataFolder, exampleFolder } from './bench-folders.ts';
export { type GateSession, openSession, type RuledRelease, type SessionOptions } from './gate-session.ts';
export { SUITES, type SuiteName } from './injection/agentdojo-data.ts';
export {
  benchInjection,
  type InjectionReport,
  isInjectionClean,
  type SuiteReport,
} from './injection/bench-injection.ts';
export { benchTau, isTauClean, type TauBenchOptions, type TauReport, tauJson } from './tau/bench-tau.ts';
export type { CaseProblem, CasesReport } from './tau/contract-cases.ts';
export type { GoldProblem, GoldReport } from './tau/gold.ts';
export { MUTANT_KINDS, type MutantKind } from './tau/mutant-kinds.ts';
export type { MutantCount, MutantProblem, MutantsReport } from './tau/mutants.ts';
export type { BlockColumn, RecordedReport } from './tau/recorded.ts';
export { TAU_DOMAINS, type TauDomain } from './tau/tau-data.ts';
