import type { MatcherCapability, MatcherClosedCapability, MatcherOptions } from '../matcher/matcher-options.ts';

const BOOKING = {
  schema: { type: 'string', pattern: '^RB-\\d{4}$' },
  required: true,
  origins: ['customer'],
  normalise: ['full_width', 'upper'],
  label: { zh: '预约号', en: 'Booking' },
  ask: { zh: '请问预约号是多少？', en: 'Which booking?' },
} as const;

const CAPABILITIES: readonly MatcherCapability[] = [
  {
    tool: 'loan__list',
    capability: 'loan:list',
    title: { zh: '查看借阅', en: 'List my loans' },
    useWhen: [
      '读者想知道自己借了哪些书、什么时候到期',
      'The reader asks which books are on loan and when they are due',
    ],
    notWhen: ['读者要求续借'],
    examples: ['我借了哪些书', '我的书什么时候到期', 'what have I borrowed', 'when are my books due'],
    effect: 'read',
    arguments: {},
  },
  {
    tool: 'loan__renew',
    capability: 'loan:renew',
    title: { zh: '续借', en: 'Renew a loan' },
    useWhen: ['读者要求续借一本已借的书', 'The reader asks to renew or extend a loan'],
    notWhen: ['读者只是询问续借规则'],
    examples: ['帮我把 L204981 续借', '这本书再借两周', 'renew loan L204981', 'extend my loan'],
    effect: 'write',
    arguments: {
      loan_id: {
        schema: { type: 'string', pattern: '^L\\d{6}$' },
        required: true,
        origins: ['customer', { choice_of: { capability: 'loan:list', path: 'loans' } }],
        normalise: ['full_width', 'upper', 'separators', 'spoken_numbers'],
        label: { zh: '借阅号', en: 'Loan' },
      },
    },
  },
  {
    tool: 'book__search',
    capability: 'book:search',
    title: { zh: '找书', en: 'Find a book' },
    useWhen: ['读者想找某本书或某个主题的书', 'The reader looks for a book or a topic'],
    notWhen: [],
    examples: ['帮我找一本书', '有没有这本书', 'find a book', 'do you have books about this'],
    effect: 'read',
    arguments: {
      query: {
        schema: { type: 'string', minLength: 2, maxLength: 80 },
        required: true,
        origins: ['customer'],
        label: { zh: '书名', en: 'Title' },
      },
    },
  },
  {
    tool: 'copy__reserve',
    capability: 'copy:reserve',
    title: { zh: '预留图书', en: 'Reserve a copy' },
    useWhen: ['读者要求为自己留一本书', 'The reader asks to reserve or hold a copy'],
    notWhen: [],
    examples: ['帮我预留 #B20418', '给我留一本', 'reserve #B20418 for me', 'put a hold on this copy'],
    effect: 'write',
    arguments: {
      copy: {
        schema: { type: 'string', pattern: '^#B\\d{5}$' },
        required: true,
        origins: ['customer'],
        normalise: ['full_width', 'upper'],
        label: { zh: '馆藏号', en: 'Copy' },
      },
      branch: {
        schema: { type: 'string', enum: ['north', 'south', 'main'] },
        required: true,
        origins: ['enum'],
        labels: {
          north: { zh: ['北馆', '城北'], en: ['north branch', 'north'] },
          south: { zh: ['南馆', '城南'], en: ['south branch', 'south'] },
          main: { zh: ['总馆'], en: ['main library', 'central'] },
        },
        label: { zh: '取书馆', en: 'Branch' },
      },
    },
  },
  {
    tool: 'room__book',
    capability: 'room:book',
    title: { zh: '预约自习室', en: 'Book a study room' },
    useWhen: ['读者要预约或订一间自习室', 'The reader wants to book a study room'],
    notWhen: ['读者要取消预约', '读者查询已有的预约'],
    examples: [
      '我想订一间自习室',
      '明天下午预约自习室三小时',
      'book a study room',
      'I need a study room for four people',
    ],
    effect: 'write',
    arguments: {
      day: {
        schema: { type: 'string', format: 'date' },
        required: true,
        origins: ['customer'],
        normalise: ['date'],
        label: { zh: '日期', en: 'Day' },
      },
      hours: {
        schema: { type: 'integer', minimum: 1, maximum: 4 },
        required: true,
        origins: ['customer'],
        normalise: ['spoken_numbers'],
        label: { zh: '小时', en: 'Hours' },
      },
      people: {
        schema: { type: 'integer', minimum: 1, maximum: 12 },
        required: true,
        origins: ['customer'],
        label: { zh: '人', en: 'People' },
      },
      projector: {
        schema: { type: 'boolean' },
        required: false,
        origins: ['enum'],
        labels: {
          true: { zh: ['要投影', '带投影'], en: ['with projector'] },
          false: { zh: ['不要投影'], en: ['without projector'] },
        },
      },
    },
  },
  {
    tool: 'room__status',
    capability: 'room:status',
    title: { zh: '查询预约', en: 'Check a booking' },
    useWhen: ['读者查询一个已有预约的情况', 'The reader asks about an existing booking'],
    notWhen: ['读者要取消'],
    examples: ['查一下预约 RB-1024', '我的预约成功了吗', 'check booking RB-1024', 'is my booking confirmed'],
    effect: 'read',
    arguments: { booking: BOOKING },
  },
  {
    tool: 'room__cancel',
    capability: 'room:cancel',
    title: { zh: '取消预约', en: 'Cancel a booking' },
    useWhen: ['读者明确要求取消一个预约', 'The reader clearly asks to cancel a booking'],
    notWhen: ['读者只是询问取消的规定'],
    examples: ['帮我把 RB-1024 取消掉', '我要取消预约', 'cancel booking RB-1024', 'please cancel my booking'],
    effect: 'write',
    arguments: {
      booking: BOOKING,
      reason: {
        schema: { type: 'string', enum: ['no longer needed', 'wrong date'] },
        required: true,
        origins: ['enum'],
        labels: {
          'no longer needed': { zh: ['不需要了', '不想去了', '用不上了'] },
          'wrong date': { zh: ['日期订错了', '订错时间'] },
        },
        label: { zh: '原因', en: 'Reason' },
      },
    },
  },
  {
    tool: 'note__leave',
    capability: 'note:leave',
    title: { zh: '给馆员留言', en: 'Leave a note for the librarian' },
    useWhen: ['读者要给馆员留言', 'The reader wants to leave a note for the librarian'],
    notWhen: [],
    examples: ['我要给馆员留言', '帮我转告馆员', 'leave a note for the librarian', 'tell the librarian something'],
    effect: 'write',
    arguments: {
      message: {
        schema: { type: 'string', minLength: 2, maxLength: 500 },
        required: true,
        origins: ['open'],
        label: { zh: '留言', en: 'Note' },
      },
    },
  },
];

const CLOSED: readonly MatcherClosedCapability[] = [
  {
    capability: 'fine:pay',
    title: { zh: '缴纳逾期费', en: 'Pay a fine' },
    useWhen: ['读者要缴纳逾期费', 'The reader wants to pay an overdue fine'],
    examples: ['我要交逾期费', 'pay my fine'],
    boundary: 'connected',
    code: 'resource_not_bound',
  },
  {
    capability: 'card:replace',
    title: { zh: '补办借书证', en: 'Replace a library card' },
    useWhen: ['读者的借书证丢了要补办', 'The reader lost the library card and wants a new one'],
    examples: ['借书证丢了怎么补办', 'I lost my library card'],
    boundary: 'permitted',
    code: 'requirement_not_permitted',
  },
];

const KNOWLEDGE = [
  { title: '开放时间是几点', text: '图书馆周二至周日 9:00 至 20:00 开放，周一闭馆。' },
  {
    title: '可以借几本书',
    text: '每位读者最多同时借 10 本，借期 30 天。续借的规则是：到期前可以续借一次，已有人预留的书不能续借。',
  },
  { title: 'Opening hours', text: 'The library is open Tuesday to Sunday, 9 am to 8 pm, and closed on Monday.' },
  { title: 'Is there parking?', text: 'There is a car park behind the building; the first two hours are free.' },
] as const;

/** A made-up library desk: what tests give the matcher to work with. */
export function libraryDesk(changes: Partial<MatcherOptions> = {}): MatcherOptions {
  return {
    language: 'zh',
    capabilities: CAPABILITIES,
    closed: CLOSED,
    knowledge: KNOWLEDGE,
    today: '2025-03-12',
    ...changes,
  };
}
