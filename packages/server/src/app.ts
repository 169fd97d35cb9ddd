import { describeError } from '@rolecall/base';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError, answerError, closeAfterAnswer, errorAnswer } from './api-error.ts';
import { identifyCaller, requireBackend, requireCaller, type ServerEnv } from './caller.ts';
import { serveConsole } from './console-files.ts';
import { refuseForeignHost, refuseForeignOrigin } from './loopback.ts';
import { contactRoutes } from './routes/contacts.ts';
import { conversationRoutes } from './routes/conversations.ts';
import { deskRoutes } from './routes/desk.ts';
import { eventRoutes } from './routes/events.ts';
import { explainRoutes } from './routes/explain.ts';
import { healthRoutes } from './routes/health.ts';
import { inboxRoutes, limitMessageBody } from './routes/inbox.ts';
import { letterRoutes } from './routes/letters.ts';
import { pageRoutes } from './routes/page.ts';
import { raiseRoutes } from './routes/raise.ts';
import { workspaceRoutes } from './routes/workspace.ts';
import { securityHeaders } from './security-headers.ts';
import type { ServerContext } from './server-context.ts';

/** How the app is reached and by whom. */
export interface AppOptions {
  readonly token: string;
  readonly boundToLoopback: boolean;
  readonly consoleDir: string | undefined;
}

const BODY_BYTES = 1024 * 1024;

/** The whole HTTP face: guards first, then the API, then the page's files. */
export function createApp(context: ServerContext, options: AppOptions): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.onError((error, c) => {
    // What the caller can do something about is no fault of ours.
    if (errorAnswer(error, 'en').status === 500) context.log(context.workspace.redactor.redact(describeError(error)));
    return answerError(c, context.workspace, error);
  });
  app.notFound((c) => answerError(c, context.workspace, routeUnknown(c.req.method, c.req.path)));

  app.use(securityHeaders);
  if (options.boundToLoopback) app.use(refuseForeignHost);
  app.use(refuseForeignOrigin);
  app.route('/', healthRoutes(context.workspace, context.closing));

  app.use('/api/*', async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });
  app.use('/api/*', identifyCaller(options.token, context.page?.sessions, context.workspace));
  // Nobody's body is read before they are known.
  app.use('/api/conversations', requireCaller);
  app.use('/api/conversations/*', requireCaller);
  app.use('/api/conversations/:id/messages', limitMessageBody);
  app.use('/api/desk', requireBackend);
  app.use('/api/desk/*', requireBackend);
  app.use('/api/desk/conversations/:id/messages', limitMessageBody);
  app.use('/api/*', bodyLimit({ maxSize: BODY_BYTES, onError: refuseLargeBody }));
  for (const routes of [
    workspaceRoutes,
    pageRoutes,
    contactRoutes,
    conversationRoutes,
    inboxRoutes,
    eventRoutes,
    explainRoutes,
    deskRoutes,
    raiseRoutes,
    letterRoutes,
  ]) {
    app.route('/api', routes(context));
  }

  serveConsole(app, options.consoleDir);
  return app;
}

function routeUnknown(method: string, path: string): ApiError {
  return new ApiError(404, {
    code: 'route_unknown',
    message: { en: `There is nothing at ${method} ${path}.`, zh: `${method} ${path} 没有任何内容。` },
  });
}

function refuseLargeBody(c: Context): never {
  closeAfterAnswer(c);
  throw new ApiError(413, {
    code: 'body_too_large',
    message: { en: `A body has at most ${BODY_BYTES} bytes.`, zh: `请求体最多 ${BODY_BYTES} 字节。` },
  });
}
