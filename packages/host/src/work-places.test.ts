import { describe, expect, it } from 'vitest';
import { createWorkPlaces } from './work-places.ts';

/** Works under a name until it is told to end; `log` says who works when. */
function arrange() {
  const places = createWorkPlaces();
  const log: string[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const begin = (how: 'beside' | 'alone', name: string) => {
    const released = Promise.withResolvers<void>();
    const ended = places[how](async () => {
      log.push(`${name} begins`);
      await released.promise;
      log.push(`${name} ends`);
      return name;
    });
    return {
      end: async (error?: Error) => {
        if (error) released.reject(error);
        else released.resolve();
        return ended;
      },
    };
  };
  return { begin, log, settled };
}

describe('a place to work', () => {
  it('is there for many beside each other', async () => {
    const { begin, log, settled } = arrange();
    const [one, two] = [begin('beside', 'one'), begin('beside', 'two')];
    await settled();
    expect(log).toEqual(['one begins', 'two begins']);
    expect(await Promise.all([one.end(), two.end()])).toEqual(['one', 'two']);
  });

  it('alone waits for the others, and those who come later wait for it', async () => {
    const { begin, log, settled } = arrange();
    const first = begin('beside', 'first');
    const alone = begin('alone', 'alone');
    const later = begin('beside', 'later');
    await settled();
    expect(log).toEqual(['first begins']);
    await first.end();
    await settled();
    expect(log).toEqual(['first begins', 'first ends', 'alone begins']);
    await alone.end();
    await settled();
    expect(log.slice(3)).toEqual(['alone ends', 'later begins']);
    await later.end();
  });

  it('is free again when the work fails', async () => {
    const { begin, log, settled } = arrange();
    const failing = begin('alone', 'failing');
    const other = begin('alone', 'other');
    await expect(failing.end(new Error('broke'))).rejects.toThrow('broke');
    await settled();
    expect(log).toEqual(['failing begins', 'other begins']);
    expect(await other.end()).toBe('other');
  });
});
