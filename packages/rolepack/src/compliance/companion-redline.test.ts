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
