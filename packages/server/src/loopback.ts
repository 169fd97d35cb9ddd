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
      message: {
        en: 'This server is bound to a loopback address and answers only under a loopback name.',
        zh: '这台服务器绑定在回环地址上，只在回环名称下回答。',
      },
      hint: {
        en: 'Use http://127.0.0.1 or http://localhost with its port.',
        zh: '使用 http://127.0.0.1 或 http://localhost，并带上它的端口。',
      },
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
      message: { en: 'Requests from pages of another origin are not answered.', zh: '不回答来自其他来源页面的请求。' },
      hint: {
        en: 'Call the API from a backend, which sends no Origin header.',
        zh: '从后端调用接口，后端不会发送 Origin 请求头。',
      },
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
