import { answered, type PlatformTool } from './platform-tool.ts';

/** Asks for a person. That the conversation is handed over follows from the receipt. */
export const handOverTool: PlatformTool = {
  inspect: async () => ({ ready: true }),
  call: async () => answered({ status: 'requested' }),
};
