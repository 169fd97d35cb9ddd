import { isJsonObject, type JsonObject, type JsonValue, type Language } from '@rolecall/base';
import { agentEntry } from '../agent/agent-entries.ts';
import type { RoundTool } from '../round.ts';
import { inputProblem, textInput } from './agent-tool.ts';

export type TaskStatus = 'open' | 'doing' | 'done' | 'dropped';

/** One line of the task table. */
export type PlannedTask = {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly note?: string | undefined;
};

const STATUSES: readonly TaskStatus[] = ['open', 'doing', 'done', 'dropped'];
const MOST_TASKS = 50;

/** One object for all rounds: a schema is counted once for as long as it lives. */
const TASK_PLAN_INPUT = {
  type: 'object',
  properties: {
    tasks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'string', enum: STATUSES },
          note: { type: 'string' },
        },
        required: ['id'],
      },
    },
    replace: { type: 'boolean' },
  },
};

const DESCRIPTION: Readonly<Record<Language, string>> = {
  zh: `维护任务表，用于多步任务。不带 tasks 时只查看；带 tasks 时按 id 新建或更新（status：${STATUSES.join('、')}）；replace 为 true 时整表替换。`,
  en: `Keeps the task table of a task with several steps. Without tasks it only shows it; with tasks it adds or updates by id (status: ${STATUSES.join(', ')}); replace: true puts them in the place of all.`,
};

/** `task_plan`: the table of what is to be done. It belongs to the conversation and survives a restart. */
export function taskPlanTool(language: Language, tasks: () => readonly PlannedTask[]): RoundTool {
  const zh = language === 'zh';
  return {
    name: 'task_plan',
    title: zh ? '任务表' : 'Task table',
    description: DESCRIPTION[language],
    inputSchema: TASK_PLAN_INPUT,
    effect: 'read',
    capability: 'task:plan',
    async *execute({ input }) {
      if (input.tasks === undefined) return { output: { tasks: tasks() } };
      const changed = applyTasks(input.replace === true ? [] : tasks(), input.tasks, zh);
      if (typeof changed === 'string') return inputProblem('tasks_invalid', changed);
      yield { entries: [agentEntry('agent.tasks', { tasks: changed })] };
      return { output: { tasks: changed } };
    },
  };
}

function applyTasks(present: readonly PlannedTask[], changes: JsonValue, zh: boolean): PlannedTask[] | string {
  if (!Array.isArray(changes)) return zh ? 'tasks 必须是列表。' : 'tasks must be a list.';
  const table = new Map(present.map((task) => [task.id, task]));
  for (const change of changes) {
    const noObject = zh ? '每项任务必须是对象。' : 'Each task must be an object.';
    const task = isJsonObject(change) ? readTask(change, table, zh) : noObject;
    if (typeof task === 'string') return task;
    table.set(task.id, task);
  }
  if (table.size <= MOST_TASKS) return [...table.values()];
  return zh ? `最多 ${MOST_TASKS} 项任务。` : `At most ${MOST_TASKS} tasks.`;
}

function readTask(change: JsonObject, table: ReadonlyMap<string, PlannedTask>, zh: boolean): PlannedTask | string {
  const id = typeof change.id === 'number' ? String(change.id) : textInput(change, 'id');
  if (id === undefined) return zh ? '每项任务都要有 id。' : 'Each task needs an id.';
  const known = table.get(id);
  const title = textInput(change, 'title') ?? known?.title;
  if (title === undefined) return zh ? `新任务“${id}”要有 title。` : `The new task "${id}" needs a title.`;
  const status = change.status ?? known?.status ?? 'open';
  if (!STATUSES.includes(status as TaskStatus))
    return zh
      ? `“${id}”的 status 只能是：${STATUSES.join('、')}。`
      : `The status of "${id}" must be one of: ${STATUSES.join(', ')}.`;
  const note = textInput(change, 'note') ?? known?.note;
  return { id, title, status: status as TaskStatus, ...(note === undefined ? {} : { note }) };
}

/** The table as the model is reminded of it; empty when nothing is open. */
export function taskTableText(tasks: readonly PlannedTask[], language: Language): string {
  if (!tasks.some(({ status }) => status === 'open' || status === 'doing')) return '';
  const lines = tasks.map(({ id, title, status, note }) => `- [${status}] ${id}: ${title}${note ? ` (${note})` : ''}`);
  return `${language === 'zh' ? '任务表' : 'Task table'}:\n${lines.join('\n')}`;
}
