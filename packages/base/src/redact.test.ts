import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

const secret = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => text.trim().length >= 8);

describe('createRedactor', () => {
  it('takes a secret out of nested values and of keys', () => {
    const redactor = createRedactor({ token: 's3cret-value' });
    const redacted = redactor.redact({ a: ['x s3cret-value y'], 's3cret-value': { b: 's3cret-value' } });
    expect(JSON.stringify(redacted)).not.toContain('s3cret-value');
    expect(redacted).toMatchObject({ a: ['x [redacted:token] y'] });
  });

  it('finds a secret in base64 and in a URL', () => {
    const redactor = createRedactor({ token: 'a b/c+d=e secret' });
    const hidden = `${Buffer.from('a b/c+d=e secret').toString('base64')} ${encodeURIComponent('a b/c+d=e secret')}`;
    expect(redactor.redact(hidden)).toBe('[redacted:token] [redacted:token]');
  });

  it('leaves values of fewer than six characters alone', () => {
    expect(createRedactor({ short: 'abc' }).redact('abcabc')).toBe('abcabc');
  });

  it('lets no secret through, wherever it stands', () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const redactor = createRedactor({ name: value });
        return !JSON.stringify(redactor.redact({ text: [before + value + after] })).includes(JSON.stringify(value).slice(1, -1));
      }),
    );
  });
});
