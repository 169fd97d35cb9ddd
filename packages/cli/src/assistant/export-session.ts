import type { Assistant } from '@rolecall/host';
import type { AssistantTexts } from './assistant-texts.ts';
import { writeExport } from './write-export.ts';

/** Writes the session into a new file, as JSON when its name says so; answers what came of it. Throws `export_failed`. */
export async function exportSession(
  assistant: Assistant,
  named: string,
  cwd: string,
  texts: AssistantTexts,
): Promise<string> {
  const name = named === '' ? `rolecall-${assistant.session.id.slice(-8)}.md` : named;
  const text = /\.json$/i.test(name) ? await asJson(assistant) : await asMarkdown(assistant, texts);
  return writeExport(name, text, cwd, texts);
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
