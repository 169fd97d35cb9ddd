import { describe, expect, test } from 'vitest';
import { checkSample } from '../testing/check-sample.ts';
import type { SampleEdit } from '../testing/index.ts';

const TASK = 'assets/task.yaml';
const BUSINESS = 'assets/business.yaml';
const EMPLOYEE = 'employees/desk.yaml';
const GET = 'assets/contracts/parcel-get.yaml';

const edit = (file: string, from: string, to: string): SampleEdit => ({ file, from, to });

/** The sentences of a list in which a check finds something of a code. */
function found(code: string, edits: readonly SampleEdit[], list: RegExp): readonly number[] {
  const paths = checkSample(edits).flatMap((finding) => (finding.code === code ? [finding.path ?? ''] : []));
  return paths.map((path) => Number(list.exec(path)?.[1] ?? Number.NaN)).sort((one, other) => one - other);
}

function expectAll(sentences: readonly string[], places: readonly number[]): void {
  expect(sentences.filter((_, index) => !places.includes(index))).toEqual([]);
}

function expectNone(sentences: readonly string[], places: readonly number[]): void {
  expect(sentences.filter((_, index) => places.includes(index))).toEqual([]);
}

describe('a limit of a write in prose', () => {
  const among = (sentences: readonly string[]): readonly number[] => {
    const statements = `statements: ${JSON.stringify(sentences)}\nnever_say: ['保证.{0,8}送达']`;
    return found(
      'policy_could_be_guard',
      [edit(BUSINESS, "never_say: ['保证.{0,8}送达']", statements)],
      /statements\[(\d+)\]/,
    );
  };

  test('by a number, also in words', () => {
    const sentences = [
      '改投须提前一天',
      '一个包裹最多改投两次',
      '一天只能改投三次',
      '不到十八岁的客户不能改投',
      'A parcel may be redirected at most twice',
      'Customers under 18 must not redirect parcels',
      'Do not redirect a parcel over a week old',
      'Redirections of more than 3 parcels need a manager',
    ];
    expectAll(sentences, among(sentences));
  });

  test('by a state', () => {
    const sentences = [
      '已签收的包裹不能改投',
      '周日不接受改投',
      '只有会员才可以改投',
      'Parcels that were collected cannot be redirected',
      'Only verified customers can redirect parcels',
      'Redirect a parcel only after the fee is paid',
    ];
    expectAll(sentences, among(sentences));
  });

  test('and not what a policy is there for', () => {
    const sentences = [
      '不评论改投的原因',
      '不能透露改投的内部原因',
      '对等待超过30分钟的客户先致歉',
      '已签收的包裹不能改投，转给同事',
      'Never speak about a redirected parcel of somebody else',
      'Apologise when a customer has waited more than 10 minutes',
      'What is damaged cannot be redirected here: hand over to a person',
    ];
    expectNone(sentences, among(sentences));
  });
});

describe('an offer that no task can keep', () => {
  const among = (sentences: readonly string[]): readonly number[] => {
    const candidates = JSON.stringify(sentences);
    const packs = `packs: { many: { use_when: [客户问起], candidates: ${candidates} } }\noverrides:`;
    return found('promise_without_task', [edit('assets/business.yaml', 'overrides:', packs)], /candidates\[(\d+)\]/);
  };

  test('however it is offered', () => {
    const sentences = [
      '我可以帮您开发票。',
      '我来帮您报关。',
      '我这就为您退费。',
      '可为您办理会员卡。',
      '我们会安排车接您。',
      '稍后我把账单发到您邮箱。',
      '回复“发票”即可开具电子发票。',
      '我给您开通短信服务。',
      "I'll email you the invoice.",
      'Let me upgrade you.',
      'Shall I call you a taxi?',
      'We could insure it for you.',
      'We would be happy to refund you.',
    ];
    expectAll(sentences, among(sentences));
  });

  test('is none where it is only talk, or what a task does', () => {
    const sentences = [
      '我可以帮您改投包裹。',
      '我来帮您查询包裹。',
      '我帮您看看。',
      '可以为您处理您的问题。',
      '给您带来不便了。',
      '我会如实告诉您。',
      "I'll redirect it for you.",
      'Let me look that up.',
      'I can help you with that.',
      'I can check where your parcel is.',
      "We'll be closed on Sunday.",
    ];
    expectNone(sentences, among(sentences));
  });
});

describe('live data in knowledge', () => {
  const among = (sentences: readonly string[]): readonly number[] => {
    const entries = sentences.map((answer, index) => ({ id: `entry_${index}`, questions: ['问'], answer }));
    const base = `kind: knowledge_base\nid: desk_faq\nversion: 1.0.0\nentries: ${JSON.stringify(entries)}\n`;
    return found(
      'live_data_in_knowledge',
      [
        edit(BUSINESS, 'replies: [desk_replies]', 'replies: [desk_replies]\nknowledge: [desk_faq]'),
        { file: BUSINESS, from: '', to: `---\n${base}` },
      ],
      /entries\[(\d+)\]/,
    );
  };

  test('is what is true now', () => {
    const sentences = [
      '目前还有3个柜子。',
      '本周三下午还有空位。',
      '今天一号柜停运。',
      '今日余号 5。',
      '截至今天柜子已约满。',
      '东门的柜子还剩两格。',
      '您的包裹已经到柜。',
      'There are 12 free slots right now.',
      'All lockers are booked up at the moment.',
      'As of today, the north door is unavailable.',
      'The size L is currently rented out.',
      'We have 4 lockers left.',
      'Your parcel has been delivered.',
    ];
    expectAll(sentences, among(sentences));
  });

  test('is not what always holds', () => {
    const sentences = [
      '周日停运。',
      '现在支持扫码取件。',
      '当天约满为止。',
      '您的包裹已签收后不能退回。',
      '如果您的订单已发货，请等待送达。',
      'Turn left at the harbour.',
      'Once your order has been shipped, you get an e-mail.',
      'Your account is protected by a password.',
      'Today more people use lockers than ten years ago.',
    ];
    expectNone(sentences, among(sentences));
  });
});

describe('routing in a contract', () => {
  const among = (sentences: readonly string[]): readonly number[] =>
    found(
      'routing_words',
      [edit(GET, 'use_when: [客户想知道包裹在哪里]', `use_when: ${JSON.stringify(sentences)}`)],
      /use_when\[(\d+)\]/,
    );

  test('in either language', () => {
    const sentences = [
      '凡是提到包裹的都走这里',
      '出现“包裹”二字时触发',
      '命中查件意图时使用',
      '意图为查件',
      '必须先调用',
      '关键词为包裹、快递',
      'Route parcel requests here',
      'If the customer says parcel, trigger this',
      'Trigger on keywords parcel, box',
      'When the intent is tracking',
      'Always call this first',
      'Prefer this over the others',
    ];
    expectAll(sentences, among(sentences));
  });

  test('is not a customer who chooses', () => {
    const sentences = [
      '客户选择了另一个柜子',
      '客户在电话里提到过包裹',
      'The customer uses this locker longer than planned',
      'The customer asks us to choose a locker',
    ];
    expectNone(sentences, among(sentences));
  });
});

describe('in a task', () => {
  const codesOf = (goal: string): readonly string[] => {
    const edits = [edit(TASK, '{ zh: 帮客户处理包裹 }', JSON.stringify(goal))];
    return checkSample(edits).flatMap(({ code }) => (code.endsWith('_in_definition') ? [code] : []));
  };

  test.each([
    ['改投费二十块', 'price'],
    ['违约金为运费的百分之二十', 'price'],
    ['会员打八折', 'price'],
    ['满200减30', 'price'],
    ['每次两元', 'price'],
    ['Redirections are 20% off', 'price'],
    ['Twelve dollars a day', 'price'],
    ['A late fee of 15 pounds', 'price'],
    ['三天内退费到账', 'promise'],
    ['一定准时送到', 'promise'],
    ['Refunds arrive within 3 business days', 'promise'],
    ['We always have a locker', 'promise'],
    ['Delivery is guaranteed', 'promise'],
    ['用亲切的口气处理', 'tone'],
    ['回复要热情', 'tone'],
    ['Answer in a friendly way', 'tone'],
    ['Be cheerful and use emojis', 'tone'],
    ['告诉会员“马上就好”', 'customer_wording'],
    ['感谢您的耐心等待', 'customer_wording'],
    ['How may I help you?', 'customer_wording'],
    ['Thank you for choosing us', 'customer_wording'],
  ])('%s: %s', (goal, what) => {
    expect(codesOf(goal)).toContain(`${what}_in_definition`);
  });

  test.each([
    '处理一个包裹',
    '处理三元件和折叠箱',
    '金额以系统返回为准',
    '处理当面签收的包裹',
    'Handle guaranteed and standard parcels',
    'Show the fee that the system tells',
    'Let customers say hello to a colleague',
  ])('%s: neutral', (goal) => {
    expect(codesOf(goal)).toEqual([]);
  });
});

describe('in an employee', () => {
  const codesOf = (description: string): readonly string[] => {
    const edits = [{ file: EMPLOYEE, from: '', to: `description: ${JSON.stringify(description)}\n` }];
    return checkSample(edits).flatMap(({ code }) => (code.endsWith('_in_employee') ? [code] : []));
  };

  test.each([
    ['客户要改投时先查包裹', 'task_flow'],
    ['Ask for the parcel, then check it, then redirect it', 'task_flow'],
    ['1. ask the name 2. look it up', 'task_flow'],
    ['Before redirecting, check the parcel', 'task_flow'],
    ['说话要温柔', 'customer_wording'],
    ['遇到投诉就回复“非常抱歉”', 'customer_wording'],
    ['Hi there, I am the desk', 'customer_wording'],
    ['Be polite and warm', 'customer_wording'],
    ['Always greet with a joke', 'customer_wording'],
  ])('%s: %s', (description, what) => {
    expect(codesOf(description)).toEqual([`${what}_in_employee`]);
  });

  test.each(['前台，连接一号仓的系统。', 'The first desk, connected to the lockers of the harbour.'])(
    '%s: what it is for',
    (description) => {
      expect(codesOf(description)).toEqual([]);
    },
  );
});

describe('the same wish in almost the same words', () => {
  test.each(['客户要求查找包裹', '客户希望查找自己的某个包裹', '客户明确要求查找一个包裹'])('%s competes', (text) => {
    const edits = [
      edit(GET, 'use_when: [客户想知道包裹在哪里]', 'use_when: [客户要查找一个包裹]'),
      edit('assets/contracts/parcel-list.yaml', 'use_when: [客户想知道自己有哪些包裹]', `use_when: [${text}]`),
    ];
    expect(checkSample(edits).map(({ code }) => code)).toEqual(['use_when_competes']);
  });

  test.each([
    ['客户没有要求知道包裹在哪里', true],
    ['客户并不想知道包裹在哪里', true],
    ['客户想知道包裹里有什么', false],
  ])('%s as not_when repeats it: %s', (text, repeats) => {
    const edits = [
      edit(GET, 'use_when: [客户想知道包裹在哪里]', `use_when: [客户想知道包裹在哪里], not_when: [${text}]`),
    ];
    expect(checkSample(edits).map(({ code }) => code)).toEqual(repeats ? ['not_when_repeats_use_when'] : []);
  });
});
