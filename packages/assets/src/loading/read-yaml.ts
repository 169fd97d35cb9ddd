import type { Bilingual, JsonValue } from '@rolecall/base';
import { Composer, type Document, isMap, isScalar, LineCounter, Parser } from 'yaml';
import type { DocumentPath } from './document-path.ts';
import { isTooDeep } from './yaml-depth.ts';
import { lineOfPath, valueOfDocument, type YamlProblem } from './yaml-value.ts';
import { yamlWords } from './yaml-words.ts';

/** One document of a file. */
export interface YamlDocument {
  /** Where it begins. */
  readonly line: number;
  /** Undefined when it cannot be used; then `problems` says why. */
  readonly value: JsonValue | undefined;
  readonly problems: readonly YamlProblem[];
  /** The text of a key at the top, also where the value cannot be used; undefined where it cannot be made out. */
  textOf(key: string): string | undefined;
  /** The line of a path, or of the nearest part of it that is there. */
  lineOf(path: DocumentPath): number;
}

export interface YamlText {
  readonly documents: readonly YamlDocument[];
  /** What concerns the text as a whole. */
  readonly problems: readonly YamlProblem[];
}

const LONGEST_TEXT = 512 * 1024;
const MOST_DOCUMENTS = 500;
const MOST_PROBLEMS = 10;
/** One mistake of syntax throws what follows out of step; the first say what it was. */
const MOST_OF_SYNTAX = 3;

/**
 * Reads YAML 1.2 (core schema) as plain data, with the line of every part.
 *
 * Never throws and never drops anything in silence: syntax errors, duplicate keys, tags, numbers that JSON cannot carry
 * exactly, aliases that multiply and documents that are too deep are problems with their line. Time is linear in the text.
 */
export function readYaml(text: string): YamlText {
  if (text.length > LONGEST_TEXT) {
    return refuse(
      'yaml_too_large',
      { en: `The file is larger than ${LONGEST_TEXT / 1024} KiB.`, zh: `文件大于 ${LONGEST_TEXT / 1024} KiB。` },
      { en: 'Split it into several files.', zh: '拆成几个文件。' },
    );
  }
  const lines = new LineCounter();
  try {
    const tokens = [...new Parser(lines.addNewLine).parse(text)];
    const deepAt = tokens.map(isTooDeep).find((offset) => offset !== undefined);
    if (deepAt !== undefined) return refuseTooDeep(lines.linePos(deepAt).line);
    // Duplicate keys are looked for below: the library compares every key with every other.
    const composer = new Composer({
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
      resolveKnownTags: false,
    });
    const composed = [...composer.compose(tokens, false, text.length)];
    const documents = composed.filter(hasContent).map((document) => toDocument(document, lines));
    if (documents.length <= MOST_DOCUMENTS) return { documents, problems: [] };
    return refuse(
      'yaml_too_large',
      { en: `The file has more than ${MOST_DOCUMENTS} documents.`, zh: `文件里的文档超过 ${MOST_DOCUMENTS} 个。` },
      { en: 'Split it into several files.', zh: '拆成几个文件。' },
    );
  } catch (error) {
    if (error instanceof RangeError) return refuseTooDeep(1);
    return refuse('yaml_syntax', {
      en: `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      zh: `文件读不出来：${error instanceof Error ? error.message : String(error)}`,
    });
  }
}

function refuse(code: string, message: Bilingual, fix?: Bilingual): YamlText {
  return { documents: [], problems: [{ code, message, line: 1, path: [], fix }] };
}

function refuseTooDeep(line: number): YamlText {
  return {
    documents: [],
    problems: [
      {
        code: 'yaml_too_deep',
        message: { en: 'The file is nested too deeply.', zh: '文件嵌套太深。' },
        line,
        path: [],
      },
    ],
  };
}

/** A file that ends in `---`, or holds only comments, has a document without content: that is no asset and no mistake. */
function hasContent({ errors, contents }: Document.Parsed): boolean {
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null && contents.source === '');
  return errors.length > 0 || !isEmpty;
}

/** What to do about the mistakes that are made most. */
const FIXES: Readonly<Record<string, Bilingual>> = {
  TAB_AS_INDENT: { en: 'Indent with spaces.', zh: '用空格缩进。' },
  BAD_INDENT: {
    en: 'Close every bracket, and indent what belongs together by the same number of spaces.',
    zh: '把每个括号都闭合，属于一起的内容用同样多的空格缩进。',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    en: 'Put a text that holds ": " in quotes; keys of one mapping begin in one column.',
    zh: '含“: ”的文字要加引号；同一个映射的键从同一列开始。',
  },
  MULTILINE_IMPLICIT_KEY: {
    en: 'After a key comes ": ", with the colon of ASCII and a space; a line without one joins the next.',
    zh: '键之后是“: ”，半角冒号加一个空格；没有它的一行会与下一行连在一起。',
  },
  BAD_DQ_ESCAPE: {
    en: 'Write it in single quotes, where a backslash is a backslash.',
    zh: '写在单引号里，单引号里的反斜杠就是反斜杠。',
  },
  MISSING_CHAR: {
    en: 'Close the quotes or brackets; after a key comes ": ", with the colon of ASCII and a space.',
    zh: '把引号或括号闭合；键之后是“: ”，半角冒号加一个空格。',
  },
};

function toDocument(document: Document.Parsed, lines: LineCounter): YamlDocument {
  const line = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const start = line(document.contents?.range[0] ?? document.range[0]);
  const lineOf = (path: DocumentPath): number => lineOfPath(document, path, line) ?? start;
  const { contents } = document;
  const textOf = (key: string): string | undefined => {
    const text = isMap(contents) ? contents.get(key) : undefined;
    return typeof text === 'string' ? text : undefined;
  };
  const malformed = [...document.errors, ...document.warnings].map(
    (error): YamlProblem => ({
      code: error.code === 'TAG_RESOLVE_FAILED' ? 'yaml_tag_not_allowed' : 'yaml_syntax',
      message: yamlWords(error),
      line: line(error.pos[0]),
      path: [],
      fix: FIXES[error.code],
    }),
  );
  const of = { line: start, textOf, lineOf };
  if (malformed.length > 0) return { ...of, value: undefined, problems: capped(malformed, MOST_OF_SYNTAX) };
  const { value, problems } = valueOfDocument(document, line);
  return { ...of, value: problems.length > 0 ? undefined : value, problems: capped(problems, MOST_PROBLEMS) };
}

function capped(problems: readonly YamlProblem[], most: number): readonly YamlProblem[] {
  const rest = problems.length - most;
  const last = problems[most];
  if (rest <= 0 || !last) return problems;
  const more = {
    code: 'yaml_more_problems',
    message: { en: `${rest} more problems in this document.`, zh: `这个文档里还有 ${rest} 个问题。` },
    line: last.line,
    path: [],
  };
  return [...problems.slice(0, most), more];
}
