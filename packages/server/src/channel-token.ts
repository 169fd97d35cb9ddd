import type { Bilingual } from '@rolecall/base';
import type { ChannelIdentity, Workspace } from '@rolecall/host';
import type { ContactRecord } from '@rolecall/journal';
import { decodeJwt, errors, importJWK, importSPKI, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { ApiError } from './api-error.ts';

/** What a signed token says of the customer who sends it. */
export interface ChannelCustomer {
  readonly channel: string;
  /** The business's own id; of an anonymous one an id inside the channel, which no verified contact has. */
  readonly externalId: string;
  readonly level: ContactRecord['level'];
  readonly displayName?: string | undefined;
  /** Until when the token counts. */
  readonly expiresAt: number;
}

/** True for what is written like a JSON Web Token, signed or not. */
export function isChannelToken(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);
}

const claims = z.object({
  sub: z.string().min(1).max(200),
  level: z.enum(['anonymous', 'verified']),
  name: z.string().min(1).max(200).optional(),
  exp: z.number(),
});

/**
 * Checks a token against the key, algorithm and audience that `rolecall.yaml` names for its channel, and reads who sends it.
 * Whatever is wrong with it is a 401 that says what.
 */
export async function readChannelToken(token: string, workspace: Workspace): Promise<ChannelCustomer> {
  const channel = channelOf(token);
  const identity = await workspace.channelIdentity(channel);
  if (!identity)
    throw refused('token_channel_unknown', {
      en: `The channel "${channel}" takes no signed tokens.`,
      zh: `渠道“${channel}”不接受签名的令牌。`,
    });
  const now = workspace.clock.now();
  const payload = await verified(token, channel, identity, now);
  const parsed = claims.safeParse(payload);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))];
    throw refused('token_claims_invalid', {
      en: `The token's claims are not as they should be: ${names.join(', ')}.`,
      zh: `令牌的声明不对：${names.join('、')}。`,
    });
  }
  const { sub, level, name, exp } = parsed.data;
  if (exp * 1000 - now > identity.maxLifetimeMs) {
    throw refused('token_lifetime_too_long', {
      en: 'The token is valid for longer than its channel allows.',
      zh: '令牌的有效期超过了渠道所允许的。',
    });
  }
  // An id that nobody has verified never leads to the contact who has it.
  const externalId = level === 'verified' ? sub : `${channel}:anonymous:${sub}`;
  return { channel, externalId, level, displayName: name, expiresAt: exp * 1000 };
}

/** Read before the signature is checked, only to find the key under which the whole token must then be signed. */
function channelOf(token: string): string {
  try {
    const { channel } = decodeJwt(token);
    if (typeof channel === 'string' && channel !== '') return channel.slice(0, 64);
  } catch {
    throw refused('token_malformed', { en: 'The token cannot be read.', zh: '令牌读不出来。' });
  }
  throw refused('token_channel_unknown', { en: 'The token names no channel.', zh: '令牌没有写明渠道。' });
}

async function verified(token: string, channel: string, identity: ChannelIdentity, now: number): Promise<JWTPayload> {
  const key = await keyOf(channel, identity);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: identity.algorithm === 'HS256' ? ['HS256'] : ['EdDSA', 'Ed25519'],
      audience: identity.audience,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    });
    return payload;
  } catch (error) {
    throw refusalOf(error);
  }
}

const SHORTEST_SECRET_BYTES = 32;

async function keyOf(channel: string, { algorithm, key }: ChannelIdentity) {
  const missing = (message: Bilingual): ApiError => refused('token_key_unusable', message);
  if (key === undefined)
    throw missing({ en: `The key of the channel "${channel}" is not set.`, zh: `渠道“${channel}”的密钥没有设置。` });
  if (algorithm === 'HS256') {
    const secret = new TextEncoder().encode(key);
    if (secret.length >= SHORTEST_SECRET_BYTES) return secret;
    throw missing({
      en: `The key of the channel "${channel}" has fewer than ${SHORTEST_SECRET_BYTES} bytes.`,
      zh: `渠道“${channel}”的密钥少于 ${SHORTEST_SECRET_BYTES} 字节。`,
    });
  }
  try {
    if (!key.trimStart().startsWith('{')) return await importSPKI(key, 'EdDSA');
    const { kty, crv, x } = JSON.parse(key) as Record<string, string>;
    // Only what is public: a private key has no place here and is not used.
    return await importJWK({ kty: kty ?? '', crv: crv ?? '', x: x ?? '' }, 'EdDSA');
  } catch {
    throw missing({
      en: `The key of the channel "${channel}" is no Ed25519 public key (PEM or JWK).`,
      zh: `渠道“${channel}”的密钥不是 Ed25519 公钥（PEM 或 JWK）。`,
    });
  }
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof errors.JWTExpired)
    return refused('token_expired', { en: 'The token has expired.', zh: '令牌已经过期。' });
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return refused('token_signature_invalid', {
      en: 'The token is not signed with the key of its channel.',
      zh: '令牌不是用它所属渠道的密钥签名的。',
    });
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return refused('token_algorithm_refused', {
      en: 'The token is not signed with the algorithm of its channel.',
      zh: '令牌不是用它所属渠道的算法签名的。',
    });
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud')
      return refused('token_audience_wrong', {
        en: 'The token is meant for another audience.',
        zh: '令牌是给别的接收方的。',
      });
    if (error.claim === 'nbf')
      return refused('token_not_yet_valid', { en: 'The token is not valid yet.', zh: '令牌还没有生效。' });
    return refused('token_claims_invalid', {
      en: `The token's claims are not as they should be: ${error.claim}.`,
      zh: `令牌的声明不对：${error.claim}。`,
    });
  }
  return refused('token_malformed', { en: 'The token cannot be read.', zh: '令牌读不出来。' });
}

function refused(code: string, message: Bilingual): ApiError {
  return new ApiError(401, {
    code,
    message,
    hint: {
      en: 'Sign a token with sub, level, channel, aud and exp as docs/http-api.md says.',
      zh: '按 docs/http-api.zh.md 签发带有 sub、level、channel、aud 和 exp 的令牌。',
    },
  });
}
