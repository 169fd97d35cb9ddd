import { describe, expect, it } from 'vitest';
import { createResourceUses } from './resource-uses.ts';

function arrange(close: () => Promise<void> = async () => undefined) {
  const lines: string[] = [];
  const closed: string[] = [];
  const uses = createResourceUses(({ en }) => lines.push(en));
  const resources = {
    close: async () => {
      closed.push('closed');
      await close();
    },
  };
  return { uses, resources, closed, lines };
}

describe('resources', () => {
  it('that nobody uses are stopped at once', async () => {
    const { uses, resources, closed } = arrange();
    uses.retire(resources);
    await uses.closed();
    expect(closed).toEqual(['closed']);
  });

  it('are stopped after the last of those who use them, once', async () => {
    const { uses, resources, closed } = arrange();
    let end = (): void => undefined;
    const first = uses.during(resources, () => new Promise<void>((resolve) => (end = resolve)));
    await uses.during(resources, async () => uses.retire(resources));
    expect(closed).toEqual([]);
    end();
    await first;
    await uses.closed();
    expect(closed).toEqual(['closed']);
  });

  it('are stopped also after a use that fails, and the failure is the user’s', async () => {
    const { uses, resources, closed } = arrange();
    const failing = uses.during(resources, async () => {
      uses.retire(resources);
      throw new Error('it failed');
    });
    await expect(failing).rejects.toThrow('it failed');
    await uses.closed();
    expect(closed).toEqual(['closed']);
  });

  it('that are not retired are left alone', async () => {
    const { uses, resources, closed } = arrange();
    expect(await uses.during(resources, async () => 5)).toBe(5);
    await uses.closed();
    expect(closed).toEqual([]);
  });

  it('that cannot be stopped are told to the operator', async () => {
    const { uses, resources, lines } = arrange(async () => Promise.reject(new Error('it hangs')));
    uses.retire(resources);
    await uses.closed();
    expect(lines).toEqual(['stopping servers: it hangs']);
  });
});
