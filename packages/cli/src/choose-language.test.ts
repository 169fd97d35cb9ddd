import { expect, test } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

test.each([
  [['check'], {}, 'en'],
  [['check'], { LANG: 'zh_CN.UTF-8' }, 'zh'],
  [['check'], { LANG: 'zh_TW', LC_ALL: 'en_US.UTF-8' }, 'en'],
  [['check'], { LANG: 'en_US', LC_MESSAGES: 'zh_CN' }, 'zh'],
  [['check'], { LANG: 'de_DE' }, 'en'],
  [['--language', 'zh', 'check'], { LANG: 'en_US' }, 'zh'],
  [['check', '--language=en'], { LANG: 'zh_CN' }, 'en'],
  [['chat', '-p', 'x', '--', '--language', 'zh'], { LANG: 'en' }, 'en'],
  [['check', '--language', 'fr'], { LANG: 'zh' }, 'zh'],
] as const)('%o in %o speaks %s', (argv, env, language) => {
  expect(chooseLanguage(argv, env)).toBe(language);
});
