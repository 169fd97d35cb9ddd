import { type Bilingual, didYouMean, type Finding, findingWords } from '@rolecall/base';
import { errorAt, warningAt } from '../finding-at.ts';
import type { LinkedContract } from '../linking/link-contracts.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { LoadedEvals } from '../loading/read-eval-file.ts';
import type { EvalCase } from '../schema/eval-cases.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

type Task = LoadedAsset<'task_asset_package'>;

/**
 * Every task that does something names cases for success, for refusal where it may refuse, and for failure where it writes; and the cases name
 * what exists. Source: capability boundaries, section 十.
 */
export const evalCoverage: CheckRule = (context) => [
  ...context.loaded.evals.flatMap((evals) => checkCases(context, evals)),
  ...assetsOf(context.loaded, 'task_asset_package').flatMap((task) => [
    ...checkFiles(context, task),
    ...checkCoverage(context, task),
  ]),
];

function checkCases({ loaded, capabilities }: CheckContext, evals: LoadedEvals): readonly Finding[] {
  const employees = assetsOf(loaded, 'ai_employee').map(({ asset }) => asset.id);
  const at = (path: readonly (string | number)[], code: string, message: Bilingual, fix?: Bilingual): Finding => ({
    severity: 'error',
    code,
    ...findingWords(message, fix),
    ...evals.place(path),
  });
  return evals.cases.flatMap(({ id, employee, expect }, index) => {
    const path = ['cases', index];
    const findings: Finding[] = [];
    if (evals.cases.findIndex((other) => other.id === id) < index) {
      findings.push(
        at([...path, 'id'], 'eval_case_duplicate', {
          en: `The case "${id}" stands twice in this file.`,
          zh: `用例“${id}”在这个文件里出现了两次。`,
        }),
      );
    }
    if (employee !== undefined && !employees.includes(employee)) {
      const message = { en: `There is no AI employee "${employee}".`, zh: `没有 AI 员工“${employee}”。` };
      findings.push(at([...path, 'employee'], 'employee_unknown', message, didYouMean(employee, employees)));
    }
    for (const list of ['decisions', 'operations'] as const) {
      for (const [place, { capability }] of (expect[list] ?? []).entries()) {
        if (capabilities.has(capability)) continue;
        const where = [...path, 'expect', list, place, 'capability'];
        const message = {
          en: `No contract has the capability "${capability}".`,
          zh: `没有契约提供能力“${capability}”。`,
        };
        findings.push(at(where, 'capability_unknown', message, didYouMean(capability, capabilities)));
      }
    }
    return findings;
  });
}

function checkFiles({ loaded }: CheckContext, task: Task): readonly Finding[] {
  const known = loaded.files.map(({ file }) => file);
  return task.asset.eval_contract.cases.flatMap((file, index) => {
    if (known.includes(file)) return [];
    const message = { en: `There is no file "${file}".`, zh: `没有文件“${file}”。` };
    const fix = didYouMean(
      file,
      known.filter((each) => each.startsWith('evals/')),
    ) ?? { en: 'Write the cases under evals/.', zh: '把用例写在 evals/ 下。' };
    return [errorAt(task, ['eval_contract', 'cases', index], 'eval_file_unknown', message, fix)];
  });
}

function checkCoverage(context: CheckContext, task: Task): readonly Finding[] {
  const { loaded } = context;
  const files = task.asset.eval_contract.cases;
  // A file with mistakes is a finding of its own, and may hold what seems to be missing.
  const isReadable = files.every((file) => loaded.evals.some((evals) => evals.file === file));
  const bound = context.bindingsOf(task);
  if (bound.length === 0 || !isReadable) return [];
  const own = new Set(bound.map(({ capability }) => capability));
  // A platform tool's effect is its receipt: no case could make it fail.
  const { platform_tools: platform } = task.asset;
  const writing = bound.filter(
    ({ contract, capability }) => contract.asset.effect === 'write' && !platform.includes(capability),
  );
  const writes = new Set(writing.map(({ capability }) => capability));
  const cases = loaded.evals.filter(({ file }) => files.includes(file)).flatMap((evals) => evals.cases);
  const missing = [
    ...(cases.some((each) => showsSuccess(each, own)) ? [] : [{ en: 'success', zh: '成功' }]),
    ...(!bound.some(canRefuse) || cases.some((each) => showsRefusal(each, own)) ? [] : [{ en: 'refusal', zh: '拒绝' }]),
    ...(writes.size === 0 || cases.some((each) => showsFailure(each, writes)) ? [] : [{ en: 'failure', zh: '失败' }]),
  ];
  if (missing.length === 0) return [];
  const message = {
    en: `The task "${task.asset.id}" has no evaluation case for ${missing.map(({ en }) => en).join(' and ')}.`,
    zh: `任务“${task.asset.id}”没有${missing.map(({ zh }) => zh).join('、')}的评估用例。`,
  };
  const fix = {
    en: 'Add cases under evals/ and name the file in eval_contract.cases.',
    zh: '在 evals/ 下补上用例，并把文件写进 eval_contract.cases。',
  };
  return [warningAt(task, ['eval_contract'], 'eval_cases_missing', message, fix)];
}

/** A read that asks for nothing but its arguments has nothing to refuse. */
function canRefuse({ contract }: LinkedContract): boolean {
  const { effect, authorization, limits, preconditions, guards, shared_guards: shared } = contract.asset;
  const demands = preconditions.length + guards.length + shared.length;
  return effect === 'write' || demands > 0 || authorization !== undefined || limits !== undefined;
}

function showsSuccess({ expect }: EvalCase, own: ReadonlySet<string>): boolean {
  return (
    expect.decisions.some(({ capability, verdict }) => own.has(capability) && verdict === 'allow') ||
    (expect.operations ?? []).some(({ capability, outcome }) => own.has(capability) && outcome === 'succeeded')
  );
}

function showsRefusal({ expect }: EvalCase, own: ReadonlySet<string>): boolean {
  return expect.decisions.some(({ capability, verdict }) => own.has(capability) && verdict === 'block');
}

function showsFailure({ expect }: EvalCase, writes: ReadonlySet<string>): boolean {
  return (expect.operations ?? []).some(({ capability, outcome }) => writes.has(capability) && outcome !== 'succeeded');
}
