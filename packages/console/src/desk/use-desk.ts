import { useCallback, useEffect, useMemo, useState } from 'react';
import { createDeskClient, type DeskAct, type DeskClient, type DeskItem } from '../api/desk-client.ts';
import { type JsonObject, RequestFailed } from '../api/wire.ts';
import type { Operator } from './operator.ts';

export interface Desk {
  readonly client: DeskClient;
  /** Undefined until the list has been read once. */
  readonly items: readonly DeskItem[] | undefined;
  /** The code of what keeps the list from being read. */
  readonly problem: string | undefined;
  /** Does it as this operator and reads the list again; answers the code of what went wrong. */
  readonly perform: (act: DeskAct, body: JsonObject) => Promise<string | undefined>;
}

const EVERY_MS = 3_000;

/** What waits for people, read again every three seconds for as long as the page shows it. */
export function useDesk({ name, token }: Operator): Desk {
  const client = useMemo(() => createDeskClient(token), [token]);
  const [items, setItems] = useState<readonly DeskItem[]>();
  const [problem, setProblem] = useState<string>();

  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        setItems(await client.list(signal));
        setProblem(undefined);
      } catch (error) {
        if (!signal?.aborted) setProblem(codeOf(error));
      }
    },
    [client],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    const timer = setInterval(() => void load(leaving.signal), EVERY_MS);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [load]);

  const perform = useCallback(
    async (act: DeskAct, body: JsonObject) => {
      try {
        await client.perform(act, { ...body, person: name }, crypto.randomUUID());
        await load();
        return undefined;
      } catch (error) {
        return codeOf(error);
      }
    },
    [client, load, name],
  );
  return useMemo(() => ({ client, items, problem, perform }), [client, items, problem, perform]);
}

function codeOf(error: unknown): string {
  return error instanceof RequestFailed ? error.code : 'internal_error';
}
