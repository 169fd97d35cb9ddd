/** Where the key of a vault comes from. What is read there may have several lines: the first is the key, others are older. */
export type VaultKeyDeclaration =
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'keyring'; readonly account?: string | undefined }
  | ({ readonly from: 'command' } & ProgramDeclaration);

/** A program that answers with a secret on its standard output. Never through a shell. */
export interface ProgramDeclaration {
  /** `{name}` and `{organisation}` in an argument are filled in; the first is the program. */
  readonly argv: readonly string[];
  /** Variables of this process that it may see; it gets `PATH` and nothing else without them. */
  readonly environment?: readonly string[] | undefined;
  readonly timeoutMs: number;
}

/** One place where credentials are looked for. */
export type CredentialSourceDeclaration =
  | { readonly from: 'environment'; readonly prefix: string }
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'vault'; readonly path: string; readonly key: VaultKeyDeclaration }
  | ({
      readonly from: 'command';
      /** The exit code by which it says that it has no such secret; any other but 0 is an error. */
      readonly missingExitCode?: number | undefined;
      /** How long an answer is used before it is asked again. */
      readonly refreshMs: number;
    } & ProgramDeclaration);

/** Of `orders_token` the environment variable is `ROLECALL_CREDENTIAL_ORDERS_TOKEN`. */
export const CREDENTIAL_PREFIX = 'ROLECALL_CREDENTIAL_';

/** The environment, else the workspace's own file. */
export const DEFAULT_CREDENTIAL_SOURCES: readonly CredentialSourceDeclaration[] = [
  { from: 'environment', prefix: CREDENTIAL_PREFIX },
  { from: 'file', path: '.rolecall/credentials.json' },
];
