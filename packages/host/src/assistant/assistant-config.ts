import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Finding, RolecallError } from '@rolecall/base';
import { readWorkspaceConfig, type WorkspaceConfig } from '../workspace-config.ts';

const FILE = 'rolecall.yaml';

/** Where an assistant finds what it is set to. */
export interface AssistantConfigPlaces {
  /** The state folder of the user. */
  readonly home: string;
  /** `--workspace`, relative to `cwd`: used in the place of the user's own. */
  readonly workspace?: string | undefined;
  readonly cwd: string;
}

/**
 * The `rolecall.yaml` of an assistant, if there is one: that of the workspace that was named, else the user's own. Never
 * that of the folder that is worked in by itself: a file that came with it could send the user's key to a server of its own.
 *
 * Throws for a named workspace without one, and for what is wrong in what an assistant goes by, with its line: a provider
 * or a search service that is left out silently would look like one that was never set.
 */
export function assistantConfig({ home, workspace, cwd }: AssistantConfigPlaces): WorkspaceConfig | undefined {
  const folder = workspace === undefined ? home : resolve(cwd, workspace);
  if (workspace === undefined && !existsSync(join(folder, FILE))) return undefined;
  const { config, findings } = readWorkspaceConfig(folder);
  const wrong = findings.find((finding) => concerns(finding, workspace !== undefined));
  if (wrong) throw asError(wrong, join(folder, FILE));
  return config;
}

/** Of a workspace's file, which says much more, an assistant goes by its models and by what is for assistants. */
function concerns({ path, severity }: Finding, isWorkspace: boolean): boolean {
  if (severity !== 'error' || path === 'name') return false;
  return !isWorkspace || path === undefined || /^(?:models|assistant)(?:\.|$)/.test(path);
}

function asError({ code, line, path, message, fix, zh }: Finding, file: string): RolecallError {
  return new RolecallError({
    code,
    at: { file, line, path },
    message: { en: message, zh: zh.message },
    hint: fix === undefined || zh.fix === undefined ? undefined : { en: fix, zh: zh.fix },
  });
}
