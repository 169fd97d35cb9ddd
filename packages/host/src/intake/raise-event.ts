import { compileSchema, describePath, subscriptionsOf } from '@rolecall/assets';
import { type Bilingual, didYouMean, type JsonObject, type JsonValue, RolecallError } from '@rolecall/base';
import type { Accepted, InboxDraft, StorePorts } from '@rolecall/journal';
import type { EmployeeDefinition } from '../load-definition.ts';
import { withEmployee } from '../running-employee.ts';

/** An event that another system tells of: about a contact of an employee, or about a conversation. */
export interface RaisedFromOutside {
  readonly event: string;
  readonly payload?: JsonObject | undefined;
  /** The sender's own id of the event: told twice, it happens once. */
  readonly id?: string | undefined;
  /** Who tells of it. */
  readonly source?: string | undefined;
  /** The business's own id of the contact. */
  readonly externalId?: string | undefined;
  readonly employee?: string | undefined;
  /** The one on which the contact wrote to the employee last, without it. */
  readonly channel?: string | undefined;
  /** Instead of contact, employee and channel; one that is closed stands for its contact. */
  readonly conversation?: string | undefined;
}

/** What raising needs. */
export interface RaisingParts {
  readonly store: Pick<StorePorts, 'conversation' | 'conversations' | 'contactByExternalId'>;
  readonly employees: () => readonly EmployeeDefinition[];
  readonly redact: <Value>(value: Value) => Value;
  readonly accept: (draft: Omit<InboxDraft, 'at'>) => Promise<Accepted>;
}

/**
 * Takes an event in: checked against its definition, durable once this answers, and handled by the employee in the contact's
 * open conversation, which is opened if there is none. Throws `event_unknown`, `event_reserved`, `event_unheard`,
 * `event_payload_invalid`, `event_unaddressed`, `contact_unknown`, `conversation_unknown` and `employee_unknown`.
 */
export async function raiseEvent(raised: RaisedFromOutside, parts: RaisingParts): Promise<Accepted> {
  const party = await partyOf(raised, parts);
  const definition = withEmployee(parts.employees(), party.employee);
  const payload = checkedPayload(raised, definition);
  return parts.accept({
    conversation: party,
    kind: 'event',
    data: { event: raised.event, payload: parts.redact(payload), source: parts.redact(raised.source ?? null) },
    idempotencyKey: raised.id === undefined ? undefined : `event:${raised.event}:${raised.id}`,
  });
}

type Party = Exclude<InboxDraft['conversation'], string>;

async function partyOf(raised: RaisedFromOutside, { store, employees }: RaisingParts): Promise<Party> {
  if (raised.conversation !== undefined) {
    const conversation = await store.conversation(raised.conversation);
    if (!conversation)
      throw refused(
        'conversation_unknown',
        { en: 'There is no such conversation.', zh: '没有这个会话。' },
        { en: 'Name an existing one.', zh: '写一个现有的会话。' },
      );
    const { contact, employee, channel } = conversation;
    return { contact, employee, channel };
  }
  const { externalId, employee } = raised;
  if (externalId === undefined || employee === undefined) {
    const hint = {
      en: 'Give externalId and employee, or conversation.',
      zh: '给出 externalId 和 employee，或给出 conversation。',
    };
    throw refused(
      'event_unaddressed',
      { en: 'The event does not say whom it is about.', zh: '事件没有说明是关于谁的。' },
      hint,
    );
  }
  withEmployee(employees(), employee);
  const contact = await store.contactByExternalId(externalId);
  if (!contact) {
    throw refused(
      'contact_unknown',
      { en: 'There is no such contact.', zh: '没有这个联系人。' },
      { en: 'POST /api/contacts makes a contact known.', zh: 'POST /api/contacts 登记一个联系人。' },
    );
  }
  const channel = raised.channel ?? (await latestChannel(contact.id, employee, store));
  return { contact: contact.id, employee, channel };
}

async function latestChannel(contact: string, employee: string, store: RaisingParts['store']): Promise<string> {
  const [latest] = await store.conversations({ contact, employee, limit: 1 });
  return latest?.channel ?? 'api';
}

function checkedPayload(raised: RaisedFromOutside, { id, release }: EmployeeDefinition): JsonObject {
  const definition = release.events.find((event) => event.id === raised.event);
  if (!definition) {
    const known = release.events.filter(({ emitted_by }) => emitted_by === 'outside').map((event) => event.id);
    const hint = didYouMean(raised.event, known) ?? {
      en: 'Define it, and let a task subscribe to it.',
      zh: '定义它，并让一个任务订阅它。',
    };
    throw refused(
      'event_unknown',
      { en: `The employee "${id}" knows no event "${raised.event}".`, zh: `员工“${id}”不认识事件“${raised.event}”。` },
      hint,
    );
  }
  if (definition.emitted_by === 'engine') {
    throw refused(
      'event_reserved',
      { en: `Only the engine raises "${raised.event}".`, zh: `只有引擎引发“${raised.event}”。` },
      { en: 'Define an event of your own.', zh: '定义一个自己的事件。' },
    );
  }
  if (definition.emitted_by === 'task') {
    const hint = {
      en: 'Write emitted_by: outside in its definition if another system raises it.',
      zh: '如果由别的系统引发，在它的定义里写 emitted_by: outside。',
    };
    const message = {
      en: `Only a task raises "${raised.event}", with what its contracts end in.`,
      zh: `只有任务引发“${raised.event}”，内容是其契约的结果。`,
    };
    throw refused('event_reserved', message, hint);
  }
  const isHeard =
    release.tasks.some(({ task }) => subscriptionsOf(task).some(({ event }) => event === raised.event)) ||
    Object.hasOwn(release.business.events, raised.event) ||
    release.replies.some(({ hard_templates }) => Object.hasOwn(hard_templates, raised.event));
  if (!isHeard) {
    const hint = {
      en: 'Let a task subscribe to it, or answer it in the business package or a hard template.',
      zh: '让一个任务订阅它，或在业务包、硬模板里回答它。',
    };
    throw refused(
      'event_unheard',
      {
        en: `Nothing of the employee "${id}" listens to "${raised.event}".`,
        zh: `员工“${id}”没有任何部分接收“${raised.event}”。`,
      },
      hint,
    );
  }
  return validPayload(raised, definition.payload as JsonObject | undefined);
}

function validPayload({ event, payload = {} }: RaisedFromOutside, schema: JsonObject | undefined): JsonObject {
  if (schema === undefined) return payload;
  const compiled = compileSchema(schema);
  if (!compiled.ok)
    throw refused(
      'event_payload_invalid',
      {
        en: `The payload's schema is no schema: ${compiled.message.en}`,
        zh: `载荷的结构不能用：${compiled.message.zh}`,
      },
      { en: 'Run rolecall check.', zh: '运行 rolecall check。' },
    );
  const { value, problems } = compiled.schema.check(payload as JsonValue);
  if (problems.length === 0) return value as JsonObject;
  const told = problems.map(({ path, message }) => {
    const place = ['payload', describePath(path)].filter(Boolean).join('.');
    return { en: `${place}: ${message.en}`, zh: `${place}：${message.zh}` };
  });
  throw refused(
    'event_payload_invalid',
    {
      en: `The payload does not fit "${event}": ${told.map(({ en }) => en).join('; ')}`,
      zh: `载荷不符合“${event}”：${told.map(({ zh }) => zh).join('；')}`,
    },
    { en: 'See its event_definition.', zh: '见它的 event_definition。' },
  );
}

function refused(code: string, message: Bilingual, hint: Bilingual): RolecallError {
  return new RolecallError({ code, message, hint });
}
