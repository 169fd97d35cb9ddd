import { pathToFileURL } from 'node:url';
import {
  type Client,
  type ClientCapabilities,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
} from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';

/** What a server may ask of us. */
export interface ServerRequests {
  /** Folders it may work in; absolute. */
  readonly roots: readonly string[];
  /** True when some binding of the server lets it fill a form with the form's own defaults. */
  readonly mayElicit: boolean;
}

/** What is said to the server of what we can do; a server that keeps to it asks for nothing else. */
export function capabilitiesFor({ roots, mayElicit }: ServerRequests): ClientCapabilities {
  return {
    ...(roots.length > 0 ? { roots: {} } : {}),
    ...(mayElicit ? { elicitation: { form: { applyDefaults: true } } } : {}),
  };
}

/**
 * Answers what a server of the older revision asks while it works. What nobody allowed is refused, and the refusal noted.
 * `isAllowed` is asked at that moment: such a request does not say which call it belongs to.
 */
export function answerRequests(
  client: Client,
  { roots, mayElicit }: ServerRequests,
  isAllowed: () => boolean,
  onRefusal: (text: string) => void,
): void {
  if (roots.length > 0) client.setRequestHandler('roots/list', () => rootsResult(roots));
  if (mayElicit) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (isAllowed()) {
        const content = filledForm(params as unknown as JsonObject);
        if (content !== undefined) return { action: 'accept' as const, content };
      }
      onRefusal(REFUSED_FORM);
      return { action: 'decline' as const };
    });
  }
  client.fallbackRequestHandler = async ({ method }: JSONRPCRequest): Promise<Result> => {
    onRefusal(`The server asked for ${method}, which no binding allows; it was refused.`);
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${method} is not allowed here.`);
  };
}

/** The answers to what a server of the newer revision asks in place of a result; undefined when one of it is not allowed. */
export function answersTo(
  requests: Readonly<Record<string, unknown>>,
  { roots }: ServerRequests,
  mayElicit: boolean,
): JsonObject | undefined {
  const answers: Record<string, JsonValue> = {};
  for (const [id, request] of Object.entries(requests)) {
    const { method, params } = request as { readonly method?: string; readonly params?: JsonObject };
    const form = method === 'elicitation/create' && mayElicit ? filledForm(params ?? {}) : undefined;
    if (form !== undefined) answers[id] = { action: 'accept', content: form };
    else if (method === 'roots/list' && roots.length > 0) answers[id] = { ...rootsResult(roots) };
    else return undefined;
  }
  return answers;
}

const REFUSED_FORM = 'The server asked for input that the binding does not let it have; it was declined.';

function rootsResult(roots: readonly string[]) {
  return { roots: roots.map((root) => ({ uri: pathToFileURL(root).href })) };
}

/** What a field of a form may hold. */
type FormValue = string | number | boolean | string[];

/** A form filled with its own defaults; undefined where a required field has none, or nothing says what the form is. */
function filledForm({ requestedSchema, mode }: JsonObject): Record<string, FormValue> | undefined {
  if (mode !== undefined && mode !== 'form') return undefined;
  if (!isJsonObject(requestedSchema) || !isJsonObject(requestedSchema.properties)) return undefined;
  const content: Record<string, FormValue> = {};
  for (const [name, field] of Object.entries(requestedSchema.properties)) {
    if (isJsonObject(field) && isFormValue(field.default)) content[name] = field.default;
  }
  const required = Array.isArray(requestedSchema.required) ? requestedSchema.required : [];
  return required.every((name) => typeof name === 'string' && Object.hasOwn(content, name)) ? content : undefined;
}

function isFormValue(value: unknown): value is FormValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}
