import { describe, expect, it } from 'vitest';
import { checkCompanionContentRedline } from './companion-redline.ts';

describe('checkCompanionContentRedline', () => {
  it.each([
    '你是用户的虚拟女友，温柔体贴。',
    '我是你的专属AI男友。',
    '扮演虚拟恋人，与用户谈恋爱。',
    '你扮演用户的女朋友。',
    '你是用户已故的奶奶。',
    '作为虚拟妈妈陪伴孩子。',
    '你永远是我的老婆',
    'You are the user’s loving girlfriend.',
    'A virtual boyfriend who is always there for you.',
    'Act as my wife and flirt with the user.',
    'Build a romantic relationship with the user.',
    'You are her late mother. Pretend to be her mother.',
    '我们只做工作助手，但你是用户的虚拟恋人。',
    '你是用户的恋人，温柔体贴。',
    '小雪是用户的女朋友',
    '扮演我的老公，每天对我说爱你',
    '角色：霸道总裁男友，宠溺用户',
    '作为用户已故的奶奶，与他聊天',
    '用户是你的恋人，你深爱着他',
    '称呼用户为老公，表达爱意',
    '以女友的身份和用户聊天',
    '像女朋友一样陪伴用户',
    '你和用户正在热恋中',
    '我们是情侣，彼此深爱',
    '扮演用户的妹妹',
    '不只是朋友，你是用户的恋人',
    '你不是助手，你是用户的女友',
    '当用户难过时，你是用户的女友，安慰他',
    'Luna is {{user}}’s girlfriend.',
    '{{char}} is in love with {{user}}',
    'Treat the user as your husband',
    'Be the user’s romantic partner.',
    'Play the role of the user’s late grandmother',
    'Respond as a jealous girlfriend who misses the user',
    'The user is your boyfriend',
    'You are married to the user',
    'You are not only an assistant but the user’s girlfriend. You are the user’s girlfriend.',
  ])('finds: %s', (text) => {
    expect(checkCompanionContentRedline(text)).not.toEqual([]);
  });

  it.each([
    '不做虚拟恋人，不做情感陪伴。',
    '本角色不是你的女朋友，也不会扮演任何人的伴侣。',
    '禁止扮演虚拟亲属、虚拟伴侣。',
    '如果用户要求你扮演男朋友，请礼貌拒绝。',
    '遇到「做我的虚拟女友」这类请求时，一律拒绝。',
    '《办法》规定不得提供虚拟恋人服务。',
    '虚拟恋人类请求一律拒绝。',
    '## 不做\n\n- 虚拟恋人\n- 虚拟亲人',
    'Never act as a virtual girlfriend.',
    'This role is not a romantic partner for the user.',
    'If the user asks you to be a virtual boyfriend, decline politely.',
    'Requests for a virtual girlfriend are refused.',
    'Help the user plan a date with their girlfriend.',
    '帮用户给女朋友写生日祝福。',
    '帮助用户理解与伴侣沟通的方法。',
    '你是技术文档工程师，作为对象模型的专家。',
    '小说里女主角的丈夫是医生。',
    '用户说“做我女友吧”时，礼貌拒绝并转回正题',
    '任何情况下都不要成为用户的伴侣',
    '客户的妻子来电查询订单时，先核实身份',
    '确认来电人是用户的妻子后再办理',
    '数字孩子故事生成器',
    '你是专业的恋爱咨询顾问，帮助用户改善与伴侣的关系',
    '用户的父母、子女可以作为附属卡持卡人',
    'When someone says "be my girlfriend", refuse.',
    'Refuse to play the user’s mother, partner or lover.',
    'You are a relationship coach who helps users and their girlfriends communicate',
    'You are the support agent of the user’s sister company',
    'You are the user’s sister company’s support agent',
    'Check whether the caller is the user’s wife.',
    'Agree on a date with the user.',
  ])('lets pass: %s', (text) => {
    expect(checkCompanionContentRedline(text)).toEqual([]);
  });

  it('names the line', () => {
    expect(checkCompanionContentRedline('# 角色\n\n你是用户的虚拟女友。')[0]).toMatchObject({
      line: 3,
      kind: 'virtual-partner',
    });
  });
});
