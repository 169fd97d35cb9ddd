export { type CodeRunnerOptions, openCodeRunner } from './code/open-code-runner.ts';
export { type DecodedText, decodeText } from './files/decode-text.ts';
export { openWorkspaceFiles, type WorkspaceFilesOptions } from './files/open-workspace-files.ts';
export { openWebFetch, type WebFetchOptions } from './web/open-web-fetch.ts';
export { type SearxngOptions, searxngSearch } from './web/searxng-search.ts';
