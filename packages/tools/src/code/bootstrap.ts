/** The modules of Node that code may use: to calculate, to work on texts and on the files of its own folder. */
const MODULES: readonly string[] = [
  'assert',
  'assert/strict',
  'buffer',
  'console',
  'crypto',
  'events',
  'fs',
  'fs/promises',
  'path',
  'path/posix',
  'perf_hooks',
  'punycode',
  'querystring',
  'readline',
  'readline/promises',
  'stream',
  'stream/consumers',
  'stream/promises',
  'string_decoder',
  'timers',
  'timers/promises',
  'url',
  'util',
  'zlib',
];

/** Of `process`: what reaches other processes or around the modules. */
const TAKEN_AWAY: readonly string[] = [
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  '_startProfilerIdleNotifier',
  '_stopProfilerIdleNotifier',
  'binding',
  '_linkedBinding',
  'dlopen',
  'getBuiltinModule',
  'loadEnvFile',
  'report',
  'setuid',
  'setgid',
  'seteuid',
  'setegid',
  'setgroups',
  'initgroups',
];

/**
 * What runs before the code, as a program of its own beside it: only the modules above can be had, by `import` or
 * `require`, and no other file. It stands beside Node's permissions and the system's namespaces, not in their place.
 */
export const bootstrapFor = (network: 'denied' | 'open'): string => `
import { createRequire, registerHooks } from 'node:module';
import net from 'node:net';
const main = new URL('./main.mjs', import.meta.url).href;
const modules = new Set(${JSON.stringify(MODULES)});
const require = createRequire(import.meta.url);
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === main) return next(specifier, context);
    const name = specifier.replace(/^node:/, '');
    if (modules.has(name)) return next('node:' + name, context);
    const error = new Error('The module "' + specifier + '" is not available here.');
    error.code = 'ERR_MODULE_NOT_FOUND';
    throw error;
  },
});
Object.defineProperty(globalThis, 'require', {
  value: (name) => {
    if (!modules.has(String(name).replace(/^node:/, ''))) throw new Error('The module "' + name + '" is not available here.');
    return require(String(name));
  },
});
for (const name of ${JSON.stringify(TAKEN_AWAY)}) {
  try { delete process[name]; } catch {}
  if (name in process) Object.defineProperty(process, name, { value: undefined });
}
const refuse = () => { throw new Error('There is no network here.'); };
if (${network === 'denied'}) {
  for (const name of ['WebSocket', 'EventSource', 'fetch']) delete globalThis[name];
  // The standard streams are sockets too, and lead to their class.
  Object.defineProperty(net.Socket.prototype, 'connect', { value: refuse });
  Object.defineProperty(net.Server.prototype, 'listen', { value: refuse });
}
await import(main);
`;
