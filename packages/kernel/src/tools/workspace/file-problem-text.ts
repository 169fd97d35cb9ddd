import type { Language } from '@rolecall/base';
import type { FileProblem, FileProblemCode } from './workspace-files.ts';

const TEXTS: Readonly<Record<FileProblemCode, { readonly zh: string; readonly en: string }>> = {
  outside: {
    zh: '路径不在允许的文件夹内。请用相对于工作文件夹的路径，不要用“..”。',
    en: 'The path is not inside the allowed folders. Use a path relative to the workspace, without "..".',
  },
  path_invalid: { zh: '这不是可用的路径。', en: 'This cannot be used as a path.' },
  not_found: { zh: '没有这个文件或文件夹。', en: 'There is no such file or folder.' },
  not_a_file: { zh: '这不是普通文件。', en: 'This is no regular file.' },
  not_a_folder: { zh: '这不是文件夹。', en: 'This is no folder.' },
  link_refused: {
    zh: '路径上有符号链接；链接一律不跟随。',
    en: 'There is a symbolic link on the way; links are not followed.',
  },
  hard_link_refused: {
    zh: '这个文件有多个硬链接，另一个名字可能在工作文件夹之外，因此不打开。',
    en: 'The file has several hard links; another name of it may lie outside the workspace, so it is not opened.',
  },
  protected: {
    zh: '这一部分不对工具开放（如对 .git 的写入）。',
    en: 'This part is not open to tools (such as writing in .git).',
  },
  name_collides: {
    zh: '已有一个在其他系统上视为同名的文件。请用它原来的写法。',
    en: 'There is a file whose name is the same one on other systems. Use its own spelling.',
  },
  too_large: { zh: '文件太大。', en: 'The file is too large.' },
  binary: { zh: '这是二进制文件，没有可读的文字。', en: 'This is a binary file without text to read.' },
  changed_since_shown: {
    zh: '给用户看过差异之后，文件又变了；没有写入。请重新读取后再改。',
    en: 'The file has changed since the diff was shown; nothing was written. Read it again first.',
  },
  edit_not_found: {
    zh: '文件中没有要替换的原文；请先读取，按原样给出 old。',
    en: 'The text to replace is not in the file; read it first and give old exactly as it stands.',
  },
  edit_ambiguous: {
    zh: '要替换的原文在文件中出现多次；请多给几个字使它唯一。',
    en: 'The text to replace occurs more than once; give more of it so that it is unique.',
  },
  no_change: { zh: '内容与现有的相同，没有写入。', en: 'The content is what it was; nothing was written.' },
  refused_by_system: { zh: '操作系统拒绝了这个操作。', en: 'The operating system refused it.' },
};

/** What was wrong with a path or a file, in words for the model and for people. */
export function fileProblemText({ problem, path, detail }: FileProblem, language: Language): string {
  const more = detail === undefined ? '' : language === 'zh' ? `（${detail}）` : ` (${detail})`;
  return `${path === '' ? '' : `${path}: `}${TEXTS[problem][language]}${more}`;
}
