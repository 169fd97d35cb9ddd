export type { WireCall, WireReply } from './openai-wire-format.ts';
export {
  type OpenAiWireServer,
  type OpenAiWireServerOptions,
  startOpenAiWireServer,
  type WireAnswer,
  type WireRequest,
} from './openai-wire-server.ts';
