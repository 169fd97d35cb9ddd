import type { Redactor } from '@rolecall/base';
import type { AgentOptions, CodeIsolation, CodeRunner, WebFetch, WebSearch } from '@rolecall/kernel';
import { openCodeRunner, openWebFetch, searxngSearch } from '@rolecall/tools';
import type { WorkspaceConfig } from '../workspace-config.ts';
import { LABEL } from './redacted-files.ts';

/** What a user gives an assistant beyond the files; none of it is there by itself. */
export interface AssistantToolChoice {
  /** Address of a SearXNG service. */
  readonly search?: string | undefined;
  readonly allowWeb?: boolean | undefined;
  readonly allowCode?: boolean | undefined;
}

/** What was given, for the user to see. */
export interface AssistantTools {
  /** Where it searches: the host of the service. */
  readonly search: string | undefined;
  readonly web: boolean;
  /** What holds the code that it runs. */
  readonly code: CodeIsolation | undefined;
}

export interface GivenTools {
  readonly ports: Pick<AgentOptions, 'webSearch' | 'webFetch' | 'codeRunner'>;
  readonly shown: AssistantTools;
}

/**
 * The privileged tools that were named on the command line or in the user's own configuration. No known secret leaves in a
 * query or an address, and none comes back in what they answer. Throws `search_url_invalid` and `code_not_isolated`.
 */
export function assistantTools(
  named: AssistantToolChoice,
  config: WorkspaceConfig['assistant'] | undefined,
  redactor: Redactor,
): GivenTools {
  // A label was a secret before the model saw it, or before its call was put on record.
  const holdsSecret = (text: string) => LABEL.test(text) || redactor.redact(text) !== text;
  const search = named.search ?? config?.search;
  const isWeb = named.allowWeb ?? config?.allow_web ?? false;
  const runner = (named.allowCode ?? config?.allow_code ?? false) ? openCodeRunner() : undefined;
  return {
    ports: {
      webSearch:
        search === undefined ? undefined : redactedSearch(searxngSearch({ baseUrl: search, holdsSecret }), redactor),
      webFetch: isWeb ? redactedFetch(openWebFetch({ holdsSecret }), redactor) : undefined,
      codeRunner: runner && redactedRunner(runner, redactor),
    },
    shown: { search: search === undefined ? undefined : new URL(search).host, web: isWeb, code: runner?.isolation },
  };
}

function redactedSearch(web: WebSearch, redactor: Redactor): WebSearch {
  return { search: async (request) => redactor.redact(await web.search(request)) };
}

function redactedFetch(web: WebFetch, redactor: Redactor): WebFetch {
  return { fetch: async (request) => redactor.redact(await web.fetch(request)) };
}

function redactedRunner(runner: CodeRunner, redactor: Redactor): CodeRunner {
  return { ...runner, run: async (request) => redactor.redact(await runner.run(request)) };
}
