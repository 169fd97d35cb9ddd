import { describe, expect, test } from 'vitest';
import { checkSample, told } from '../testing/check-sample.ts';
import { SAMPLE_WORKSPACE, type SampleEdit } from '../testing/index.ts';

const TASK = 'assets/task.yaml';
const BUSINESS = 'assets/business.yaml';
const EMPLOYEE = 'employees/desk.yaml';
const GET = 'assets/contracts/parcel-get.yaml';
const LIST = 'assets/contracts/parcel-list.yaml';
const REDIRECT = 'assets/contracts/parcel-redirect.yaml';

const edit = (file: string, from: string, to: string): SampleEdit => ({ file, from, to });
const add = (file: string, to: string): SampleEdit => ({ file, from: '', to });

function runCases(cases: readonly (readonly [string, readonly SampleEdit[] | SampleEdit, readonly string[]])[]): void {
  test.each(cases.map(([name, edits, expected]) => ({ name, edits: [edits].flat(), expected })))(
    '$name',
    ({ edits, expected }) => {
      const findings = checkSample(edits);
      expect(told(findings)).toEqual(expected);
      for (const finding of findings) expect(finding.line, finding.code).toBeGreaterThan(0);
    },
  );
}

const GOAL = '{ zh: 帮客户处理包裹 }';
const POLICY = "never_say: ['保证.{0,8}送达']";
const GREETING = "zh: '您好，我是{{ employee.display_name }}。'";
const APPLIES = 'applies_when: [客户问到包裹]';

describe('tasks and contracts are neutral', () => {
  runCases([
    [
      'no price in a task',
      edit(TASK, GOAL, '{ zh: 帮客户改投包裹，每次 5 元 }'),
      ['price_in_definition task_contract.goal.zh'],
    ],
    [
      'no price in what a contract tells',
      edit(REDIRECT, '已改投，费用', '已改投，手续费 3 元，费用'),
      ['price_in_definition presentation_policy.redirected.text.zh'],
    ],
    ['an amount that a system gives is none', edit(REDIRECT, '已改投，费用', '已改投，共需'), []],
    [
      'no promise in what a contract tells',
      edit(REDIRECT, '已改投，费用', '已改投，保证明天送到，费用'),
      ['promise_in_definition presentation_policy.redirected.text.zh'],
    ],
    ['customers may speak of promises', edit(TASK, APPLIES, 'applies_when: [客户问包裹能不能保证明天到]'), []],
    [
      'no tone in a contract',
      edit(GET, 'title: { zh: 查询包裹', 'description: 用亲切的语气回答\ntitle: { zh: 查询包裹'),
      ['tone_in_definition description'],
    ],
    [
      'no greeting in a question of a contract',
      edit(REDIRECT, '请问是哪个包裹', '您好，请问是哪个包裹'),
      ['customer_wording_in_definition arguments.parcel_id.ask.zh'],
    ],
    [
      'no words for a customer in a task',
      edit(TASK, GOAL, '{ zh: 处理包裹，回复客户：“马上好” }'),
      ['customer_wording_in_definition task_contract.goal.zh'],
    ],
    ['the word that confirms may be quoted', edit(REDIRECT, '确认请回复“确认”', '确认请回答“确认”'), []],
  ]);
});

describe('an employee only connects', () => {
  runCases([
    ['no flow', add(EMPLOYEE, 'description: 先核实身份，再改投包裹\n'), ['task_flow_in_employee description']],
    [
      'no words for customers',
      add(EMPLOYEE, 'description: 用温和的口吻接待\n'),
      ['customer_wording_in_employee description'],
    ],
    ['a description of what it is for', add(EMPLOYEE, 'description: 包裹台的日班\n'), []],
  ]);
});

describe('a contract leaves the choice to the model', () => {
  const USE = 'use_when: [客户想知道包裹在哪里]';
  runCases([
    [
      'no “choose me”',
      edit(GET, USE, 'use_when: [客户想知道包裹在哪里就调用这个工具]'),
      ['routing_words semantics.use_when[0]'],
    ],
    [
      'no “call this”',
      edit(GET, USE, 'use_when: [Call this tool for parcels]'),
      ['routing_words semantics.use_when[0]'],
    ],
    [
      'no other capability',
      edit(GET, USE, 'use_when: [先用 parcel:list 之后]'),
      ['routing_words semantics.use_when[0]'],
    ],
    ['a customer may want to use something', edit(GET, USE, 'use_when: [客户想知道能不能使用这个柜子]'), []],
    [
      'not_when does not repeat use_when',
      edit(GET, USE, 'use_when: [客户想知道包裹在哪里], not_when: [客户想知道自己的包裹在哪里]'),
      ['not_when_repeats_use_when semantics.not_when[0]'],
    ],
    [
      'two contracts of a business do not want the same words',
      edit(LIST, 'use_when: [客户想知道自己有哪些包裹]', 'use_when: [客户想知道自己的包裹在哪里]'),
      ['use_when_competes semantics.use_when[0]'],
    ],
    ['different wishes do not compete', edit(LIST, '客户想知道自己有哪些包裹', '客户想取消包裹'), []],
  ]);
});

describe('what differs only in its words', () => {
  test('is a reply asset and no second contract for the same capability', () => {
    const text = checkSampleText(GET)
      .replace('id: parcel_get', 'id: parcel_get_politely')
      .replace('查询包裹', '为您查询包裹');
    expect(told(checkSample([add(GET, `---\n${text}`)]))).toContain('differs_only_in_wording id');
  });

  test('is no second task', () => {
    const [task = ''] = checkSampleText(TASK).split('---\n');
    const other = task
      .replace('id: parcel_service', 'id: parcel_service_vip')
      .replace('帮客户处理包裹', '帮贵宾处理包裹');
    expect(told(checkSample([add(TASK, `---\n${other}`)]))).toContain('differs_only_in_wording id');
  });

  test('is no second task either when it lists its bindings in another order', () => {
    const [task = ''] = checkSampleText(TASK).split('---\n');
    const bindings = /( {2}- \{ capability: .*\n)( {2}- \{ capability: .*\n)/;
    const other = task.replace('id: parcel_service', 'id: parcel_service_vip').replace(bindings, '$2$1');
    expect(other).not.toContain(bindings.exec(task)?.[0]);
    expect(told(checkSample([add(TASK, `---\n${other}`)]))).toContain('differs_only_in_wording id');
  });

  test('a contract with another guard is another contract', () => {
    const text = checkSampleText(GET)
      .replace('id: parcel_get', 'id: parcel_get_verified')
      .replace('result:', "authorization: { require: contact.level == 'verified' }\nresult:");
    expect(told(checkSample([add(GET, `---\n${text}`)]))).not.toContain('differs_only_in_wording id');
  });
});

describe('policies, replies and knowledge', () => {
  const withFaq = (answer: string): readonly SampleEdit[] => [
    edit(BUSINESS, 'replies: [desk_replies]', 'replies: [desk_replies]\nknowledge: [desk_faq]'),
    add(
      BUSINESS,
      `---\nkind: knowledge_base\nid: desk_faq\nversion: 1.0.0\nentries: [{ id: hours, questions: [几点开门], answer: { zh: '${answer}' } }]\n`,
    ),
  ];
  const IDLE = 'knowledge_without_lookup knowledge';
  runCases([
    [
      'so could one that says what is never done',
      edit(BUSINESS, POLICY, `statements: [超过 3 天的包裹一律不改投]\n${POLICY}`),
      ['policy_could_be_guard statements[0]'],
    ],
    [
      'and one of an amount that the write has, whatever it calls what is done',
      [
        edit(BUSINESS, POLICY, `statements: [保价超过 100 元的一律不办理]\n${POLICY}`),
        edit(
          REDIRECT,
          'arguments:\n',
          'arguments:\n  worth: { schema: { type: number }, origin: [customer], label: { zh: 保价, en: Worth } }\n',
        ),
      ],
      ['policy_could_be_guard statements[0]'],
    ],
    [
      'a limit of a write in prose could be a guard',
      edit(BUSINESS, POLICY, `statements: [超过 3 天的包裹不得改投]\n${POLICY}`),
      ['policy_could_be_guard statements[0]'],
    ],
    [
      'a limit of something else is a policy',
      edit(BUSINESS, POLICY, `statements: [超过 3 天不回信的客户可以结束会话]\n${POLICY}`),
      [],
    ],
    ['a policy without a number is a policy', edit(BUSINESS, POLICY, `statements: [不评论改投的原因]\n${POLICY}`), []],
    [
      'a reply offers only what an installed task can do',
      edit(BUSINESS, GREETING, "zh: '您好，我可以帮您退款。'"),
      ['promise_without_task replies.greeting.text.zh'],
    ],
    [
      'in English too',
      edit(BUSINESS, "en: 'Hello, this is {{ employee.display_name }}.'", "en: 'Hello, I can refund your money.'"),
      ['promise_without_task replies.greeting.text.en'],
    ],
    ['a reply may offer what a task can do', edit(BUSINESS, GREETING, "zh: '您好，我可以帮您改投包裹。'"), []],
    ['talking needs no task', edit(BUSINESS, GREETING, "zh: '您好，我可以为您解答问题。'"), []],
    [
      'an FAQ offers only what a task can do',
      withFaq('我们可以帮您打包礼物。'),
      [IDLE, 'promise_without_task entries[0].answer.zh'],
    ],
    [
      'knowledge states nothing live',
      withFaq('北柜目前还有库存 12 格。'),
      [IDLE, 'live_data_in_knowledge entries[0].answer.zh'],
    ],
    ['knowledge says what always holds', withFaq('每天八点到二十点开门。'), [IDLE]],
  ]);
});

function checkSampleText(file: string): string {
  const found = SAMPLE_WORKSPACE[file];
  if (found === undefined) throw new Error(`The sample has no ${file}`);
  return found;
}
