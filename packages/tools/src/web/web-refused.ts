import type { WebProblem, WebProblemCode } from '@rolecall/kernel';

/** Ends a request with a problem of its address or answer. Never leaves this folder: the port answers it as a value. */
export class WebRefused extends Error {
  readonly code: WebProblemCode;
  readonly detail: string | undefined;

  constructor(code: WebProblemCode, detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Runs a request; what lies in the address, the network or the answer becomes its value. */
export async function answering<Answer extends object>(request: () => Promise<Answer>): Promise<Answer | WebProblem> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof WebRefused)) throw error;
    return { problem: error.code, ...(error.detail === undefined ? {} : { detail: error.detail }) };
  }
}
