import type { Language } from '@rolecall/base';
import type { z } from 'zod';
import { ASSET_SCHEMAS } from '../schema/asset.ts';
import { evalCases } from '../schema/eval-cases.ts';
import { keyText, kindText } from './key-texts.ts';
import { schemaRows } from './schema-rows.ts';

const KINDS: readonly (readonly [string, z.core.$ZodType])[] = [
  ...Object.entries(ASSET_SCHEMAS),
  ['eval_cases', evalCases],
];

const WORDS = {
  en: {
    title: 'Assets',
    intro:
      'Every kind of asset and every key of it. Conditions and projections are expressions in CEL (see ../expressions.md); texts may hold `{{ CEL }}`; a text is one string or `{ zh, en }`. In a path `*` stands for a name of your own, `[]` for each item of a list.',
    editor: 'For completion and checks in an editor, put this line first in a file:',
    head: '| key | what may stand there | default | meaning |',
    required: 'required',
    form: 'required in its form',
    types: {},
    generated: 'Generated from the schemas: `node packages/assets/src/generate/write-generated.ts`.',
  },
  zh: {
    title: '资产',
    intro:
      '全部资产种类及其键。条件和投影是 CEL 表达式（见 ../expressions.md）；文字中可以写 `{{ CEL }}`；一段文字是一个字符串，或 `{ zh, en }`。路径中 `*` 是自己取的名字，`[]` 是列表的每一项。',
    editor: '让编辑器补全和检查：在文件首行写上',
    head: '| 键 | 可以写什么 | 默认 | 含义 |',
    required: '必填',
    form: '所在写法中必填',
    types: { 'list of': '列表：', text: '文字', number: '数字', mapping: '映射', name: '名称', value: '值' },
    generated: '由结构定义生成：`node packages/assets/src/generate/write-generated.ts`。',
  },
} as const;

/** The reference of all kinds, one page for each language, by file name. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ['reference.md', page('en')],
    ['reference.zh.md', page('zh')],
  ]);
}

function page(language: Language): string {
  const words = WORDS[language];
  return [
    `# ${words.title}`,
    '',
    words.intro,
    '',
    words.editor,
    '',
    '```yaml',
    '# yaml-language-server: $schema=<path to @rolecall/assets>/schemas/asset.schema.json',
    '```',
    '',
    words.generated,
    ...KINDS.flatMap(([kind, schema]) => section(kind, schema, language)),
    '',
  ].join('\n');
}

function section(kind: string, schema: z.core.$ZodType, language: Language): readonly string[] {
  const words = WORDS[language];
  return [
    '',
    `## ${kind}`,
    '',
    kindText(kind)?.[language] ?? '',
    '',
    words.head,
    '|---|---|---|---|',
    ...schemaRows(schema).map(({ path, type, required, defaultText }) => {
      const standard = required
        ? words[required === 'form' ? 'form' : 'required']
        : defaultText === undefined
          ? ''
          : `\`${defaultText}\``;
      return `| \`${path}\` | ${typeIn(type, words.types)} | ${standard} | ${keyText(kind, path)?.[language] ?? ''} |`;
    }),
  ];
}

/** The words of a type in the page's language; what stands in code is left as it is. */
function typeIn(type: string, words: Readonly<Record<string, string>>): string {
  return type.replace(/`[^`]*`|list of |[a-z]+/g, (word) =>
    word === 'list of ' ? (words['list of'] ?? word) : (words[word] ?? word),
  );
}
