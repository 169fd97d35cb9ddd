import type { Language } from '@rolecall/base';

/** What `rolecall desk` says. */
const en = {
  about: 'what waits for a person, and what people do about it',
  commands: {
    list: 'list what waits: hand-overs, approvals, follow-ups, outcomes in doubt',
    take: 'take a conversation over; the AI employee is quiet from then on',
    say: 'write to the customer as a person',
    back: 'give a conversation back to the AI employee',
    approve: 'approve a write that waits for it',
    refuse: 'refuse a write that waits for approval',
    settle: 'say what became of a write in doubt',
    done: 'a follow-up is done',
  },
  arguments: {
    conversation: 'id of the conversation',
    operation: 'id of the operation, as the list has it',
    outcome: 'succeeded or failed',
    text: 'what to write',
  },
  options: {
    as: 'your name, as the customer may see it',
    done: 'also follow-ups that are done',
    note: 'what the AI employee, or a colleague, should know',
    reason: 'how you know',
  },
  nothing: 'Nothing waits for a person.',
  kinds: { hand_over: 'hand-over', follow_up: 'follow-up', in_doubt: 'in doubt', approval: 'approval' },
  reasons: {
    wish: 'the customer asked',
    policy: 'a policy asks',
    contract: 'a result asks',
    limit: 'nothing came of it',
    person: 'taken by a person',
  },
  takenBy: (person: string) => `taken by ${person}`,
  waitingSince: (at: string) => `the customer waits since ${at}`,
  validUntil: (at: string) => `valid until ${at}`,
  doneBy: (person: string, at: string) => `done by ${person}, ${at}`,
  accepted: (act: string) => `${act}: done.`,
};

export type DeskTexts = typeof en;

const zh: DeskTexts = {
  about: '等人处理的事，以及人对它们的处理',
  commands: {
    list: '列出等人处理的事：转人工、审批、人工跟进、结果未知的操作',
    take: '接手一个会话；AI 员工从此不再说话',
    say: '以人的身份给客户写消息',
    back: '把会话交还给 AI 员工',
    approve: '批准一个等待审批的操作',
    refuse: '拒绝一个等待审批的操作',
    settle: '说明一个结果未知的操作究竟怎样了',
    done: '一件人工跟进已经办完',
  },
  arguments: {
    conversation: '会话编号',
    operation: '操作编号，列表里有',
    outcome: 'succeeded（成功）或 failed（失败）',
    text: '要写的内容',
  },
  options: {
    as: '您的名字，客户可能看到',
    done: '也列出已经办完的跟进',
    note: 'AI 员工或同事应当知道的事',
    reason: '怎样得知的',
  },
  nothing: '没有等人处理的事。',
  kinds: { hand_over: '转人工', follow_up: '人工跟进', in_doubt: '结果未知', approval: '审批' },
  reasons: {
    wish: '客户要求',
    policy: '政策要求',
    contract: '操作结果要求',
    limit: '连续没有结果',
    person: '人工主动接手',
  },
  takenBy: (person) => `${person} 已接手`,
  waitingSince: (at) => `客户从 ${at} 起在等`,
  validUntil: (at) => `有效期至 ${at}`,
  doneBy: (person, at) => `${person} 于 ${at} 办完`,
  accepted: (act) => `${act}：完成。`,
};

export const DESK_TEXTS: Readonly<Record<Language, DeskTexts>> = { en, zh };
