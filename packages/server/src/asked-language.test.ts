import { expect, test } from 'vitest';
import { askedLanguage } from './asked-language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['zh', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-GB, zh;q=0.9', 'en'],
  ['en;q=0.2, zh-Hant;q=0.7', 'zh'],
  ['fr, zh;q=0.1', 'zh'],
  ['zh;q=0, en;q=0.1', 'en'],
  ['zhuang', 'en'],
  ['*', 'en'],
])('Accept-Language %s is answered in %s', (header, language) => expect(askedLanguage(header)).toBe(language));
