import {
  type AuthProvider,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  type FetchLike,
  isStrictScopeSuperset,
} from '@modelcontextprotocol/client';
import type { AuthorizationDeclaration, RemoteServerDeclaration } from '@rolecall/assets';
import { type Bilingual, type Clock, newId, type RolecallError } from '@rolecall/base';
import type { Credentials } from '../credential-source.ts';
import { notDeparted } from '../departure.ts';
import { authorizationFetch } from './authorization-fetch.ts';
import { authorizationProblem, harmless, isPassing, problemOf } from './authorization-problem.ts';
import type { AuthorizationStore } from './authorization-store.ts';
import {
  askForChallenge,
  type Challenge,
  challengeIn,
  type Discovered,
  discoverAuthorization,
  sameIssuer,
} from './discover-authorization.ts';
import { clientWithSecret, machineTokens, refreshedTokens } from './request-tokens.ts';
import { isFor, type StoredAuthorization, type StoredTokens } from './stored-authorization.ts';
import { bounded, scopeToAsk } from './wanted-scope.ts';

/** Whether there is a token for a server now. */
export type AuthorizationState =
  | { readonly status: 'ready'; readonly login: string }
  | { readonly status: 'credential_missing'; readonly credential: string; readonly reason: Bilingual }
  | { readonly status: 'down'; readonly reason: Bilingual };

/** What the authorization for one server of one employee is made with. */
export interface AuthorizationParts {
  /** Its declaration has an `authorization`. */
  readonly declaration: RemoteServerDeclaration & { readonly authorization: AuthorizationDeclaration };
  readonly store: AuthorizationStore;
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** The command that a person has to run, for texts. */
  readonly loginCommand: string;
}

/** An authorization server in trouble does not hold up every call. */
const TRIED_AGAIN_MS = 10_000;

/** While a lock is held: others take it for abandoned after ten seconds. */
const LOCKED_MS = 8_000;

/** After its tokens were renewed and refused nevertheless, a server does not make us renew them again so soon. */
const REFUSED_AGAIN_MS = 60_000;

/**
 * The tokens of one server: renewed before they end and once when the server refuses them, by one process at a time, and
 * sent to no other address than the one that is declared.
 */
export class ServerAuthorization implements AuthProvider {
  readonly #parts: AuthorizationParts;
  readonly #server: URL;
  /** Which token a response is the answer to. */
  readonly #sentWith = new WeakMap<Response, string>();

  /** Why nothing could be had just now, and how long nobody is asked again. */
  #trouble: { readonly problem: RolecallError; readonly until: number } | undefined;

  constructor(parts: AuthorizationParts) {
    this.#parts = parts;
    this.#server = new URL(parts.declaration.url);
  }

  /** Renews tokens that are about to end. Never throws. */
  async check(): Promise<AuthorizationState> {
    const { store } = this.#parts;
    try {
      const { login } = await this.#current();
      return { status: 'ready', login };
    } catch (error) {
      const problem = problemOf(error);
      const { message, hint = '', zh } = problem;
      if (isPassing(problem)) return { status: 'down', reason: { en: message, zh: zh.message } };
      const reason = { en: `${message} ${hint}`.trim(), zh: `${zh.message}${zh.hint ?? ''}` };
      return { status: 'credential_missing', credential: store.name, reason };
    }
  }

  /** For the transport, before each request. */
  async token(): Promise<string | undefined> {
    return (await this.#current()).tokens.access_token;
  }

  /** For the transport: the server refused the token, and did nothing. */
  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    notDeparted();
    const refused = this.#sentWith.get(response);
    try {
      await this.#renewRefused(refused, challengeIn(response));
    } catch (error) {
      throw problemOf(error);
    }
  }

  /**
   * A fetch for the transport: remembers what each request was sent with, and sees to it that a server which asks for more
   * is answered by a wider token, where no person is needed for it, once; else the next login asks for it.
   */
  around(base: FetchLike): FetchLike {
    return async (url, init) => {
      const response = await this.#remembered(base, url, init);
      if (response.status !== 403) return response;
      const { error, scope } = extractWWWAuthenticateParams(response);
      if (error !== 'insufficient_scope') return response;
      notDeparted();
      const token = await this.#widen(bounded(scope));
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${token}`);
      await response.body?.cancel();
      return await this.#remembered(base, url, { ...init, headers });
    };
  }

  async #remembered(base: FetchLike, url: string | URL, init: RequestInit | undefined): Promise<Response> {
    const token = /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1];
    if (token !== undefined && new URL(url).origin !== this.#server.origin) {
      throw authorizationProblem('authorization_insecure', {
        en: 'A token is not sent to another address than the declared one.',
        zh: '令牌不会发送到所声明以外的地址。',
      });
    }
    const response = await base(url, init);
    if (token !== undefined) this.#sentWith.set(response, token);
    return response;
  }

  /** Tokens that may be used now. */
  async #current(): Promise<StoredAuthorization & { readonly tokens: StoredTokens }> {
    const stored = await this.#stored();
    if (stored?.tokens && !this.#isDue(stored.tokens)) return { ...stored, tokens: stored.tokens };
    if (this.#isMachine) await this.#secret();
    const { problem, until } = this.#trouble ?? {};
    if (problem !== undefined && until !== undefined && this.#now < until) {
      if (stored?.tokens && isGood(stored.tokens, this.#now)) return { ...stored, tokens: stored.tokens };
      throw problem;
    }
    return await this.#renew((before) => before?.tokens === undefined || this.#isDue(before.tokens));
  }

  async #renewRefused(refused: string | undefined, challenge: Challenge): Promise<void> {
    const stored = await this.#stored();
    if (stored?.tokens && refused !== undefined && stored.tokens.access_token !== refused) return;
    this.#refuseAgain(stored);
    const found = await this.#discovered(challenge, stored?.issuer, authorizationFetch(this.#server));
    if (stored && !sameIssuer(stored.issuer, found.issuer)) {
      await this.#end(stored, `The server now wants tokens of ${harmless(found.issuer)}.`);
    }
    await this.#renew((before) => {
      if (before?.tokens && refused !== undefined && before.tokens.access_token !== refused) return false;
      this.#refuseAgain(before);
      return true;
    }, this.#now);
  }

  /** One process at a time: whoever waited finds what the other one was given, and asks `isNeeded` of that. */
  async #renew(
    isNeeded: (before: StoredAuthorization | undefined) => boolean,
    refusedAt?: number,
  ): Promise<StoredAuthorization & { readonly tokens: StoredTokens }> {
    let found: StoredAuthorization | undefined;
    let problem: RolecallError | undefined;
    await this.#parts.store.change(async (before) => {
      const usable = this.#usable(before);
      if (usable?.tokens && !isNeeded(usable)) {
        found = usable;
        return before;
      }
      try {
        const fetch = this.#lockedFetch();
        const tokens = this.#isMachine ? undefined : await this.#refreshed(usable, fetch);
        const renewed =
          tokens && usable ? { ...usable, tokens } : await this.#asMachine(usable, usable?.requested, fetch);
        found = { ...renewed, refused_at: refusedAt ?? renewed.refused_at };
        return found;
      } catch (error) {
        problem = problemOf(error);
        this.#trouble = isPassing(problem) ? { problem, until: this.#now + TRIED_AGAIN_MS } : undefined;
        if (!isPassing(problem) && usable?.tokens && problem.code === 'authorization_refused') {
          return { ...usable, tokens: undefined, ended: problem.message };
        }
        // What is about to end is still good.
        if (isPassing(problem) && refusedAt === undefined && isGood(usable?.tokens, this.#now)) found = usable;
        return before;
      }
    });
    if (found?.tokens) return { ...found, tokens: found.tokens };
    if (problem !== undefined && problem.code !== 'authorization_refused') throw problem;
    throw this.#isMachine ? problem : this.#loginNeeded(problem && { en: problem.message, zh: problem.zh.message });
  }

  async #refreshed(stored: StoredAuthorization | undefined, fetch: FetchLike): Promise<StoredTokens> {
    if (stored?.tokens === undefined)
      throw this.#loginNeeded(stored?.ended === undefined ? undefined : hasEnded(stored.ended));
    if (stored.tokens.refresh_token === undefined)
      throw this.#loginNeeded({ en: 'The token has ended or is refused.', zh: '令牌已经失效，或被拒绝。' });
    const client = await clientWithSecret(stored.client, this.#declared, this.#parts.credentials);
    return await refreshedTokens(stored, client, fetch, this.#now);
  }

  async #asMachine(
    before: StoredAuthorization | undefined,
    scope: string | undefined,
    fetch: FetchLike,
  ): Promise<StoredAuthorization> {
    const client = { client_id: this.#declared.client_id ?? '' };
    const challenge = await askForChallenge(this.#server, fetch);
    const found = await this.#discovered(challenge, before?.issuer, fetch);
    const { issuer, metadata, resource } = found;
    const asked = scope ?? scopeToAsk(this.#declared, challenge, found, undefined);
    const withSecret = await clientWithSecret(client, this.#declared, this.#parts.credentials);
    const tokens = await machineTokens(found, withSecret, asked, fetch, this.#now);
    const base = { version: 1, server: this.#parts.declaration.url, grant: this.#declared.grant } as const;
    return {
      ...base,
      login: before?.login ?? newId('login'),
      issuer,
      metadata,
      resource,
      client,
      requested: asked,
      tokens,
    };
  }

  /** A token with the scope in addition. Throws `login_needed` where a person has to agree to it. */
  async #widen(scope: string | undefined): Promise<string> {
    let token: string | undefined;
    let problem = authorizationProblem(
      'login_needed',
      scope === undefined
        ? { en: 'The server wants a wider authorization.', zh: '服务器要更大的授权。' }
        : { en: `The server wants a wider authorization (${scope}).`, zh: `服务器要更大的授权（${scope}）。` },
      this.#hint,
    );
    await this.#parts.store.change(async (before) => {
      const usable = this.#usable(before);
      if (usable === undefined || scope === undefined) return before;
      if (!this.#isMachine) {
        const wanted = bounded(computeScopeUnion(usable.wanted, scope));
        return wanted === usable.wanted ? before : { ...usable, wanted };
      }
      const known = computeScopeUnion(usable.requested, usable.tokens?.scope);
      if (!isStrictScopeSuperset(scope, known)) return before;
      try {
        const after = await this.#asMachine(usable, bounded(computeScopeUnion(known, scope)), this.#lockedFetch());
        token = after.tokens?.access_token;
        return after;
      } catch (error) {
        problem = problemOf(error);
        return before;
      }
    });
    if (token === undefined) throw problem;
    return token;
  }

  async #end(stored: StoredAuthorization, ended: string): Promise<never> {
    await this.#parts.store.change(async (before) =>
      before?.login === stored.login ? { ...before, tokens: undefined, ended } : before,
    );
    throw this.#loginNeeded(hasEnded(ended));
  }

  async #stored(): Promise<StoredAuthorization | undefined> {
    return this.#usable(await this.#parts.store.read());
  }

  #usable(stored: StoredAuthorization | undefined): StoredAuthorization | undefined {
    return stored && isFor(stored, this.#parts.declaration) ? stored : undefined;
  }

  async #discovered(challenge: Challenge, usual: string | undefined, fetch: FetchLike): Promise<Discovered> {
    const { issuer } = this.#declared;
    return await discoverAuthorization({ server: this.#server, challenge, issuer, usual, fetch });
  }

  #lockedFetch(): FetchLike {
    return authorizationFetch(this.#server, AbortSignal.timeout(LOCKED_MS));
  }

  async #secret(): Promise<void> {
    await clientWithSecret({ client_id: '' }, this.#declared, this.#parts.credentials);
  }

  #isDue({ renew_at }: StoredTokens): boolean {
    return renew_at !== undefined && this.#now >= renew_at;
  }

  #loginNeeded(
    why: Bilingual = { en: 'Nobody has logged in to the server.', zh: '还没有人登录这台服务器。' },
  ): RolecallError {
    return authorizationProblem('login_needed', why, this.#hint);
  }

  /** Throws when tokens were renewed for the same reason only just before. */
  #refuseAgain(stored: StoredAuthorization | undefined): void {
    const { refused_at } = stored ?? {};
    if (refused_at === undefined || this.#now - refused_at >= REFUSED_AGAIN_MS) return;
    const why = { en: 'The server refuses a token that was just given.', zh: '服务器拒绝了刚刚发放的令牌。' };
    throw this.#isMachine ? authorizationProblem('authorization_unreachable', why) : this.#loginNeeded(why);
  }

  get #hint(): Bilingual {
    return { en: `Run: ${this.#parts.loginCommand}`, zh: `运行：${this.#parts.loginCommand}` };
  }

  get #declared(): AuthorizationDeclaration {
    return this.#parts.declaration.authorization;
  }

  get #isMachine(): boolean {
    return this.#declared.grant === 'client_credentials';
  }

  get #now(): number {
    return this.#parts.clock.now();
  }
}

function isGood(tokens: StoredTokens | undefined, now: number): boolean {
  return tokens !== undefined && (tokens.expires_at === undefined || now < tokens.expires_at);
}

/** Why it ended is kept in the server's words. */
function hasEnded(why: string): Bilingual {
  return { en: why, zh: `授权已经失效（${why}）。` };
}
