import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { type Client, createClient } from '../api/client.ts';
import { follow } from '../api/follow.ts';
import { RequestFailed } from '../api/wire.ts';
import { readLanguage } from '../i18n/language.ts';
import { type ConversationState, emptyConversation, reduceConversation } from './conversation.ts';

export interface OpenConversation {
  readonly state: ConversationState;
  readonly send: (text: string) => void;
  /** Sends a message again that was not delivered. */
  readonly resend: (key: string) => void;
  /** Presses a button of the notice that the chat shows under this key: for one of the things in it, or for several. */
  readonly press: (notice: string, operations: readonly string[], button: 'confirm' | 'decline') => void;
}

/** Signs in as a customer, opens the conversation with an employee and follows it for as long as the page shows it. */
export function useConversation(externalId: string, employee: string): OpenConversation {
  const [state, dispatch] = useReducer(reduceConversation, emptyConversation);
  const client = useMemo(() => createClient(externalId), [externalId]);
  const conversation = useRef<string | undefined>(undefined);

  useEffect(() => {
    const leaving = new AbortController();
    void stayIn(client, employee, leaving.signal, {
      onOpen: (id) => {
        conversation.current = id;
      },
      dispatch,
    });
    return () => leaving.abort();
  }, [client, employee]);

  const deliver = useCallback(
    async (key: string, text: string) => {
      dispatch({ type: 'sending', key, text, at: new Date().toISOString() });
      try {
        const id = conversation.current;
        if (id === undefined) throw new RequestFailed('unreachable', 0, 'The conversation is not open.');
        const { item } = await client.sendMessage(id, text, key);
        dispatch({ type: 'sent', key, item });
      } catch (error) {
        dispatch({ type: 'send_failed', key, code: codeOf(error) });
      }
    },
    [client],
  );
  const send = useCallback((text: string) => void deliver(crypto.randomUUID(), text), [deliver]);
  const { outgoing } = state;
  const resend = useCallback(
    (key: string) => {
      const message = outgoing.find((candidate) => candidate.key === key);
      if (message !== undefined) void deliver(key, message.text);
    },
    [deliver, outgoing],
  );
  const { presses } = state;
  const press = useCallback(
    async (notice: string, operations: readonly string[], button: 'confirm' | 'decline') => {
      const id = conversation.current;
      const earlier = presses.get(notice);
      if (id === undefined || (earlier !== undefined && earlier.state !== 'failed')) return;
      const about = operations.join(' ');
      const isRetry = earlier?.button === button && earlier.about === about;
      const key = isRetry ? earlier.key : crypto.randomUUID();
      dispatch({ type: 'press', notice, press: { key, button, about, state: 'sending' } });
      try {
        const { item } = await client.pressButton(id, operations, button, key);
        dispatch({ type: 'press', notice, press: { key, button, about, state: 'accepted', item } });
      } catch (error) {
        dispatch({ type: 'press', notice, press: { key, button, about, state: 'failed', error: codeOf(error) } });
      }
    },
    [client, presses],
  );
  return useMemo(
    () => ({ state, send, resend, press: (notice, operations, button) => void press(notice, operations, button) }),
    [state, send, resend, press],
  );
}

interface Staying {
  readonly onOpen: (conversation: string) => void;
  readonly dispatch: (change: Parameters<typeof reduceConversation>[1]) => void;
}

const RETRY_MS = 2_000;

/** Opens, as often as the server is away; then follows. */
async function stayIn(client: Client, employee: string, signal: AbortSignal, staying: Staying): Promise<void> {
  const { dispatch } = staying;
  while (!signal.aborted) {
    try {
      const id = await client.openConversation(employee, readLanguage());
      if (signal.aborted) return;
      staying.onOpen(id);
      await follow(client, id, 0, signal, {
        onConnection: (connection) => dispatch({ type: 'connection', connection }),
        onEntry: (entry) => dispatch({ type: 'entry', entry }),
        onProgress: (progress) => dispatch({ type: 'progress', progress }),
        onRefused: (error) => dispatch({ type: 'problem', code: error.code }),
      });
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RequestFailed) || (error.status >= 400 && error.status < 500)) {
        dispatch({ type: 'connection', connection: 'stopped' });
        dispatch({ type: 'problem', code: codeOf(error) });
        return;
      }
      dispatch({ type: 'connection', connection: 'reconnecting' });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof RequestFailed ? error.code : 'internal_error';
}
