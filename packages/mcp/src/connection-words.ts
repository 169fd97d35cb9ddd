/** Why a connection has ended, for the operator. */
export const ENDED_BECAUSE = {
  sessionUnknown: { en: 'The server no longer knows the session.', zh: '服务器已经不认识这个会话。' },
  unreachable: { en: 'The server cannot be reached.', zh: '连接不到服务器。' },
  unreachableOrUnknown: {
    en: 'The server cannot be reached, or no longer knows the session.',
    zh: '连接不到服务器，或它已经不认识这个会话。',
  },
  silent: { en: 'The server does not answer.', zh: '服务器没有回答。' },
  streamEnded: {
    en: 'The stream of the server has ended, and its session with it.',
    zh: '服务器的流已经结束，会话也随之结束。',
  },
} as const;
