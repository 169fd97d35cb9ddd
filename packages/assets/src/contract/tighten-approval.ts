import { durationMs } from '@rolecall/base';
import type { CapabilityContract } from '../schema/capability-contract.ts';
import type { TaskControl } from '../schema/task-package.ts';
import type { Loosening } from './tighten-contract.ts';

type Approval = NonNullable<CapabilityContract['approval']>;

/** How long a request for an approval waits where nothing else is said. */
export const APPROVAL_EXPIRES_IN = '24h';

/**
 * The approval that a write needs in a task: the contract's own, one that the task adds, or the one that comes with risk
 * `high`; of two times the shorter. A read has none.
 */
export function tightenApproval(
  { effect, approval }: Pick<CapabilityContract, 'effect' | 'approval'>,
  { risk, approval: added }: TaskControl,
): { readonly approval?: Approval } {
  if (effect === 'read') return approval ? { approval } : {};
  const isAdded = added !== undefined || risk === 'high';
  if (!approval && !isAdded) return {};
  const times = [approval?.expires_in, added?.expires_in].flatMap((time) => time ?? []);
  const [shortest] = times.sort((left, right) => ms(left) - ms(right));
  return { approval: { by: 'operator', expires_in: shortest ?? APPROVAL_EXPIRES_IN } };
}

/** A time of the task that is longer than the contract's, and an approval of something that is no write. */
export function looserApproval(
  { effect, approval }: Pick<CapabilityContract, 'effect' | 'approval'>,
  { approval: added }: TaskControl,
): readonly Loosening[] {
  if (!added) return [];
  if (effect === 'read')
    return [{ path: ['approval'], message: { en: 'nobody approves a read', zh: '读操作没有人审批' } }];
  const wanted = added.expires_in;
  if (wanted === undefined || !approval || ms(wanted) <= ms(approval.expires_in)) return [];
  const message = {
    en: `a request for approval of the contract expires after ${approval.expires_in}`,
    zh: `契约的审批请求在 ${approval.expires_in} 后过期`,
  };
  return [{ path: ['approval', 'expires_in'], message }];
}

function ms(duration: string): number {
  return durationMs(duration) ?? 0;
}
