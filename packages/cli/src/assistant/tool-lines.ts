import type { Assistant } from '@rolecall/host';
import { printable } from '../terminal/printable.ts';
import type { AssistantTexts } from './assistant-texts.ts';

/** The option that gives what serves a capability. */
const OPTIONS: Readonly<Record<string, string>> = {
  'web:search': '--search <url>',
  'web:fetch': '--allow-web',
  'code:execute': '--allow-code',
};

/** What was given beyond the files, and what the pack would like and has not got. */
export async function toolLines(assistant: Assistant, { tools: texts }: AssistantTexts): Promise<readonly string[]> {
  const { search, web, code } = assistant.tools;
  const missing = (await assistant.capabilities())
    .filter(({ status }) => status === 'unavailable' || status === 'unknown')
    .map(({ capability }) => {
      const option = OPTIONS[capability];
      return printable(option === undefined ? capability : `${capability} (${option})`);
    });
  return [
    ...(search === undefined ? [] : [texts.search(printable(search))]),
    ...(web ? [texts.web] : []),
    ...(code ? [code.network === 'denied' ? texts.code : texts.codeOnline] : []),
    ...(missing.length > 0 ? [texts.missing(missing.join(', '))] : []),
  ];
}
