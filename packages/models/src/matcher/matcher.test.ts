import type { JsonObject } from '@rolecall/base';
import { describe, expect, test } from 'vitest';
import { libraryDesk } from '../testing/library-desk.ts';
import { react, said } from '../testing/prompt.ts';
import { createMatcher } from './matcher.ts';

const matcher = createMatcher();
const desk = libraryDesk();

/** Words of a reader, the tool that is called for them, and its input. */
const CALLS: readonly (readonly [words: string, tool: string, input: JsonObject])[] = [
  ['我借了哪些书', 'loan__list', {}],
  ['我的书什么时候到期啊', 'loan__list', {}],
  ['帮我看看借了什么书', 'loan__list', {}],
  ['你好，我想知道我借了什么书', 'loan__list', {}],
  ['what have I borrowed so far?', 'loan__list', {}],
  ['When are my books due?', 'loan__list', {}],
  ['把 L204981 续借一下', 'loan__renew', { loan_id: 'L204981' }],
  ['帮我续借 l204 981', 'loan__renew', { loan_id: 'L204981' }],
  ['续借Ｌ２０４９８１', 'loan__renew', { loan_id: 'L204981' }],
  ['借阅号二零四九八一，续借', 'loan__renew', { loan_id: 'L204981' }],
  ['你好，请帮我续借L204981，谢谢', 'loan__renew', { loan_id: 'L204981' }],
  ['这本书再借两周', 'loan__renew', {}],
  ['我要续借', 'loan__renew', {}],
  ['renew L204981 please', 'loan__renew', { loan_id: 'L204981' }],
  ['Hi! Could you please renew L-204981?', 'loan__renew', { loan_id: 'L204981' }],
  ['please extend my loan', 'loan__renew', {}],
  ['帮我找一下三体这本书', 'book__search', { query: '三体' }],
  ['有没有《活着》', 'book__search', { query: '活着' }],
  ['找关于宇宙的书', 'book__search', { query: '宇宙' }],
  ['find books about dragons', 'book__search', { query: 'dragons' }],
  ['I am looking for a book about gardening', 'book__search', { query: 'gardening' }],
  ['find a book', 'book__search', {}],
  ['帮我预留 ＃Ｂ２０４１８，到北馆取', 'copy__reserve', { copy: '#B20418', branch: 'north' }],
  ['给我留一本 B20418', 'copy__reserve', { copy: '#B20418' }],
  ['帮我留一本 #B20418，总馆取', 'copy__reserve', { copy: '#B20418', branch: 'main' }],
  ['reserve B20418 at the south branch', 'copy__reserve', { copy: '#B20418', branch: 'south' }],
  ['hold copy 20418 at the main library, not north', 'copy__reserve', { copy: '#B20418', branch: 'main' }],
  ['我想订一间自习室', 'room__book', {}],
  ['明天下午订自习室，4个人，两小时', 'room__book', { day: '2025-03-13', hours: 2, people: 4 }],
  ['自习室，5月1日，两小时，三个人', 'room__book', { day: '2025-05-01', hours: 2, people: 3 }],
  [
    '预约3月20日的自习室，6人，三个小时，不要投影',
    'room__book',
    { day: '2025-03-20', hours: 3, people: 6, projector: false },
  ],
  ['周五订自习室', 'room__book', { day: '2025-03-14' }],
  ['自习室 30 个人', 'room__book', {}],
  [
    'book a study room for five people next Friday for 2 hours with projector',
    'room__book',
    { day: '2025-03-21', hours: 2, people: 5, projector: true },
  ],
  ['book a study room on April 2 for 3 hours, 4 people', 'room__book', { day: '2025-04-02', hours: 3, people: 4 }],
  ['查一下预约 RB-1024', 'room__status', { booking: 'RB-1024' }],
  ['RB1024 成功了吗', 'room__status', { booking: 'RB-1024' }],
  ['我的预约怎么样了', 'room__status', {}],
  ['check booking rb-1024', 'room__status', { booking: 'RB-1024' }],
  ['is RB-1024 confirmed?', 'room__status', { booking: 'RB-1024' }],
  ['RB-1024', 'room__status', { booking: 'RB-1024' }],
  ['取消预约 RB-1024，日期订错了', 'room__cancel', { booking: 'RB-1024', reason: 'wrong date' }],
  ['麻烦取消RB-2048，用不上了', 'room__cancel', { booking: 'RB-2048', reason: 'no longer needed' }],
  ['我要取消预约', 'room__cancel', {}],
  ['我要取消自习室的预约RB-1024', 'room__cancel', { booking: 'RB-1024' }],
  ['不是 RB-1024，是 RB-2048，取消', 'room__cancel', { booking: 'RB-2048' }],
  ['预约RB-1024和RB-2048都取消', 'room__cancel', {}],
  ['cancel booking RB-1024, no longer needed', 'room__cancel', { booking: 'RB-1024', reason: 'no longer needed' }],
  ['please cancel my booking', 'room__cancel', {}],
  ['我要给馆员留言', 'note__leave', {}],
  ['我要给馆员留言，三楼的灯坏了一直在闪', 'note__leave', { message: '三楼的灯坏了一直在闪' }],
  [
    'leave a note for the librarian: the lamp on floor 3 is broken',
    'note__leave',
    { message: 'the lamp on floor 3 is broken' },
  ],
];

/** Words of a reader that ask for what the employee does not have. */
const CLOSED: readonly (readonly [words: string, capability: string])[] = [
  ['我要交逾期费', 'fine:pay'],
  ['逾期费怎么交', 'fine:pay'],
  ['I want to pay an overdue fine', 'fine:pay'],
  ['借书证丢了', 'card:replace'],
  ['补办一张借书证', 'card:replace'],
  ['I lost my library card', 'card:replace'],
];

/** Words of a reader and a part of the answer; nothing is called. */
const ANSWERS: readonly (readonly [words: string, because: string, part: string])[] = [
  ['开放时间是几点？', 'knowledge', '周二至周日 9:00 至 20:00'],
  ['你们几点开门', 'knowledge', '周一闭馆'],
  ['续借的规则是什么', 'knowledge', '到期前可以续借一次'],
  ['可以借几本书', 'knowledge', '最多同时借 10 本'],
  ['are you open on Monday?', 'knowledge', 'closed on Monday'],
  ['do I have to pay for parking?', 'knowledge', 'the first two hours are free'],
  ['你好', 'greeting', '您好！我可以帮您：查看借阅、续借'],
  ['早上好', 'greeting', '您好'],
  ['hello there', 'greeting', 'I can help with: List my loans'],
  ['谢谢', 'thanks', '不客气'],
  ['ok thanks', 'thanks', "You're welcome"],
  ['再见', 'farewell', '再见'],
  ['算了', 'withdrawal', '先不办理'],
  ['今天天气怎么样', 'nothing_matched', '我可以帮您'],
  ['删除我的账号', 'nothing_matched', '我可以帮您'],
  ['帮我写一首诗', 'nothing_matched', '我可以帮您'],
  ['what is the capital of France', 'nothing_matched', 'I can help with'],
  ['how do I cook rice', 'nothing_matched', 'I can help with'],
  ['好的', 'nothing_matched', '我可以帮您'],
  ['确认', 'nothing_matched', '我可以帮您'],
  ['12345', 'nothing_matched', '我可以帮您'],
  ['😀', 'nothing_matched', '我可以帮您'],
  ['', 'nothing_matched', '我可以帮您'],
];

/** Words of a reader that deny what a capability does. */
const DENIALS = [
  '我不要续借 L204981',
  '别取消 RB-1024',
  '我不想取消预约',
  "don't cancel my booking RB-1024",
  "I don't want to renew L204981",
];

describe('one message', () => {
  test.each(CALLS)('%s → %s', async (words, tool, input) => {
    expect(await react(matcher, desk, [said(words)])).toMatchObject({ tool, input });
  });

  test.each(CLOSED)('%s asks why_not about %s', async (words, capability) => {
    expect(await react(matcher, desk, [said(words)])).toMatchObject({ tool: 'why_not', input: { capability } });
  });

  test.each(ANSWERS)('%s → %s', async (words, because, part) => {
    const reaction = await react(matcher, desk, [said(words)]);
    expect(reaction.tool).toBeUndefined();
    expect(reaction.because).toBe(because);
    expect(reaction.text).toContain(part);
  });

  test.each(DENIALS)('%s calls nothing', async (words) => {
    expect((await react(matcher, desk, [said(words)])).tool).toBeUndefined();
  });

  test('two writes that fit equally well are the customer’s to choose between', async () => {
    const reaction = await react(matcher, desk, [said('我要取消自习室的预约')]);
    expect(reaction).toMatchObject({ because: 'near_tie', text: '您需要的是：取消预约，还是预约自习室？' });
  });

  test('what the host puts before the words is not read', async () => {
    const reaction = await react(matcher, desk, [said('Open tasks: cancel booking RB-1024', '你好')]);
    expect(reaction.because).toBe('greeting');
  });

  test('a tool that the step does not offer is not called', async () => {
    const reaction = await react(matcher, desk, [said('我要取消预约 RB-1024')], ['room__status', 'why_not']);
    expect(reaction.tool).not.toBe('room__cancel');
    expect((await react(matcher, desk, [said('我要交逾期费')], ['room__status'])).tool).toBeUndefined();
  });

  test('without capabilities it says that it can do nothing', async () => {
    const reaction = await react(matcher, libraryDesk({ capabilities: [], closed: [], knowledge: [] }), [
      said('续借 L204981'),
    ]);
    expect(reaction).toMatchObject({ text: '这件事我现在帮不上忙。', because: 'nothing_matched' });
  });

  test('a sole capability is chosen by the same threshold', async () => {
    const alone = libraryDesk({ capabilities: desk.capabilities.slice(1, 2), closed: [], knowledge: [] });
    expect((await react(matcher, alone, [said('续借')])).tool).toBe('loan__renew');
    expect((await react(matcher, alone, [said('今天天气怎么样')])).tool).toBeUndefined();
  });
});
