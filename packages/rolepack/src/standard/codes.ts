import { ARCHIVE_CODES } from './archive-codes.ts';
import type { CodeDefinition } from './code.ts';
import { LOAD_CODES } from './load-codes.ts';
import { MANIFEST_CODES } from './manifest-codes.ts';
import { SKILL_CODES } from './skill-codes.ts';
import { STRATEGY_CODES } from './strategy-codes.ts';

/** Every code that a report of this package can carry. The reference pages are written from here. */
export const CODES = { ...MANIFEST_CODES, ...STRATEGY_CODES, ...LOAD_CODES, ...SKILL_CODES, ...ARCHIVE_CODES } as const;

export type RolePackCode = keyof typeof CODES;

export function codeDefinition(code: RolePackCode): CodeDefinition {
  return CODES[code];
}
