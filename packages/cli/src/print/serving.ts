import type { Language } from '@rolecall/base';
import type { Workspace } from '@rolecall/host';
import { examplesOf, type RunningServer } from '@rolecall/server';
import type { ApiToken } from '../api-token.ts';
import { packageVersion } from '../package-version.ts';
import type { Texts } from '../texts.ts';
import { countBySeverity } from './count-by-severity.ts';

/** What is being served. */
export interface Serving {
  readonly workspace: Workspace;
  readonly server: RunningServer;
  readonly token: ApiToken;
  readonly consoleDir: string | undefined;
}

/** As it was asked for. */
export interface ServingAsked {
  readonly port: number;
  readonly console?: string | boolean | undefined;
}

/** Where the workspace is served, how to get in, what is not as asked for, and three things to try. */
export function servingLines(
  serving: Serving,
  asked: ServingAsked,
  texts: Texts,
  language: Language,
): readonly string[] {
  const { workspace } = serving;
  const rows = rowsOf(serving, texts, language);
  const width = Math.max(...rows.map(([name]) => columnsOf(name)));
  const examples = examplesFor(workspace, language);
  return [
    `Rolecall ${packageVersion()}  ${workspace.name}`,
    '',
    ...rows.map(([name, value]) => `  ${name}${' '.repeat(width - columnsOf(name))}  ${value}`),
    ...remarksOn(serving, asked, texts).map((remark) => `\n  ! ${remark}`),
    ...(examples.length === 0 ? [] : ['', texts.serving.tryThese, ...examples.map((example) => `  · ${example}`)]),
    '',
    texts.serving.stop,
  ];
}

function rowsOf(
  { workspace, server, token, consoleDir }: Serving,
  { serving }: Texts,
  language: Language,
): readonly (readonly [name: string, value: string])[] {
  return [
    ...(consoleDir === undefined ? [] : [[serving.page, server.url] as const]),
    [serving.api, `${server.url}/api`],
    [serving.token, token.isGiven ? serving.tokenFrom(token.from) : `${token.token}  (${token.from})`],
    ...workspace
      .employees()
      .map(({ id, displayName, model }) => [serving.employee, `${displayName[language]} (${id})  ${model}`] as const),
  ];
}

function remarksOn({ workspace, server, consoleDir }: Serving, asked: ServingAsked, { serving }: Texts): string[] {
  const [errors, warnings] = countBySeverity(workspace.findings());
  const remarks: string[] = [];
  if (server.portMoved) remarks.push(serving.portMoved(asked.port, server.port));
  if (consoleDir === undefined && asked.console !== false) {
    remarks.push(typeof asked.console === 'string' ? serving.pageNoFolder(asked.console) : serving.pageNotBuilt);
  }
  if (consoleDir !== undefined && !server.pageSignIn) {
    remarks.push(workspace.page.customers.length === 0 ? serving.pageNoSignIn : serving.pageOnlyLoopback);
  }
  if (errors + warnings > 0) remarks.push(serving.findings(errors, warnings));
  return remarks;
}

/** In the reader's language; in the workspace's where its contracts have none in the reader's. */
function examplesFor(workspace: Workspace, language: Language): readonly string[] {
  const inLanguage = (wanted: Language): readonly string[] =>
    workspace.employees().flatMap((employee) => examplesOf(employee, wanted));
  return [...new Set([...inLanguage(language), ...inLanguage(workspace.language)])].slice(0, 3);
}

/** Columns of a terminal: a Chinese character takes two. */
function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[\u2e80-\u9fff\uff00-\uffef]/.test(character) ? 2 : 1), 0);
}
