import type { Severity } from '@rolecall/base';
import { Hono } from 'hono';
import { ApiError } from '../api-error.ts';
import { requireBackend, type ServerEnv } from '../caller.ts';
import { examplesOf } from '../examples.ts';
import type { ServerContext } from '../server-context.ts';

/** `GET /workspace`, `GET /servers`, `POST /reload`. */
export function workspaceRoutes(context: ServerContext): Hono<ServerEnv> {
  const { workspace, page } = context;
  const routes = new Hono<ServerEnv>();

  // The page asks before it is signed in: it has to offer the customers.
  routes.get('/workspace', (c) => {
    if (c.get('caller') === undefined && page === undefined) {
      throw new ApiError(401, {
        code: 'page_sign_in_off',
        message: { en: 'The page cannot sign in here.', zh: '页面不能在这里登录。' },
        hint: {
          en: 'It does so on a loopback address, when rolecall.yaml lists page.customers. The API takes the bearer token.',
          zh: '只有在回环地址上，而且 rolecall.yaml 列出了 page.customers 时才可以。API 使用 bearer 令牌。',
        },
      });
    }
    const described = describeWorkspace(context);
    // Whom else the page may sign in as is no customer's business.
    const told = c.get('caller')?.kind === 'customer' ? { ...described, page: { customers: [] } } : described;
    return c.json(workspace.redactor.redact(told));
  });

  routes.get('/servers', requireBackend, (c) => c.json(workspace.redactor.redact({ servers: workspace.servers() })));

  routes.post('/reload', requireBackend, async (c) => {
    const findings = await workspace.reload();
    return c.json(workspace.redactor.redact({ findings }));
  });

  return routes;
}

function describeWorkspace({ workspace, page }: ServerContext) {
  const findings = workspace.findings();
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  return {
    name: workspace.name,
    language: workspace.language,
    employees: workspace.employees().map((employee) => ({
      id: employee.id,
      displayName: employee.displayName,
      model: employee.model,
      rolePack: employee.rolePack,
      release: employee.release.hash,
      examples: { zh: examplesOf(employee, 'zh'), en: examplesOf(employee, 'en') },
    })),
    findings: { error: count('error'), warning: count('warning'), notice: count('notice') },
    page: { customers: page?.customers ?? [] },
  };
}
