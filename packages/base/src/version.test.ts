import { describe, expect, it } from 'vitest';
import { highestVersion, isVersion, parseReference } from './version.ts';

describe('versions', () => {
  it('reads id and range', () => {
    expect(parseReference('order_get@^1')).toEqual({ id: 'order_get', range: '^1' });
    expect(parseReference('order_get')).toEqual({ id: 'order_get' });
  });

  it.each(['', '@^1', 'a@', 'a@nonsense range'])('refuses %j', (text) => {
    expect(parseReference(text)).toBeUndefined();
  });

  it('takes the highest version inside a range', () => {
    expect(highestVersion(['1.0.0', '1.4.2', '2.0.0'], '^1')).toBe('1.4.2');
    expect(highestVersion(['2.0.0'], '^1')).toBeUndefined();
    expect(highestVersion(['1.0.0', '2.0.0'], undefined)).toBe('2.0.0');
  });

  it('knows a full version from a range', () => {
    expect([isVersion('1.2.3'), isVersion('1.2'), isVersion('v1.2.3'), isVersion(1)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
