export type { ErrorBody, FieldError } from './api-error.ts';
export { examplesOf } from './examples.ts';
export type { PageCustomer } from './page-sessions.ts';
export { startHealthServer } from './start-health-server.ts';
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts';
