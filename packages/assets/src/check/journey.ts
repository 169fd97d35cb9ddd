import { didYouMean, type Finding } from '@rolecall/base';
import { evaluate } from '../expression/evaluate.ts';
import { usedPaths } from '../expression/used-paths.ts';
import { errorAt, warningAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

type Task = LoadedAsset<'task_asset_package'>;

/** Every stage of a journey can be reached, leads somewhere that exists, and can be left where it is not the last. */
export const journey: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'task_asset_package').flatMap((task) => [
    ...checkStages(task),
    ...checkReach(task),
    ...checkBindings(task),
  ]);

function checkStages(task: Task): readonly Finding[] {
  const { stages } = task.asset.journey_contract;
  const ids = stages.map(({ id }) => id);
  const findings: Finding[] = [];
  for (const [index, stage] of stages.entries()) {
    const path = ['journey_contract', 'stages', index];
    if (ids.indexOf(stage.id) < index) {
      findings.push(
        errorAt(task, [...path, 'id'], 'stage_duplicate', {
          en: `The stage "${stage.id}" stands twice.`,
          zh: `阶段“${stage.id}”出现了两次。`,
        }),
      );
    }
    const dangling = (next: string | undefined, at: readonly string[]): void => {
      if (next === undefined || ids.includes(next)) return;
      const message = { en: `There is no stage "${next}" to go on to.`, zh: `没有可以接下去的阶段“${next}”。` };
      findings.push(errorAt(task, [...path, ...at], 'stage_unknown', message, didYouMean(next, ids)));
    };
    dangling(stage.next, ['next']);
    dangling(stage.on_timeout?.next, ['on_timeout', 'next']);
    if (stage.complete_when !== undefined && stage.next === undefined) {
      const message = {
        en: `The stage "${stage.id}" can be completed and leads nowhere.`,
        zh: `阶段“${stage.id}”可以完成，却无处可去。`,
      };
      findings.push(
        errorAt(task, [...path, 'complete_when'], 'stage_without_next', message, {
          en: 'Add next, or remove complete_when.',
          zh: '加上 next，或去掉 complete_when。',
        }),
      );
    }
    const exits = [canComplete(stage) ? stage.next : undefined, stage.on_timeout?.next].filter(
      (id) => id !== undefined,
    );
    const isLast = stage.next === undefined && stage.on_timeout === undefined;
    if (!isLast && exits.every((next) => next === stage.id)) {
      const message = { en: `The stage "${stage.id}" can never be left.`, zh: `阶段“${stage.id}”永远无法离开。` };
      const fix = {
        en: 'Add a complete_when that can hold, or remove next.',
        zh: '加上一个可能成立的 complete_when，或去掉 next。',
      };
      findings.push(errorAt(task, path, 'stage_cannot_be_left', message, fix));
    }
  }
  return findings;
}

/** An expression that reads nothing is always what it is. */
function canComplete({ complete_when: when }: Task['asset']['journey_contract']['stages'][number]): boolean {
  if (when === undefined) return false;
  if (usedPaths(when).size > 0) return true;
  const constant = evaluate(when, {});
  return !constant.ok || constant.value === true;
}

function checkReach(task: Task): readonly Finding[] {
  const { stages } = task.asset.journey_contract;
  const reached = new Set<string>();
  const open = stages[0] ? [stages[0].id] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    const stage = stages.find(({ id }) => id === next);
    open.push(...[stage?.next, stage?.on_timeout?.next].filter((id) => id !== undefined));
  }
  return stages.flatMap((stage, index) =>
    reached.has(stage.id)
      ? []
      : [
          errorAt(task, ['journey_contract', 'stages', index], 'stage_unreachable', {
            en: `No way leads to the stage "${stage.id}" from the first one.`,
            zh: `从第一个阶段出发，到不了阶段“${stage.id}”。`,
          }),
        ],
  );
}

function checkBindings(task: Task): readonly Finding[] {
  const ids = task.asset.journey_contract.stages.map(({ id }) => id);
  return task.asset.capability_bindings.flatMap(({ stages }, index) => {
    const path = ['capability_bindings', index, 'stages'];
    if (stages?.length === 0) {
      const message = { en: 'The binding is open in no stage at all.', zh: '这个绑定在任何阶段都不开放。' };
      return [
        warningAt(task, path, 'binding_without_stage', message, {
          en: 'Name a stage, or remove the list.',
          zh: '写上一个阶段，或去掉这个列表。',
        }),
      ];
    }
    return (stages ?? []).flatMap((stage, at) =>
      ids.includes(stage)
        ? []
        : [
            errorAt(
              task,
              [...path, at],
              'stage_unknown',
              { en: `There is no stage "${stage}".`, zh: `没有阶段“${stage}”。` },
              didYouMean(stage, ids),
            ),
          ],
    );
  });
}
