import type { Language } from '@rolecall/base';
import { en, type Texts } from './texts/en.ts';
import { zh } from './texts/zh.ts';

export type { Texts };

/** Everything the command line itself says. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en, zh };
