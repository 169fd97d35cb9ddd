import type { McpBinding, PlatformBinding } from '@rolecall/assets';
import type { CapabilityKey } from '@rolecall/base';
import type { ResourcePort, ResourceState } from '@rolecall/gate';
import type { ToolHints } from './lock-file.ts';
import type { ToolPins } from './tool-pins.ts';

/** What became of the pin of one bound tool. */
export interface PinReport {
  readonly capability: CapabilityKey;
  readonly server: string;
  readonly tool: string;
  /** `drifted`: it has a pin, and is no longer what was pinned. `unavailable`: it cannot be looked at. */
  readonly status: 'pinned' | 'kept' | 'drifted' | 'unavailable';
  /** As the server declares the tool now. */
  readonly fingerprint?: string | undefined;
  readonly reason?: string | undefined;
  /** Of one that was pinned now: what it said of itself. */
  readonly hints?: Pick<ToolHints, 'read_only' | 'destructive'> | undefined;
}

/**
 * Pins every bound tool that has no pin yet, and says of each what became of it. A pin that is there stays, whatever the
 * server declares now: to agree to a change is a person's act.
 */
export async function pinMissing(
  bindings: Readonly<Record<CapabilityKey, McpBinding | PlatformBinding>>,
  resources: ResourcePort,
  lock: ToolPins,
  hintsOf: (server: string, tool: string) => Promise<ToolHints>,
): Promise<readonly PinReport[]> {
  const reports: PinReport[] = [];
  for (const [capability, binding] of Object.entries(bindings)) {
    if ('platform' in binding) continue;
    const { server, tool } = binding;
    const state = await resources.inspect(capability, binding);
    const report = { capability, server, tool, ...pinState(state) };
    if (report.status !== 'pinned') {
      reports.push(report);
      continue;
    }
    const hints = await hintsOf(server, tool);
    await lock.pin(server, tool, report.fingerprint, hints);
    reports.push({ ...report, hints: { read_only: hints.read_only, destructive: hints.destructive } });
  }
  return reports;
}

type PinState =
  | { readonly status: 'pinned' | 'kept' | 'drifted'; readonly fingerprint: string }
  | { readonly status: 'unavailable'; readonly reason: string | undefined };

function pinState({ fingerprint, pinned, reason }: ResourceState): PinState {
  if (fingerprint === undefined) return { status: 'unavailable', reason };
  if (pinned === undefined) return { status: 'pinned', fingerprint };
  return { status: pinned === fingerprint ? 'kept' : 'drifted', fingerprint };
}
