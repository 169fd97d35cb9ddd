import type { SpaceEntry, StaticCheck } from '@rolecall/assets';
import type { TaskState } from '../call-context.ts';
import type { CheckPart } from '../decision.ts';
import { onceFor } from '../once-for.ts';
import { quotedDetail } from '../parts/open-sentences.ts';
import type { PartName } from '../parts/part-names.ts';
import type { PartDetail } from '../parts/part-sentences.ts';
import type { ResourceBinding, ResourceState } from '../resource-port.ts';
import { type Block, failed, passed } from './walk.ts';

/** The parts of a boundary, and what fails in it. */
export interface PlainFinding {
  readonly parts: readonly CheckPart[];
  readonly block?: Block | undefined;
}

/** 1: the business installs a task that introduces the key. */
export function installed(entry: SpaceEntry | undefined, capability: string): PlainFinding {
  if (!entry) {
    return {
      parts: [failed('task', `nothing in this workspace introduces ${capability}`)],
      block: { code: 'task_not_installed' },
    };
  }
  return standingFindings(entry).installed;
}

/** 2, without the stage: the task binds a contract for the key. */
export function bound(entry: SpaceEntry): PlainFinding {
  return standingFindings(entry).bound;
}

/** 2: the stage of the task instance allows it now. */
export function stageOpen(stages: readonly string[] | undefined, task: TaskState): PlainFinding {
  if (stages === undefined) return { parts: [passed('stage', `open in every stage; now ${task.stage}`)] };
  const detail: PartDetail = `open in ${stages.join(', ') || 'no stage'}; ${task.task} is in ${task.stage}`;
  return stages.includes(task.stage)
    ? { parts: [passed('stage', detail)] }
    : { parts: [failed('stage', detail)], block: { code: 'stage_not_open' } };
}

/** 3: business package and role pack permit it. */
export function permitted(entry: SpaceEntry): PlainFinding {
  return standingFindings(entry).permitted;
}

/** 4, without liveness: the employee binds server and tool. */
export function connected(entry: SpaceEntry): PlainFinding {
  const finding = standingFindings(entry).connected;
  if (finding.block || entry.binding) return finding;
  return {
    parts: [failed('binding', 'the employee binds nothing to this capability')],
    block: { code: 'resource_not_bound' },
  };
}

/** 4: the system can be used now, and is the one that was bound. */
export function resourceReady(state: ResourceState, binding: ResourceBinding): PlainFinding {
  const parts: CheckPart[] = [];
  if (state.credential === 'missing') {
    const detail: PartDetail = state.missing === undefined ? 'missing' : `${state.missing} is missing`;
    return { parts: [failed('credential', detail)], block: { code: 'credential_missing' } };
  }
  parts.push(CREDENTIAL_PRESENT);
  if (state.liveness === 'down') {
    parts.push(failed('system', state.reason === undefined ? 'does not answer' : quotedDetail(state.reason)));
    return { parts, block: { code: 'resource_unavailable' } };
  }
  parts.push(SYSTEM_ANSWERS);
  const tool = toolAsPinned(state, binding);
  for (const part of tool.parts) parts.push(part);
  return { parts, block: tool.block };
}

const CREDENTIAL_PRESENT = passed('credential', 'present');
const SYSTEM_ANSWERS = passed('system', 'answers');

/** A tool without a pin passes: the host pins it at the first start and says so. */
function toolAsPinned({ fingerprint, pinned }: ResourceState, binding: ResourceBinding): PlainFinding {
  if ('platform' in binding) return { parts: [passed('tool', `platform tool ${binding.platform}`)] };
  if (fingerprint === undefined) {
    const part = failed('tool', `the system does not offer ${binding.tool}`);
    return { parts: [part], block: { code: pinned === undefined ? 'resource_unavailable' : 'tool_drifted' } };
  }
  if (pinned === undefined) return { parts: [passed('tool', `${binding.tool}, not pinned yet`)] };
  if (fingerprint === pinned) return { parts: [passed('tool', `as pinned: ${pinned}`)] };
  return { parts: [failed('tool', `now ${fingerprint}, pinned ${pinned}`)], block: { code: 'tool_drifted' } };
}

/** What the space says of a capability never changes. */
const standingFindings = onceFor(({ checks }: SpaceEntry) => ({
  installed: fromSpace('task', checks.installed),
  bound: fromSpace('contract', checks.bound),
  permitted: fromSpace('permission', checks.permitted),
  connected: fromSpace('binding', checks.connected),
}));

function fromSpace(what: PartName, check: StaticCheck): PlainFinding {
  const detail = quotedDetail(check.reason);
  if (check.passed) return { parts: [passed(what, detail)] };
  // A failed check without a code would be a fault of the space; the boundary's plainest code is still a block.
  const code = check.code ?? PLAINEST[what] ?? 'task_not_installed';
  return { parts: [failed(what, detail)], block: { code } };
}

const PLAINEST: Readonly<Record<string, Block['code']>> = {
  task: 'task_not_installed',
  contract: 'capability_not_bound',
  permission: 'requirement_not_permitted',
  binding: 'resource_not_bound',
};
