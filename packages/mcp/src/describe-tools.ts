import type { Tool } from '@modelcontextprotocol/client';
import { type Bilingual, inAnyLanguage, type JsonObject, type Redactor, RolecallError } from '@rolecall/base';
import { reasonOf } from './call-answer.ts';
import type { Readiness } from './managed-server.ts';
import { toolFingerprint } from './tool-fingerprint.ts';
import type { ToolPins } from './tool-pins.ts';

/** A tool as its server declares it now. All of it is the server's word and nobody else's. */
export interface ToolDescription {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
  /** Hints, never a permission. */
  readonly annotations?: JsonObject | undefined;
  readonly fingerprint: string;
  /** The fingerprint in `rolecall.lock`. */
  readonly pinned?: string | undefined;
}

/** Describes the tools of a server that is up; throws `server_unavailable` for one that is not or does not answer. */
export async function describeTools(
  server: string,
  readiness: Readiness,
  lock: ToolPins,
  redactor: Redactor,
): Promise<readonly ToolDescription[]> {
  if (readiness.status !== 'up') throw unavailable(server, readiness.reason);
  const tools = await readiness.connection.tools().catch((error: Error) => {
    throw unavailable(server, redactor.redact(inAnyLanguage(reasonOf(error))));
  });
  return Promise.all(tools.map(async (tool) => describe(tool, await lock.pinned(server, tool.name))));
}

/** The schema of the protocol has let only JSON through. */
function describe(tool: Tool, pinned: string | undefined): ToolDescription {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema as JsonObject,
    outputSchema: tool.outputSchema as JsonObject | undefined,
    annotations: tool.annotations as JsonObject | undefined,
    fingerprint: toolFingerprint(tool),
    pinned,
  };
}

function unavailable(server: string, reason: Bilingual): RolecallError {
  return new RolecallError({
    code: 'server_unavailable',
    message: {
      en: `The tools of "${server}" cannot be listed. ${reason.en}`,
      zh: `无法列出“${server}”的工具。${reason.zh}`,
    },
    hint: { en: 'The log has what the server said.', zh: '服务器说了什么，见日志。' },
  });
}
