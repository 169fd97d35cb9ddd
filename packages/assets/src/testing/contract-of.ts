import type { z } from 'zod';
import { type CapabilityContract, capabilityContract } from '../schema/capability-contract.ts';

/** A valid contract of a read, with parts replaced; defaults are filled in as loading does. */
export function contractOf(parts: Partial<z.input<typeof capabilityContract>> = {}): CapabilityContract {
  return capabilityContract.parse({
    kind: 'capability_contract',
    id: 'thing_get',
    version: '1.0.0',
    capability: 'thing:get',
    title: 'Look up a thing',
    semantics: { use_when: ['somebody asks for a thing'] },
    effect: 'read',
    result: { codes: [{ code: 'found', when: 'true', outcome: 'succeeded' }] },
    ...parts,
  });
}
