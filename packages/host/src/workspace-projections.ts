import { deskProjection, firstSeenProjection } from '@rolecall/employee';
import { gateProjections } from '@rolecall/gate';
import type { Projection } from '@rolecall/journal';

/** What every store of a workspace keeps rows of. */
export const workspaceProjections: readonly Projection[] = [...gateProjections, firstSeenProjection, deskProjection];
