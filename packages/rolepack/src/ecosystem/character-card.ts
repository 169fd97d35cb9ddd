import type { Reporter } from '../report/reporter.ts';
import { createDraft, NAMESPACES, type PackDraft, setKeywords, setVersion } from './pack-draft.ts';

type Json = Readonly<Record<string, unknown>>;

const KNOWN = new Set([
  'name',
  'description',
  'personality',
  'scenario',
  'first_mes',
  'mes_example',
  'creator_notes',
  'system_prompt',
  'post_history_instructions',
  'alternate_greetings',
  'tags',
  'creator',
  'character_version',
  'character_book',
  'nickname',
]);

/** True for the JSON of a character card, V1 to V3. */
export function isCharacterCard(value: unknown): value is Json {
  if (!isRecord(value)) return false;
  const data = isRecord(value.data) ? value.data : value;
  return (
    (typeof value.spec === 'string' && value.spec.startsWith('chara_card')) ||
    (typeof data.name === 'string' && typeof data.first_mes === 'string')
  );
}

/** A role pack from a character card. Source: Character Card V2 and V3 specifications. */
export function importCharacterCard(
  card: Json,
  report: Reporter,
  picture?: Uint8Array,
): ReadonlyMap<string, Uint8Array> {
  const data = isRecord(card.data) ? card.data : card;
  const name = String(data.name ?? 'character');
  const draft = createDraft(name, report);
  const plain = (key: string) => fillMacros(textOf(data[key]), name, draft, key);
  draft.text('displayName', data.nickname, 'nickname');
  draft.text('author', data.creator, 'creator');
  draft.text('description', data.creator_notes, 'creator_notes');
  setVersion(draft, data.character_version, 'character_version');
  setKeywords(draft, data.tags, 'tags');
  const sections = (
    [
      ['', 'system_prompt'],
      ['', 'description'],
      ['Personality', 'personality'],
      ['Scenario', 'scenario'],
      ['Examples', 'mes_example'],
    ] as const
  ).flatMap(([title, key]) => {
    const text = plain(key);
    return text === '' ? [] : [title === '' ? text : `## ${title}\n\n${text}`];
  });
  if (sections.length > 0) draft.write('persona.md', `${sections.join('\n\n')}\n`);
  const rules = plain('post_history_instructions');
  if (rules !== '') draft.write('rules.md', `${rules}\n`);
  greeting(plain('first_mes'), draft);
  const others = Array.isArray(data.alternate_greetings)
    ? data.alternate_greetings.map(textOf).filter((text) => text !== '')
    : [];
  if (others.length > 0) {
    draft.write('references/alternate-greetings.md', `${others.join('\n\n---\n\n')}\n`);
    draft.changed('alternate_greetings', {
      en: 'kept in references/alternate-greetings.md.',
      zh: '保存在 references/alternate-greetings.md。',
    });
  }
  book(data.character_book, draft, name);
  if (picture) draft.write('assets/avatar.png', picture);
  const unknown = Object.fromEntries(Object.entries(data).filter(([key, value]) => !KNOWN.has(key) && !isEmpty(value)));
  const outer =
    card === data
      ? {}
      : Object.fromEntries(
          Object.entries(card).filter(
            ([key]) => key !== 'data' && key !== 'spec' && key !== 'spec_version' && !KNOWN.has(key),
          ),
        );
  draft.keep(NAMESPACES.characterCard, { ...outer, ...unknown });
  return draft.finish();
}

function greeting(text: string, draft: PackDraft): void {
  if (text === '') return;
  draft.write('references/first-message.md', `${text}\n`);
  // A greeting is what the character says; the hand-off prompt is what the user would send. They are not the same.
  draft.changed('first_mes', {
    en: 'kept in references/first-message.md; a pack has no opening line of its own.',
    zh: '保存在 references/first-message.md；角色包没有开场白字段。',
  });
}

/** The lore book: what is always there belongs to the persona, the rest is looked up. */
function book(value: unknown, draft: PackDraft, name: string): void {
  if (!isRecord(value)) return;
  const entries = Array.isArray(value.entries) ? value.entries.filter(isRecord) : [];
  const parts = entries
    .filter((entry) => entry.enabled !== false)
    .map((entry) => {
      const keys = Array.isArray(entry.keys) ? entry.keys.map(String).join(', ') : '';
      const title = String(entry.name ?? entry.comment ?? keys) || 'Entry';
      return `## ${title.replace(/\n/g, ' ')}\n\n${keys === '' ? '' : `Keys: ${keys}\n\n`}${fillMacros(textOf(entry.content), name, draft, 'character_book')}`;
    });
  if (parts.length === 0) return;
  draft.write('references/character-book.md', `${parts.join('\n\n')}\n`);
  draft.changed('character_book', {
    en: 'kept as text in references/character-book.md; its matching by keys is not.',
    zh: '以文本保存在 references/character-book.md；不保留按键匹配。',
  });
  const off = entries.length - parts.length;
  if (off > 0)
    draft.lost('character_book', { en: `${off} entries are switched off.`, zh: `${off} 个条目处于关闭状态。` });
}

const reported = new WeakSet<PackDraft>();

function fillMacros(text: string, name: string, draft: PackDraft, key: string): string {
  if (!/\{\{\s*(?:char|user)\s*\}\}|<(?:BOT|USER|CHAR)>/i.test(text)) return text;
  if (!reported.has(draft)) {
    reported.add(draft);
    draft.changed(key, { en: '{{char}} and {{user}} are written out.', zh: '{{char}} 与 {{user}} 已展开。' });
  }
  const user = draft.report.language === 'zh' ? '用户' : 'the user';
  return text.replace(/\{\{\s*char\s*\}\}|<(?:BOT|CHAR)>/gi, () => name).replace(/\{\{\s*user\s*\}\}|<USER>/gi, user);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : '';
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
