import { pathToFileURL } from 'node:url';
import {
  type Client,
  type ClientCapabilities,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
} from '@modelcontextprotocol/client';
import { type Bilingual, isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import type { CallsInFlight } from './calls-in-flight.ts';
import { SAMPLING_REJECTED, type SamplingAnswer } from './sampling/call-sampling.ts';
import type { ToolCall } from './tool-call.ts';

/** What a server may ask of us. */
export interface ServerRequests {
  /** Folders it may work in; absolute. */
  readonly roots: readonly string[];
  /** True when some binding of the server lets it fill a form with the form's own defaults. */
  readonly mayElicit: boolean;
  /** True when some binding of the server lets it have a model write something. */
  readonly maySample: boolean;
}

/** What is said to the server of what we can do; a server that keeps to it asks for nothing else. */
export function capabilitiesFor({ roots, mayElicit, maySample }: ServerRequests): ClientCapabilities {
  return {
    ...(roots.length > 0 ? { roots: {} } : {}),
    ...(mayElicit ? { elicitation: { form: { applyDefaults: true } } } : {}),
    ...(maySample ? { sampling: {} } : {}),
  };
}

/**
 * Answers what a server of the older revision asks while it works. What nobody allowed is refused, and the refusal noted.
 * `inFlight` says for which call it asks, as far as that can be said: such a request does not.
 */
export function answerRequests(
  client: Client,
  { roots, mayElicit, maySample }: ServerRequests,
  inFlight: Pick<CallsInFlight, 'mayElicit' | 'asking'>,
  onRefusal: (text: Bilingual) => void,
): void {
  if (roots.length > 0) client.setRequestHandler('roots/list', () => rootsResult(roots));
  if (mayElicit) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (inFlight.mayElicit()) {
        const content = filledForm(params as unknown as JsonObject);
        if (content !== undefined) return { action: 'accept' as const, content };
      }
      onRefusal(REFUSED_FORM);
      return { action: 'decline' as const };
    });
  }
  if (maySample) {
    client.setRequestHandler('sampling/createMessage', async ({ params }, context) => {
      const answer = await sampled(inFlight.asking(), params, context.mcpReq.signal);
      if (answer.status === 'written') return answer.result;
      onRefusal({
        en: `The server asked for a model and got none: ${answer.reason}`,
        zh: `服务器要用模型，没有得到：${answer.reason}`,
      });
      throw new ProtocolError(answer.code, answer.reason);
    });
  }
  client.fallbackRequestHandler = async ({ method }: JSONRPCRequest): Promise<Result> => {
    onRefusal({
      en: `The server asked for ${method}, which no binding allows; it was refused.`,
      zh: `服务器要 ${method}，没有绑定允许它；已拒绝。`,
    });
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${method} is not allowed here.`);
  };
}

/** The answers to what a server of the newer revision asks in place of a result, or why it gets none. */
export type RequestAnswers =
  | { readonly status: 'answered'; readonly values: JsonObject }
  | { readonly status: 'refused'; readonly reason: string | undefined };

/** All of it is answered, or nothing: what is not allowed takes the rest with it. */
export async function answersTo(
  requests: Readonly<Record<string, unknown>>,
  { roots }: ServerRequests,
  call: Pick<ToolCall, 'mayElicit' | 'sampling'>,
  signal: AbortSignal,
): Promise<RequestAnswers> {
  const values: Record<string, JsonValue> = {};
  for (const [id, request] of Object.entries(requests)) {
    const { method, params } = request as { readonly method?: string; readonly params?: JsonObject };
    if (method === 'sampling/createMessage') {
      const answer = await sampled(call, params, signal);
      if (answer.status === 'refused') return answer;
      values[id] = answer.result;
      continue;
    }
    const form = method === 'elicitation/create' && call.mayElicit ? filledForm(params ?? {}) : undefined;
    if (form !== undefined) values[id] = { action: 'accept', content: form };
    else if (method === 'roots/list' && roots.length > 0) values[id] = { ...rootsResult(roots) };
    else return { status: 'refused', reason: undefined };
  }
  // One that only wants to be asked again, with what it remembers, has asked for something too.
  const isAllowed = call.mayElicit || call.sampling !== undefined || Object.keys(values).length > 0;
  return isAllowed ? { status: 'answered', values } : { status: 'refused', reason: undefined };
}

async function sampled(
  call: Pick<ToolCall, 'sampling'> | undefined,
  params: unknown,
  signal: AbortSignal,
): Promise<SamplingAnswer> {
  if (call?.sampling !== undefined) return await call.sampling.answer(params, signal);
  return { status: 'refused', code: SAMPLING_REJECTED, reason: call === undefined ? AMBIGUOUS : NOT_ALLOWED };
}

const NOT_ALLOWED = 'The binding of the tool that is at work does not allow it.';
const AMBIGUOUS = 'Several calls are at work, or none, and nothing says for which of them it is.';
const REFUSED_FORM = {
  en: 'The server asked for input that the binding does not let it have; it was declined.',
  zh: '服务器要绑定不允许它得到的输入；已谢绝。',
};

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
