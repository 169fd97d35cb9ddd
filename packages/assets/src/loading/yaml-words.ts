import type { Bilingual } from '@rolecall/base';
import type { YAMLError } from 'yaml';

/** What is wrong with the syntax of a YAML text: in English as the library says it, in Chinese by its code. */
export function yamlWords({ code, message }: Pick<YAMLError, 'code' | 'message'>): Bilingual {
  const en = message.split('\n')[0] ?? code;
  const zh = CHINESE[code];
  return { en, zh: zh === undefined ? `YAML 语法错误（${en}）` : `${zh}（${en}）` };
}

const CHINESE: Partial<Readonly<Record<YAMLError['code'], string>>> = {
  ALIAS_PROPS: '别名不能带锚点或标签',
  BAD_ALIAS: '别名或锚点的名字写得不对',
  BAD_COLLECTION_TYPE: '标签与内容的类型不符',
  BAD_DIRECTIVE: '指令写得不对',
  BAD_DQ_ESCAPE: '双引号里的转义写得不对',
  BAD_INDENT: '缩进不对',
  BAD_PROP_ORDER: '锚点和标签要写在标记之后',
  BAD_SCALAR_START: '这段文字不能以这个字符开头',
  BLOCK_AS_IMPLICIT_KEY: '映射不能写在同一行的键里',
  BLOCK_IN_FLOW: '括号里不能用缩进的写法',
  DUPLICATE_KEY: '键重复',
  IMPOSSIBLE: '这里读不下去',
  KEY_OVER_1024_CHARS: '键太长，超过 1024 个字符',
  MISSING_CHAR: '这里缺少一个字符',
  MULTILINE_IMPLICIT_KEY: '键要写在一行里',
  MULTIPLE_ANCHORS: '一处只能有一个锚点',
  MULTIPLE_DOCS: '这里只能有一个文档',
  MULTIPLE_TAGS: '一处只能有一个标签',
  NON_STRING_KEY: '键必须是文字',
  TAB_AS_INDENT: '不能用制表符缩进',
  TAG_RESOLVE_FAILED: '不认识这个标签',
  UNEXPECTED_TOKEN: '这里有不该出现的内容',
};
