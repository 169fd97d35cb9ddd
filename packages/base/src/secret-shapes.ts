import type { Bilingual } from './language.ts';

/** What a secret looks like, whatever it is called and whoever gave it out. */
export interface SecretShape {
  readonly name: 'private_key' | 'token' | 'access_key' | 'signed_token' | 'authorization' | 'password_in_address';
  readonly what: Bilingual;
  /** Global. What stands before the secret itself is in its first group, where something does. */
  readonly pattern: RegExp;
}

const TOKEN = { en: 'a token', zh: '令牌' };
const ACCESS_KEY = { en: 'an access key', zh: '访问密钥' };

/**
 * Shapes that ordinary text does not have: prefixes of well-known services with what follows them, and standards. Each is
 * found in time that grows with the text alone, since whoever writes it may mean harm.
 */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    name: 'private_key',
    what: { en: 'a private key', zh: '私钥' },
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[^-]|-(?!----)){0,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  },
  {
    name: 'token',
    what: TOKEN,
    pattern: /\b(?:sk|pk|rk)[-_](?=[A-Za-z_-]{0,100}\d)[A-Za-z0-9_-]{20,400}/g,
  },
  {
    name: 'token',
    what: TOKEN,
    pattern: /\bgh[pousr]_[A-Za-z0-9]{30,400}|\bgithub_pat_[A-Za-z0-9_]{40,400}|\bglpat-[A-Za-z0-9_-]{20,400}/g,
  },
  { name: 'token', what: TOKEN, pattern: /\bxox[abprs]-[A-Za-z0-9-]{10,400}/g },
  { name: 'access_key', what: ACCESS_KEY, pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    name: 'access_key',
    what: ACCESS_KEY,
    pattern: /\bAIza[A-Za-z0-9_-]{35}\b|\bLTAI[A-Za-z0-9]{12,24}\b/g,
  },
  {
    name: 'signed_token',
    what: { en: 'a signed token', zh: '签名的令牌' },
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,8000}\.eyJ[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,8000}/g,
  },
  {
    name: 'authorization',
    what: { en: 'a bearer token', zh: 'bearer 令牌' },
    pattern: /\b([Bb]earer {1,4}|[Bb]asic {1,4})(?=[A-Za-z._~+/-]{0,400}\d)[A-Za-z0-9._~+/-]{20,8000}={0,2}/g,
  },
  {
    name: 'password_in_address',
    what: { en: 'a password in an address', zh: '地址里的密码' },
    pattern: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@{]{1,100}:)(?!\[redacted:)[^\s/@{]{1,200}(?=@)/gi,
  },
];

/** One of these is in every text that has any of the shapes; looking for them is cheap, and most texts have none. */
export const SIGN_OF_A_SHAPE =
  /PRIVATE KEY-----|[spr]k[-_]|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|LTAI|\.eyJ|earer |asic |:\/\//;
