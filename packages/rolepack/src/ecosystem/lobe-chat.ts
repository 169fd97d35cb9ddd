import type { Reporter } from '../report/reporter.ts';
import { createDraft, NAMESPACES, setKeywords } from './pack-draft.ts';

type Json = Readonly<Record<string, unknown>>;

/** True for the JSON of a LobeChat agent, bare or as its index wraps it. */
export function isLobeAgent(value: unknown): value is Json {
  return isRecord(value) && isRecord(value.config) && typeof value.config.systemRole === 'string';
}

/** A role pack from a LobeChat agent. */
export function importLobeAgent(agent: Json, report: Reporter): ReadonlyMap<string, Uint8Array> {
  const config = isRecord(agent.config) ? agent.config : {};
  const meta = isRecord(agent.meta) ? agent.meta : {};
  const draft = createDraft(String(agent.identifier ?? meta.title ?? 'agent'), report);
  draft.text('displayName', meta.title, 'meta.title');
  draft.text('description', meta.description, 'meta.description');
  draft.text('author', agent.author, 'author');
  draft.text('homepage', agent.homepage, 'homepage');
  setKeywords(draft, meta.tags, 'meta.tags');
  draft.write('persona.md', `${String(config.systemRole).replace(/\r\n?/g, '\n').trim()}\n`);
  const parameters = isRecord(config.params) ? config.params : {};
  const { temperature } = parameters;
  if (typeof temperature === 'number' && temperature >= 0 && temperature <= 2)
    draft.manifest.strategy = { act: { temperature } };
  else if (temperature !== undefined)
    draft.lost('config.params.temperature', { en: 'it is not between 0 and 2.', zh: '不在 0 到 2 之间。' });
  if (typeof config.openingMessage === 'string' && config.openingMessage.trim() !== '') {
    draft.write('references/opening-message.md', `${config.openingMessage.trim()}\n`);
    draft.changed('config.openingMessage', {
      en: 'kept in references/opening-message.md.',
      zh: '保存在 references/opening-message.md。',
    });
  }
  if (Array.isArray(config.plugins) && config.plugins.length > 0)
    draft.lost('config.plugins', {
      en: `plugins of that host: ${config.plugins.map(String).join(', ')}.`,
      zh: `该宿主的插件：${config.plugins.map(String).join('、')}。`,
    });
  const left = (source: Json, known: readonly string[]) =>
    Object.fromEntries(
      Object.entries(source).filter(
        ([key, value]) => !known.includes(key) && value !== undefined && value !== null && value !== '',
      ),
    );
  draft.keep(NAMESPACES.lobeChat, {
    ...left(agent, ['identifier', 'config', 'meta', 'author', 'homepage']),
    ...wrap('meta', left(meta, ['title', 'description', 'tags'])),
    ...wrap('config', {
      ...left(config, ['systemRole', 'params', 'openingMessage']),
      ...wrap('params', left(parameters, ['temperature'])),
    }),
  });
  return draft.finish();
}

function wrap(key: string, value: Json): Json {
  return Object.keys(value).length === 0 ? {} : { [key]: value };
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
