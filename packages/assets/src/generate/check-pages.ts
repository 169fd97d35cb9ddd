import type { Language } from '@rolecall/base';
import { CHECK_CODES } from '../check/check-codes.ts';

const WORDS = {
  en: [
    '# What `rolecall check` finds',
    '',
    'Each finding has a code, file, line, path and a way out. An error makes the check fail, a warning does with `--strict`, a notice only tells. `--json` prints one finding a line, `--sarif` a SARIF 2.1.0 log for code scanning. Nothing is started.',
    '',
    'A key that this engine does not act on yet is said with `key_without_effect`. What a write goes without on purpose stands in its `waivers` with the reason and is listed as `waiver_in_use`.',
    '',
    'An upgrade of the engine may change system assets. Their hashes are kept in `rolecall.lock`; `rolecall check` names each that is not what was agreed to, and `rolecall check --accept-system` agrees.',
    '',
    '| code | what it found |',
    '|---|---|',
  ],
  zh: [
    '# `rolecall check` 会发现什么',
    '',
    '每条发现都有代码、文件、行、路径和解决办法。错误使检查失败，警告在 `--strict` 下也算失败，提示只是告知。`--json` 每行一条，`--sarif` 输出 SARIF 2.1.0，供代码扫描使用。检查不启动任何东西。',
    '',
    '这个版本还不据此行动的键，用 `key_without_effect` 说明。写操作有意省略的保障写在 `waivers` 里并附理由，用 `waiver_in_use` 列出。',
    '',
    '引擎升级可能改变系统资产。它们的哈希保存在 `rolecall.lock`；`rolecall check` 逐个指出与当初不同的，`rolecall check --accept-system` 表示同意。',
    '',
    '| 代码 | 发现了什么 |',
    '|---|---|',
  ],
} as const;

/** The list of all codes, one page for each language, by file name. */
export function checkPages(): ReadonlyMap<string, string> {
  return new Map([
    ['index.md', page('en')],
    ['index.zh.md', page('zh')],
  ]);
}

function page(language: Language): string {
  const rows = [...CHECK_CODES].map(([code, texts]) => `| \`${code}\` | ${texts[language]} |`);
  return [...WORDS[language], ...rows, ''].join('\n');
}
