import { contentHash } from '@rolecall/base';
import { answered, type PlatformTool } from './platform-tool.ts';

/** Puts something on the operators' list. The row of the list is a projection of the receipt. */
export const followUpTool: PlatformTool = {
  inspect: async () => ({ ready: true }),
  call: async ({ requestId }) => answered({ follow_up: followUpNumber(requestId), status: 'created' }),
};

/** Short enough to be read out; the same for the same operation. */
function followUpNumber(requestId: string): string {
  return `F${contentHash(requestId)
    .replace(/^sha256:/, '')
    .slice(0, 8)
    .toUpperCase()}`;
}
