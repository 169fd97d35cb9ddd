export { type Agreements, agreeToSystemAssets, readAgreements } from './agreements.ts';
export { type CredentialSource, type Credentials, credentialVariable, openCredentials } from './credential-source.ts';
export type { ToolDescription } from './describe-tools.ts';
export type { ToolHints } from './lock-file.ts';
export type { PinReport } from './pin-tools.ts';
export { createResourcePort, type McpLogLine, type McpResources, type ResourcePortOptions } from './resource-port.ts';
export type { ConnectionLimits } from './server-connection.ts';
export { toolFingerprint } from './tool-fingerprint.ts';
export { openToolPins, type ToolPins } from './tool-pins.ts';
