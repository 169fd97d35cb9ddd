import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import type { ServerEnv } from './caller.ts';

const NOT_BUILT =
  'The page is not built. 页面尚未构建。\n\n  npm run build -w @rolecall/console\n\nThe API is at /api. 接口在 /api。\n';

/** Serves the built page at `/`, or says plainly that there is none. */
export function serveConsole(app: Hono<ServerEnv>, consoleDir: string | undefined): void {
  if (consoleDir === undefined || !existsSync(join(consoleDir, 'index.html'))) {
    app.get('/', (c) => c.text(NOT_BUILT, 404));
    return;
  }
  app.use('/assets/*', async (c, next) => {
    await next();
    // The names of these files change with their content.
    if (c.res.ok) c.header('cache-control', 'public, max-age=31536000, immutable');
  });
  app.use('/', async (c, next) => {
    await next();
    c.header('cache-control', 'no-cache');
  });
  app.get('*', serveStatic({ root: consoleDir }));
}
