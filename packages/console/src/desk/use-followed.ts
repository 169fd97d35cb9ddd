import { useEffect, useReducer } from 'react';
import type { DeskClient } from '../api/desk-client.ts';
import { follow } from '../api/follow.ts';
import { type ConversationState, emptyConversation, reduceConversation } from '../state/conversation.ts';

/** A conversation as it goes on, for somebody who only looks on. */
export function useFollowed(client: DeskClient, conversation: string): ConversationState {
  const [state, dispatch] = useReducer(reduceConversation, emptyConversation);
  useEffect(() => {
    const leaving = new AbortController();
    void follow(client, conversation, 0, leaving.signal, {
      onConnection: (connection) => dispatch({ type: 'connection', connection }),
      onEntry: (entry) => dispatch({ type: 'entry', entry }),
      onProgress: (progress) => dispatch({ type: 'progress', progress }),
      onRefused: (error) => dispatch({ type: 'problem', code: error.code }),
    });
    return () => leaving.abort();
  }, [client, conversation]);
  return state;
}
