import type { McpBinding, PlatformBinding } from '@rolecall/assets';
import type { CapabilityKey, JsonObject, JsonValue } from '@rolecall/base';

/** How an employee reaches the tool behind a capability. */
export type ResourceBinding = McpBinding | PlatformBinding;

/** What is known of the tool behind a capability at this moment. */
export interface ResourceState {
  readonly credential: 'present' | 'missing';
  /** The credential's name, when one is missing. */
  readonly missing?: string | undefined;
  /** `down`: it could not be started, or does not answer. */
  readonly liveness: 'up' | 'down';
  /** Hash of name, description, schemas and annotations as the server declares them now; absent when it has no such tool. */
  readonly fingerprint?: string | undefined;
  /** The fingerprint in `rolecall.lock`. */
  readonly pinned?: string | undefined;
  /** Why it is down, in one line without secrets. */
  readonly reason?: string | undefined;
}

/** One call to the tool behind a capability. */
export interface ResourceCall {
  readonly capability: CapabilityKey;
  /** By whom the call is made; systems that keep state per caller are told apart by it. */
  readonly conversation?: string | undefined;
  /** Of a write that got no answer in time, an answer that comes later is worth knowing. */
  readonly effect?: 'read' | 'write' | undefined;
  readonly binding: ResourceBinding;
  /** By the contract's names; the adapter renames, omits and adds constants as the binding says. */
  readonly arguments: JsonObject;
  /** The operation or call id; goes to `request_id_argument` where the binding names one. */
  readonly requestId: string;
  readonly timeoutMs: number;
  /** Checked against the clock immediately before the bytes leave; later than this it is `not_sent`. */
  readonly sendBy?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What is known after a call. Secrets are redacted by the adapter before anybody sees it. */
export type ResourceAnswer =
  | ({
      readonly status: 'answered';
      /** The structured content, or the one text block read as JSON; absent when it is neither. */
      readonly structured?: JsonValue | undefined;
      /** The text blocks, joined; untrusted. */
      readonly text?: string | undefined;
      readonly isError: boolean;
      /** Set when it is so large that it is kept apart, whole, and only what the contract declares of it goes on. */
      readonly largeBytes?: number | undefined;
    } & CallRemarks)
  /** It answered, and so much that nothing of it was taken: what it did cannot be told from that. */
  | ({ readonly status: 'too_large'; readonly limitBytes: number } & CallRemarks)
  /** Nothing left this process: safe to say that nothing happened. */
  | ({ readonly status: 'not_sent'; readonly reason: string } & CallRemarks)
  /** It left, and no answer came: for a write the outcome is unknown. */
  | ({ readonly status: 'no_answer'; readonly reason: 'timed_out' | 'connection_lost' | 'cancelled' } & CallRemarks);

/** What happened on the way and belongs on record. */
export interface CallRemarks {
  /** Such as something that the system asked for and was refused. */
  readonly notes?: readonly string[] | undefined;
  /** What a model wrote for the system while it worked on the call, each time it asked. */
  readonly sampled?: readonly SampledText[] | undefined;
}

/** What a system had a model write, with what it gave it to read; without secrets. */
export type SampledText = ModelReply & {
  readonly question: {
    readonly system?: string | undefined;
    readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
    readonly maxTokens: number;
  };
};

/** What a model wrote for a system, or why it did not. */
export type ModelReply =
  | {
      readonly status: 'written';
      readonly text: string;
      /** `provider/model`. */
      readonly model: string;
      readonly stop: 'endTurn' | 'maxTokens' | 'stopSequence';
      readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
    }
  | { readonly status: 'failed'; readonly reason: string };

/** An answer that came after its call had timed out. */
export type LateResourceAnswer = Extract<ResourceAnswer, { readonly status: 'answered' }>;

/** The systems an employee is bound to. `mcp` implements it; platform tools come with the host. */
export interface ResourcePort {
  /** Starts the server if need be. Never throws for what lies outside. */
  inspect(capability: CapabilityKey, binding: ResourceBinding, conversation?: string): Promise<ResourceState>;
  call(call: ResourceCall): Promise<ResourceAnswer>;
}
