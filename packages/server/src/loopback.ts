import { isIPv4 } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from './api-error.ts';

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/**
 * Refuses requests to a loopback server under a name that is not a loopback name: a web page that rebinds its own name
 * to 127.0.0.1 would otherwise speak to us as if it were our page.
 */
export const refuseForeignHost: MiddlewareHandler = async (c, next) => {
  const name = hostName(c.req.header('host'));
  if (name === undefined || !isLoopback(name)) {
    throw new ApiError(403, {
      code: 'host_refused',
      message: 'This server is bound to a loopback address and answers only under a loopback name.',
      hint: 'Use http://127.0.0.1 or http://localhost with its port.',
    });
  }
  await next();
};

/** Refuses what a page of another origin sends, even where it needs no token and cannot read the answer. */
export const refuseForeignOrigin: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  if (origin !== undefined && !isSameOrigin(origin, c.req.header('host'))) {
    throw new ApiError(403, {
      code: 'origin_refused',
      message: 'Requests from pages of another origin are not answered.',
      hint: 'Call the API from a backend, which sends no Origin header.',
    });
  }
  await next();
};

function isSameOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

function hostName(host: string | undefined): string | undefined {
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`).hostname;
}
