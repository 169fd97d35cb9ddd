import { writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { inBoth, RolecallError } from '@rolecall/base';
import type { Assistant } from '@rolecall/host';
import type { AssistantTexts } from './assistant-texts.ts';
import { ASSISTANT_TEXTS } from './assistant-texts.ts';

/**
 * Writes the session into a file that is not there yet, as JSON when its name says so. Throws `export_failed` where the
 * system does not let it be written.
 */
export async function exportSession(
  assistant: Assistant,
  named: string,
  cwd: string,
  texts: AssistantTexts,
): Promise<{ readonly file: string; readonly isWritten: boolean }> {
  const name = named === '' ? `rolecall-${assistant.session.id.slice(-8)}.md` : named;
  const file = isAbsolute(name) ? name : join(cwd, name);
  const text = /\.json$/i.test(file) ? await asJson(assistant) : await asMarkdown(assistant, texts);
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return { file, isWritten: true };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return { file, isWritten: false };
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new RolecallError({
      code: 'export_failed',
      at: { file },
      message: inBoth(ASSISTANT_TEXTS, (texts) => texts.exportFailed(reason)),
      cause: error,
    });
  }
}

async function asJson(assistant: Assistant): Promise<string> {
  const { session, model, folders } = assistant;
  const rounds = await assistant.transcript();
  const whole = {
    kind: 'rolecall_session',
    version: 1,
    session: session.id,
    pack: assistant.pack()?.name,
    model: model.id,
    folders,
    rounds,
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

async function asMarkdown(assistant: Assistant, texts: AssistantTexts): Promise<string> {
  const rounds = await assistant.transcript();
  const title = assistant.pack()?.displayName ?? texts.title;
  const told = rounds.map(({ at, input, calls, reply }) => {
    const tools = calls.map(
      ({ name, input: given }) => `- ${texts.tool}: \`${name} ${JSON.stringify(given).replaceAll('`', "'")}\``,
    );
    const parts = [
      `## ${texts.you} · ${at}`,
      input,
      ...(tools.length > 0 ? [tools.join('\n')] : []),
      `## ${texts.assistant}`,
      reply,
    ];
    return parts.join('\n\n');
  });
  return `# ${title}\n\n${told.join('\n\n')}\n`;
}
