import {
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { type Bilingual, RolecallError } from '@rolecall/base';

/** Why a server's authorization could not be had. */
export type AuthorizationCode =
  | 'authorization_not_declared'
  | 'authorization_insecure'
  | 'authorization_metadata_invalid'
  | 'authorization_issuer_mismatch'
  | 'authorization_resource_mismatch'
  | 'authorization_pkce_missing'
  | 'authorization_client_unknown'
  | 'authorization_state_mismatch'
  | 'authorization_refused'
  | 'authorization_timed_out'
  | 'authorization_unreachable'
  | 'authorization_invalid'
  | 'authorization_not_kept'
  | 'login_needed';

export function authorizationProblem(code: AuthorizationCode, message: Bilingual, hint?: Bilingual): RolecallError {
  return new RolecallError({ code, message, hint });
}

/**
 * What an authorization server, or the way to it, did wrong. Its own words are shortened and made harmless; an answer that
 * could not be read is never quoted, since it may repeat what it was sent. The cause is left out for the same reason.
 */
export function problemOf(error: unknown): RolecallError {
  if (error instanceof RolecallError) return error;
  if (error instanceof IssuerMismatchError) {
    return authorizationProblem(
      'authorization_issuer_mismatch',
      {
        en: `The answer is of another authorization server than the one that was asked (${harmless(error.expected ?? '')}).`,
        zh: `回答来自另一个授权服务器，而不是所问的那一个（${harmless(error.expected ?? '')}）。`,
      },
      {
        en: 'Somebody may be mixing up two of them. Nothing was sent to either.',
        zh: '可能有人混淆了两者。没有向任何一个发送内容。',
      },
    );
  }
  if (error instanceof InsecureTokenEndpointError) return insecure(error.tokenEndpoint);
  if (error instanceof RegistrationRejectedError) {
    return authorizationProblem(
      'authorization_client_unknown',
      {
        en: `The authorization server does not register us by itself (HTTP ${error.status}).`,
        zh: `授权服务器不会自动登记我们（HTTP ${error.status}）。`,
      },
      { en: 'Register a client there and declare its client_id.', zh: '在那里登记一个客户端，并声明它的 client_id。' },
    );
  }
  if (error instanceof OAuthError && PASSING.has(error.code)) {
    return authorizationProblem('authorization_unreachable', {
      en: `The authorization server is in trouble (${error.code}).`,
      zh: `授权服务器出了问题（${error.code}）。`,
    });
  }
  if (error instanceof OAuthError) {
    return authorizationProblem('authorization_refused', {
      en: `The authorization server says ${harmless(error.code)}: ${harmless(error.message)}.`,
      zh: `授权服务器说 ${harmless(error.code)}：${harmless(error.message)}。`,
    });
  }
  if (error instanceof TypeError || isTimeout(error)) {
    const { cause, name } = error;
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : name;
    return authorizationProblem('authorization_unreachable', {
      en: `The authorization server cannot be reached (${why}).`,
      zh: `连接不到授权服务器（${why}）。`,
    });
  }
  return authorizationProblem('authorization_metadata_invalid', {
    en: `What the server or its authorization server says of itself cannot be used: ${reasonIn(error)}`,
    zh: `服务器或它的授权服务器对自己的说明不能使用：${reasonIn(error)}`,
  });
}

/** Also what could not be read as an answer: a gateway before it may have given it. */
const PASSING: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable', 'too_many_requests']);

/** True when trying again later may help: the grant itself was not judged. */
export function isPassing(problem: RolecallError): boolean {
  return problem.code === 'authorization_unreachable' || problem.code === 'authorization_metadata_invalid';
}

export function insecure(url: string): RolecallError {
  return authorizationProblem(
    'authorization_insecure',
    {
      en: `${harmless(url)} is not encrypted, and would be told secrets.`,
      zh: `${harmless(url)} 没有加密，却会得知密钥。`,
    },
    {
      en: 'An authorization server has an address that begins with https://.',
      zh: '授权服务器的地址以 https:// 开头。',
    },
  );
}

/** A foreign text as one short line without anything that a terminal would obey. */
export function harmless(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
}

const LONGEST = 200;

function isTimeout(error: unknown): error is Error {
  return error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
}

/** The problems of a schema name places; any other message is cut short. */
function reasonIn(error: unknown): string {
  const issues = (error as { readonly issues?: unknown }).issues;
  if (!Array.isArray(issues)) return harmless(error instanceof Error ? error.message : String(error));
  const places = issues.map(({ path }: { readonly path?: readonly PropertyKey[] }) => path?.join('.') || 'the whole');
  return harmless(`wrong at ${[...new Set(places)].join(', ')}`);
}
