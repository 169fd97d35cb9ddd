/** What the HTTP API answers, as far as the page reads it. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** One entry of the journal. Of `data` the page knows some kinds; the others are shown as they are. */
export interface Entry {
  readonly conversation: string;
  readonly sequence: number;
  readonly at: string;
  readonly round?: string | undefined;
  readonly step?: number | undefined;
  readonly kind: string;
  readonly data: JsonObject;
}

export interface Customer {
  readonly externalId: string;
  readonly displayName: string;
}

export interface Employee {
  readonly id: string;
  readonly displayName: { readonly zh: string; readonly en: string };
  readonly model: string;
  readonly rolePack: string;
  readonly release: string;
  /** Things to say, from the contracts of what it can do. */
  readonly examples: { readonly zh: readonly string[]; readonly en: readonly string[] };
}

export interface WorkspaceInfo {
  readonly name: string;
  readonly language: 'zh' | 'en';
  readonly employees: readonly Employee[];
  readonly findings: { readonly error: number; readonly warning: number; readonly notice: number };
  readonly page: { readonly customers: readonly Customer[] };
}

/** A message or pressed button that is durable. */
export interface Accepted {
  readonly item: string;
  readonly conversation: string;
  readonly position: number;
}

/** An answer that was no success, or no answer at all (`code: 'unreachable'`). */
export class RequestFailed extends Error {
  readonly code: string;
  readonly status: number;
  readonly hint: string | undefined;

  constructor(code: string, status: number, message: string, hint?: string) {
    super(message);
    this.name = 'RequestFailed';
    this.code = code;
    this.status = status;
    this.hint = hint;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
