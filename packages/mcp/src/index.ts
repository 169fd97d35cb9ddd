export { type Agreements, agreeToSystemAssets, readAgreements } from './agreements.ts';
export { authorizationName } from './authorization/declared-authorization.ts';
export type { Login } from './authorization/login.ts';
export type { Logout } from './authorization/logout.ts';
export { listenForRedirect, type RedirectListener, redirectUrlAt } from './authorization/redirect-listener.ts';
export type { ConnectionLimits } from './connection-limits.ts';
export {
  type CredentialSource,
  type Credentials,
  type CredentialsOptions,
  credentialVariable,
  openCredentials,
} from './credential-source.ts';
export {
  type CredentialPlace,
  placesOf,
  putCredential,
  removeCredential,
  vaultNamed,
} from './credentials/change-credentials.ts';
export {
  CREDENTIAL_PREFIX,
  type CredentialSourceDeclaration,
  DEFAULT_CREDENTIAL_SOURCES,
  type ProgramDeclaration,
  type VaultKeyDeclaration,
} from './credentials/declaration.ts';
export type { SecretSource } from './credentials/secret-source.ts';
export type { ToolDescription } from './describe-tools.ts';
export type { ToolHints } from './lock-file.ts';
export type { ServerState } from './managed-server.ts';
export { type PackServersOptions, packServers } from './pack-servers.ts';
export type { PinReport } from './pin-tools.ts';
export {
  createResourcePort,
  type DeclaredServerState,
  declaredOf,
  type LateAnswer,
  type McpLogLine,
  type McpResources,
  pinContent,
  type ResourcePortOptions,
} from './resource-port.ts';
export type { AskModel } from './sampling/ask-model.ts';
export type { ModelQuestion } from './sampling/model-question.ts';
export { toolFingerprint } from './tool-fingerprint.ts';
export { openToolPins, type ToolPins } from './tool-pins.ts';
