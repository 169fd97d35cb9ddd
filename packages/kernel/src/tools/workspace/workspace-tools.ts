import { isJsonObject, type JsonObject, type Language } from '@rolecall/base';
import type { RoundToolCall, RoundToolResult } from '../../round.ts';
import { type AgentTool, inputProblem, textInput } from '../agent-tool.ts';
import { fileProblemText } from './file-problem-text.ts';
import {
  type FileAnswer,
  type FileChange,
  type FileEdit,
  type FileEncoding,
  type FileText,
  isFileProblem,
  type WorkspaceFiles,
} from './workspace-files.ts';

/** `read_file`, `list_dir`, `search_files` and `write_file` over a workspace port. Source: RolePack, section 四. */
export function workspaceTools(files: WorkspaceFiles, language: Language): readonly AgentTool[] {
  const setting = { files, language, zh: language === 'zh' };
  return [readFileTool(setting), listDirTool(setting), searchFilesTool(setting), writeFileTool(setting)];
}

interface Setting {
  readonly files: WorkspaceFiles;
  readonly language: Language;
  readonly zh: boolean;
}

const READ_FILE_INPUT = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    from_line: { type: 'integer', minimum: 1 },
    lines: { type: 'integer', minimum: 1 },
  },
  required: ['path'],
};

function readFileTool({ files, language, zh }: Setting): AgentTool {
  return {
    name: 'read_file',
    title: zh ? '读文件' : 'Read a file',
    description: zh
      ? '读取工作文件夹中的一个文本文件。长文件用 from_line 和 lines 分段读。'
      : 'Reads a text file of the workspace. Read a long one in parts with from_line and lines.',
    inputSchema: READ_FILE_INPUT,
    effect: 'read',
    capability: 'file:read',
    async execute({ input }) {
      const path = textInput(input, 'path');
      if (path === undefined) return pathMissing(zh);
      const read = await files.read({ path, fromLine: count(input.from_line), lines: count(input.lines) });
      return answer(read, language, (text) => toldText(text, zh));
    },
  };
}

function toldText(
  { path, text, fromLine, toLine, totalLines, encoding, lineEnding }: FileText,
  zh: boolean,
): JsonObject {
  const note = encodingNote(encoding, zh);
  return {
    path,
    lines: `${fromLine}-${toLine}`,
    total_lines: totalLines,
    ...(note === undefined ? {} : { note }),
    ...(lineEnding === 'crlf' ? { line_ending: 'CRLF' } : {}),
    text,
  };
}

function encodingNote(encoding: FileEncoding, zh: boolean): string | undefined {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return undefined;
  const name = encoding.toUpperCase();
  return zh
    ? `该文件的编码是 ${name}，已转换后给出；用 write_file 写回时将改为 UTF-8。`
    : `The file is encoded in ${name} and was converted; write_file would write it back as UTF-8.`;
}

const LIST_DIR_INPUT = {
  type: 'object',
  properties: { path: { type: 'string' }, depth: { type: 'integer', minimum: 1, maximum: 5 } },
};

function listDirTool({ files, language, zh }: Setting): AgentTool {
  return {
    name: 'list_dir',
    title: zh ? '列目录' : 'List a folder',
    description: zh
      ? '列出工作文件夹或其中一个文件夹的内容；depth 为层数。'
      : 'Lists the workspace or a folder in it; depth says how many levels.',
    inputSchema: LIST_DIR_INPUT,
    effect: 'read',
    capability: 'file:list',
    async execute({ input }) {
      const listing = await files.list({ path: textInput(input, 'path'), depth: count(input.depth) });
      return answer(listing, language, ({ path, entries, isCut }) => ({
        path,
        entries: entries.map(({ path: of, kind, bytes }) => ({
          path: of,
          kind,
          ...(bytes === undefined ? {} : { bytes }),
        })),
        ...(isCut ? { note: zh ? '内容太多，没有全部列出。' : 'There is more than is listed here.' } : {}),
      }));
    },
  };
}

const SEARCH_FILES_INPUT = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    name: { type: 'string' },
    path: { type: 'string' },
    ignore_case: { type: 'boolean' },
  },
};

function searchFilesTool({ files, language, zh }: Setting): AgentTool {
  return {
    name: 'search_files',
    title: zh ? '搜索文件' : 'Search files',
    description: zh
      ? '在工作文件夹中查找。text：文件内容中原样出现的文字；name：路径模式，如 **/*.md；两者至少给一个。path 限定文件夹。'
      : 'Searches the workspace. text: words as they stand in a file; name: a pattern for the path, such as **/*.md; one of them at least. path narrows it to a folder.',
    inputSchema: SEARCH_FILES_INPUT,
    effect: 'read',
    capability: 'file:list',
    async execute({ input, signal }) {
      const [text, name] = [textInput(input, 'text'), textInput(input, 'name')];
      if (text === undefined && name === undefined)
        return inputProblem('query_missing', zh ? '请给出 text 或 name。' : 'Give text or name.');
      const ignoreCase = input.ignore_case === true;
      const found = await files.search({ text, name, ignoreCase, path: textInput(input, 'path'), signal });
      return answer(found, language, ({ matches, isCut, filesRead, skipped }) => ({
        matches: matches.map(({ path, line, excerpt }) => ({
          path,
          ...(line === undefined ? {} : { line }),
          ...(excerpt === undefined ? {} : { excerpt }),
        })),
        files_read: filesRead,
        ...(skipped.length > 0 ? { skipped: skipped.map(({ path, reason }) => ({ path, reason })) } : {}),
        ...(isCut ? { note: zh ? '没有查完；请缩小范围。' : 'Not everything was searched; narrow it.' } : {}),
      }));
    },
  };
}

const WRITE_FILE_INPUT = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    content: { type: 'string' },
    edits: {
      type: 'array',
      items: {
        type: 'object',
        properties: { old: { type: 'string' }, new: { type: 'string' } },
        required: ['old', 'new'],
      },
    },
  },
  required: ['path'],
};

function writeFileTool({ files, language, zh }: Setting): AgentTool {
  return {
    name: 'write_file',
    title: zh ? '写文件' : 'Write a file',
    description: zh
      ? '写入工作文件夹中的一个文本文件。content 为完整的新内容；或用 edits 替换现有文件中恰好出现一次的原文。用户可能会先看到差异并决定是否写入。'
      : 'Writes a text file of the workspace. content is the whole new content; or edits replace texts that occur exactly once in the file as it is. The user may be shown the diff first and decide.',
    inputSchema: WRITE_FILE_INPUT,
    effect: 'write',
    capability: 'file:write',
    async preview({ input }) {
      const change = readChange(input, zh);
      if ('output' in change) return { refused: change };
      const prepared = await files.prepare(change);
      if (isFileProblem(prepared))
        return { refused: inputProblem(prepared.problem, fileProblemText(prepared, language)) };
      const { diff, basis, reencodedFrom } = prepared;
      const note = reencodedFrom && `${zh ? '编码' : 'Encoding'}: ${reencodedFrom.toUpperCase()} → UTF-8\n`;
      return { text: `${note ?? ''}${diff}`, basis };
    },
    async execute({ input, basis }: RoundToolCall) {
      const change = readChange(input, zh);
      if ('output' in change) return change;
      const written = await files.write(change, basis);
      return answer(written, language, ({ path, isNew, bytes, diff }) => ({
        path,
        status: isNew ? 'created' : 'changed',
        bytes,
        lines_changed: changedLines(diff),
      }));
    },
  };
}

function readChange(input: JsonObject, zh: boolean): FileChange | RoundToolResult {
  const path = textInput(input, 'path');
  if (path === undefined) return pathMissing(zh);
  const { content, edits } = input;
  if (typeof content === 'string' && edits === undefined) return { path, content };
  if (content === undefined && Array.isArray(edits) && edits.length > 0 && edits.every(isEdit)) return { path, edits };
  return inputProblem(
    'change_invalid',
    zh
      ? '请给出 content（完整内容），或 edits（[{old, new}]），二者选一。'
      : 'Give either content (the whole text) or edits ([{old, new}]).',
  );
}

function isEdit(value: unknown): value is FileEdit & JsonObject {
  return isJsonObject(value) && typeof value.old === 'string' && value.old !== '' && typeof value.new === 'string';
}

function changedLines(diff: string): string {
  const lines = diff.split('\n');
  const body = lines.slice(lines.findIndex((line) => line.startsWith('@@')) + 1);
  const starting = (sign: string) => body.filter((line) => line.startsWith(sign)).length;
  return `+${starting('+')} -${starting('-')}`;
}

function answer<Answer extends object>(
  found: FileAnswer<Answer>,
  language: Language,
  tell: (answer: Answer) => JsonObject,
): RoundToolResult {
  return isFileProblem(found) ? inputProblem(found.problem, fileProblemText(found, language)) : { output: tell(found) };
}

function pathMissing(zh: boolean): RoundToolResult {
  return inputProblem('path_missing', zh ? '缺少 path。' : 'The path is missing.');
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.floor(value) : undefined;
}
