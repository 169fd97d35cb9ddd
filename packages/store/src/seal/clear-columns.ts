import type { JsonObject } from '@rolecall/base';
import { inboxPlace, isEncrypted, jsonOf, jsonText, keptText, keyedHash, outboxPlace } from '@rolecall/journal';
import { memorySeal } from '../memory/memory-seal.ts';
import { GONE } from '../rows/checkpoint-statements.ts';

/** Values of a row by column. */
export type ClearRow = Readonly<Record<string, string | number | null>>;

/** Columns of a table that may still hold what a contact wrote or is told, from before such texts were encrypted. */
export interface ClearColumns {
  readonly table: string;
  readonly key: readonly string[];
  /** What is read and may be changed. */
  readonly columns: readonly string[];
  /** True for a row in which something is clear, and could be otherwise. */
  readonly isClear: string;
  /** Whose key it comes under, as SQL that names one contact. */
  readonly contact: string;
  /** The same columns under the key; what is sealed already stays. */
  readonly seal: (row: ClearRow, contactKey: string) => ClearRow;
}

const SEALED = "like 'aes-256-gcm:%'";
const HASHED = "like 'hmac-sha256:%'";
const ofConversation = (table: string): string =>
  `(select conversations.contact from conversations where conversations.organisation = ${table}.organisation and conversations.id = ${table}.conversation)`;

/** Every place in which something may be clear. The journal's own values have been encrypted since there were any. */
export const CLEAR_COLUMNS: readonly ClearColumns[] = [
  {
    table: 'inbox',
    key: ['id'],
    columns: ['data', 'content_hash'],
    isClear: `data not ${SEALED} and data <> '${GONE}' or content_hash <> '' and content_hash not ${HASHED}`,
    contact: ofConversation('inbox'),
    seal: (row, key) => ({
      data: sealed(row.data, key, inboxPlace(String(row.id))),
      content_hash: hashed(row.content_hash, key),
    }),
  },
  {
    table: 'outbox',
    key: ['conversation', 'sequence', 'item_index'],
    columns: ['data'],
    isClear: `data not ${SEALED} and data <> '${GONE}'`,
    contact: ofConversation('outbox'),
    seal: (row, key) => {
      const place = {
        conversation: String(row.conversation),
        sequence: Number(row.sequence),
        index: Number(row.item_index),
      };
      return { data: sealed(row.data, key, outboxPlace(place)) };
    },
  },
  {
    table: 'memories',
    key: ['scope', 'id'],
    columns: ['summary', 'original', 'vector', 'subject'],
    isClear: `scope like 'contact:%' and (summary not ${SEALED} or original not ${SEALED}
      or vector is not null and vector not ${SEALED} or subject is not null and subject not ${HASHED})`,
    contact: "substr(memories.scope, length('contact:') + 1)",
    seal: (row, key) => {
      const { seal, subject } = memorySeal(String(row.scope), key);
      const under = (column: string) => {
        const text = row[column];
        return typeof text !== 'string' || isEncrypted(text) ? (text ?? null) : seal(text, String(row.id), column);
      };
      const isOpen = typeof row.subject === 'string' && !row.subject.startsWith('hmac-sha256:');
      return {
        summary:
          isOpen && !isEncrypted(String(row.summary))
            ? seal(withSubject(row), String(row.id), 'summary')
            : under('summary'),
        original: under('original'),
        vector: under('vector'),
        subject: isOpen ? subject(String(row.subject)) : (row.subject ?? null),
      };
    },
  },
];

/** Once its column cannot be read any more, the summary has to say what it is about. */
function withSubject({ summary, subject }: ClearRow): string {
  return jsonText({ subject: String(subject), ...jsonOf<JsonObject>(String(summary)) }, 'memory.summary');
}

function sealed(text: string | number | null | undefined, key: string, place: string): string {
  const kept = String(text);
  return isEncrypted(kept) ? kept : keptText(kept, key, place);
}

/** A hash that anybody could have made of a guess, under the key. */
function hashed(hash: string | number | null | undefined, key: string): string {
  const kept = String(hash);
  return kept === '' || kept.startsWith('hmac-sha256:') ? kept : keyedHash(kept, key);
}
