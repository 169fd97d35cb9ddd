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
  if (!identity) throw refused('token_channel_unknown', `The channel "${channel}" takes no signed tokens.`);
  const now = workspace.clock.now();
  const payload = await verified(token, channel, identity, now);
  const parsed = claims.safeParse(payload);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))];
    throw refused('token_claims_invalid', `The token's claims are not as they should be: ${names.join(', ')}.`);
  }
  const { sub, level, name, exp } = parsed.data;
  if (exp * 1000 - now > identity.maxLifetimeMs) {
    throw refused('token_lifetime_too_long', 'The token is valid for longer than its channel allows.');
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
    throw refused('token_malformed', 'The token cannot be read.');
  }
  throw refused('token_channel_unknown', 'The token names no channel.');
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
  const missing = (message: string): ApiError => refused('token_key_unusable', message);
  if (key === undefined) throw missing(`The key of the channel "${channel}" is not set.`);
  if (algorithm === 'HS256') {
    const secret = new TextEncoder().encode(key);
    if (secret.length >= SHORTEST_SECRET_BYTES) return secret;
    throw missing(`The key of the channel "${channel}" has fewer than ${SHORTEST_SECRET_BYTES} bytes.`);
  }
  try {
    if (!key.trimStart().startsWith('{')) return await importSPKI(key, 'EdDSA');
    const { kty, crv, x } = JSON.parse(key) as Record<string, string>;
    // Only what is public: a private key has no place here and is not used.
    return await importJWK({ kty: kty ?? '', crv: crv ?? '', x: x ?? '' }, 'EdDSA');
  } catch {
    throw missing(`The key of the channel "${channel}" is no Ed25519 public key (PEM or JWK).`);
  }
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof errors.JWTExpired) return refused('token_expired', 'The token has expired.');
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return refused('token_signature_invalid', 'The token is not signed with the key of its channel.');
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return refused('token_algorithm_refused', 'The token is not signed with the algorithm of its channel.');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return refused('token_audience_wrong', 'The token is meant for another audience.');
    if (error.claim === 'nbf') return refused('token_not_yet_valid', 'The token is not valid yet.');
    return refused('token_claims_invalid', `The token's claims are not as they should be: ${error.claim}.`);
  }
  return refused('token_malformed', 'The token cannot be read.');
}

function refused(code: string, message: string): ApiError {
  return new ApiError(401, {
    code,
    message,
    hint: 'Sign a token with sub, level, channel, aud and exp as docs/http-api.md says.',
  });
}
