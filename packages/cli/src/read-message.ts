import { RolecallError } from '@rolecall/base';
import { type DecodedText, decodeText } from '@rolecall/tools';
import type { CommandContext } from './command-context.ts';
import { readBytes } from './read-input.ts';

const TOLD = {
  en: (encoding: string) => `The input is no UTF-8; it was read as ${encoding}.`,
  zh: (encoding: string) => `输入不是 UTF-8，已按 ${encoding} 读取。`,
} as const;

/**
 * A message from standard input, all of it, without line ends at its end: UTF-8, or what a Chinese Windows writes, UTF-16
 * with its mark and GB18030, of which standard error is told. Throws `input_not_text` for anything else.
 */
export async function readMessage({ io, language }: CommandContext): Promise<string> {
  const { text, encoding } = decoded(await readBytes(io.input));
  if (!encoding.startsWith('utf-8')) io.err(TOLD[language](encoding.toUpperCase()));
  return text.trimEnd();
}

function decoded(bytes: Buffer): DecodedText {
  try {
    return decodeText(bytes);
  } catch (cause) {
    throw new RolecallError({
      code: 'input_not_text',
      message: {
        en: 'The input is no text in UTF-8, UTF-16 or GB18030.',
        zh: '输入不是 UTF-8、UTF-16 或 GB18030 的文字。',
      },
      hint: {
        en: 'Convert it first (iconv -f <encoding> -t UTF-8), or name the file in the message so that it is read.',
        zh: '请先转换（iconv -f 原编码 -t UTF-8），或在消息里写出文件名，让助手去读。',
      },
      cause,
    });
  }
}
