import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decryptEvidence, encryptEvidence, isEncrypted, newContactKey } from './evidence.ts';

const key = newContactKey();

describe('evidence at rest', () => {
  it('comes back as it was, and shows nothing of itself', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const kept = encryptEvidence(text, key, 'ev_1');
        expect(isEncrypted(kept)).toBe(true);
        expect(isEncrypted(text)).toBe(false);
        expect(decryptEvidence(kept, key, 'ev_1')).toBe(text);
      }),
    );
    expect(encryptEvidence('"13800138000"', key, 'ev_1')).not.toContain('13800138000');
  });

  it('differs each time, so that equal values cannot be told apart from others', () => {
    expect(encryptEvidence('"a"', key, 'ev_1')).not.toBe(encryptEvidence('"a"', key, 'ev_1'));
  });

  it('is refused under another key or reference, when changed, and when it is not encrypted at all', () => {
    const kept = encryptEvidence('"a"', key, 'ev_1');
    const changed = `${kept.slice(0, -6)}${kept.at(-6) === 'A' ? 'B' : 'A'}${kept.slice(-5)}`;
    for (const read of [
      () => decryptEvidence(kept, newContactKey(), 'ev_1'),
      () => decryptEvidence(kept, key, 'ev_2'),
      () => decryptEvidence(changed, key, 'ev_1'),
      () => decryptEvidence('aes-256-gcm:', key, 'ev_1'),
      () => decryptEvidence('"a"', key, 'ev_1'),
    ]) {
      expect(read).toThrow(expect.objectContaining({ code: 'evidence_corrupt' }));
    }
  });
});
