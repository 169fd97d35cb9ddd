/** Runs code that a model wrote, in a sandbox of the host's. Source: RolePack, section 四·一, `code:execute`. */
export interface CodeRunner {
  /** What it can run; the first is the default. */
  readonly languages: readonly [string, ...string[]];
  /** What holds the code in, for people and for the model: true statements of this very runner. */
  readonly isolation: CodeIsolation;
  readonly limits: CodeLimits;
  run(request: CodeRequest): Promise<CodeOutcome>;
}

export interface CodeIsolation {
  /** `denied`: no connection can be made; `open`: as the host's own. */
  readonly network: 'denied' | 'open';
  /** `own_folder`: only an empty folder of its own; `open`: as the host's own user. */
  readonly files: 'own_folder' | 'open';
  /** `none`: it starts no other program and sees none; `open`: as the host's own user. */
  readonly processes: 'none' | 'open';
}

export interface CodeLimits {
  readonly timeMs: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
}

export interface CodeRequest {
  /** One of `languages`; the first without it. */
  readonly language?: string | undefined;
  readonly code: string;
  /** What it reads from standard input. */
  readonly input?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CodeOutcome {
  /** `ended`: by itself, with the exit code; the others: it was ended. `not_started`: nothing ran. */
  readonly end: 'ended' | 'timed_out' | 'out_of_memory' | 'output_too_large' | 'aborted' | 'not_started';
  readonly exitCode: number | undefined;
  /** What it wrote up to then. */
  readonly output: string;
  readonly errors: string;
}
