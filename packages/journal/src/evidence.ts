import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { canonicalJson, type JsonObject, type JsonValue, newId, RolecallError } from '@rolecall/base';
import type { Commit } from './commit.ts';
import { APART, type EvidenceReference, type JournalEntry } from './entry.ts';

/** A personal value on its way to where it is kept apart. */
export interface EvidenceRecord {
  readonly ref: string;
  readonly value: JsonValue;
}

/** An entry in two parts: what the journal stores, and the personal values that it refers to. */
export interface SealedEntry {
  readonly stored: JournalEntry;
  readonly evidence: readonly EvidenceRecord[];
}

/** A contact's own key: 256 random bits as hex, made together with the contact. */
export function newContactKey(): string {
  return randomBytes(32).toString('hex');
}

/**
 * Moves the personal fields of an entry out of it. In their place stands `{ $evidence: ref }`; the entry's `evidence`
 * names them with a hash under the contact's own key, so that nobody without that key can guess a value from its hash.
 */
export function sealEntry(entry: Commit['entries'][number], contactKey: string): SealedEntry {
  const { personal, apart = [], ...rest } = entry;
  if (!personal || personal.length === 0) return { stored: rest, evidence: [] };
  const data: Record<string, JsonValue | undefined> = { ...rest.data };
  const references: EvidenceReference[] = [];
  const evidence: EvidenceRecord[] = [];
  for (const field of new Set(personal)) {
    const value = rest.data[field];
    if (value === undefined) continue;
    const reference = referTo(field, value, contactKey);
    references.push(apart.includes(field) ? { ...reference, apart: true } : reference);
    evidence.push({ ref: reference.ref, value });
    data[field] = { $evidence: reference.ref };
  }
  return { stored: references.length === 0 ? rest : { ...rest, data, evidence: references }, evidence };
}

/**
 * Puts personal values back in their place; one that is gone reads `{ $deleted: true }`, and for one that is too large to be
 * read by the way stands `APART`.
 */
export function unsealEntry(stored: JournalEntry, find: (ref: string) => JsonValue | undefined): JournalEntry {
  if (!stored.evidence) return stored;
  const data: Record<string, JsonValue | undefined> = { ...stored.data };
  for (const { field, ref, apart } of stored.evidence) {
    const value = apart ? APART : find(ref);
    data[field] = value === undefined ? { $deleted: true } : value;
  }
  return { ...stored, data: data as JsonObject };
}

/** The reference under which an entry keeps a field; undefined where it keeps none of that name. */
export function referenceOf(stored: JournalEntry, field: string): string | undefined {
  return stored.evidence?.find((reference) => reference.field === field)?.ref;
}

const FORM = 'aes-256-gcm:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The form in which a personal value is kept: AES-256-GCM under the contact's key, bound to its reference. Without the
 * key nobody can read it, and under another reference it is refused.
 */
export function encryptEvidence(text: string, contactKey: string, ref: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keysOf(contactKey).encryption, nonce);
  cipher.setAAD(Buffer.from(ref, 'utf8'));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${FORM}${sealed.toString('base64')}`;
}

/** The value again. Throws `evidence_corrupt` when it was kept under another key or reference, or has been changed. */
export function decryptEvidence(kept: string, contactKey: string, ref: string): string {
  if (!isEncrypted(kept)) throw corruptEvidence(ref);
  const sealed = Buffer.from(kept.slice(FORM.length), 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keysOf(contactKey).encryption, sealed.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(ref, 'utf8'));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (cause) {
    throw corruptEvidence(ref, cause);
  }
}

/** False for a value that was kept before values were encrypted; JSON never begins like this. */
export function isEncrypted(kept: string): boolean {
  return kept.startsWith(FORM);
}

/** One key for each use, so that neither tells anything about the other. */
interface UsedKeys {
  readonly hash: KeyObject;
  readonly encryption: KeyObject;
}

/**
 * The keys in use at the moment: deriving one costs more than sealing a value under it. Found only by who has the
 * contact's key, so that a deleted contact's are out of reach, and gone with the next few contacts.
 */
const inUse = new Map<string, UsedKeys>();
const MOST_IN_USE = 64;

function keysOf(contactKey: string): UsedKeys {
  const known = inUse.get(contactKey);
  if (known) return known;
  const bytes = Buffer.from(contactKey, 'hex');
  const encryption = Buffer.from(hkdfSync('sha256', bytes, '', 'rolecall evidence', 32));
  const keys = { hash: createSecretKey(bytes), encryption: createSecretKey(encryption) };
  const oldest = inUse.size < MOST_IN_USE ? undefined : inUse.keys().next().value;
  if (oldest !== undefined) inUse.delete(oldest);
  inUse.set(contactKey, keys);
  return keys;
}

/** The error for what cannot be opened. */
export function corruptEvidence(ref: string, cause?: unknown): RolecallError {
  return new RolecallError({
    code: 'evidence_corrupt',
    at: { path: ref },
    message: {
      en: 'A personal value cannot be read: it was changed, or kept under another key.',
      zh: '有一个个人数据的值读不出来：它被改过，或是用别的密钥保存的。',
    },
    hint: { en: 'Restore the store from its last backup.', zh: '从最近的备份恢复存储。' },
    cause,
  });
}

/** A hash under the contact's own key: nobody without it can guess a text from its hash. */
export function keyedHash(text: string, contactKey: string): string {
  return `hmac-sha256:${createHmac('sha256', keysOf(contactKey).hash).update(text, 'utf8').digest('hex')}`;
}

function referTo(field: string, value: JsonValue, contactKey: string): EvidenceReference {
  const text = canonicalJson(value);
  return { field, ref: newId('ev'), hash: keyedHash(text, contactKey), type: typeOf(value), length: text.length };
}

function typeOf(value: JsonValue): EvidenceReference['type'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'string' | 'number' | 'boolean' | 'object';
}
