import { describe } from 'vitest';
import type { OpenStore } from './contract/arrange.ts';
import { checkpointContract } from './contract/checkpoints.ts';
import { commitContract } from './contract/commit.ts';
import { deletionContract } from './contract/deletion.ts';
import { evidenceContract } from './contract/evidence.ts';
import { inboxContract } from './contract/inbox.ts';
import { interleavingContract } from './contract/interleaving.ts';
import { leaseContract } from './contract/leases.ts';
import { ledgerContract } from './contract/ledger.ts';
import { letterContract } from './contract/letters.ts';
import { projectionContract } from './contract/projections.ts';
import { recordContract } from './contract/records.ts';
import { takeUpContract } from './contract/take-up.ts';
import { timerContract } from './contract/timers.ts';

/** What every adapter of the store promises, as tests. `open` opens an empty store; the suite closes it. */
export function storeContract(name: string, open: OpenStore): void {
  describe(`${name} keeps the contract of the store`, () => {
    commitContract(open);
    leaseContract(open);
    ledgerContract(open);
    inboxContract(open);
    timerContract(open);
    letterContract(open);
    takeUpContract(open);
    recordContract(open);
    projectionContract(open);
    evidenceContract(open);
    deletionContract(open);
    checkpointContract(open);
    interleavingContract(open);
  });
}
