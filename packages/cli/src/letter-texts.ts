/** What `rolecall letters` says. */
const en = {
  none: 'Everything came through.',
  kinds: { inbox: 'not handled', outbox: 'not delivered', conversation: 'not woken' },
  states: { dead: 'dead', waiting: 'being tried' },
  attempts: (attempts: number) => (attempts === 1 ? '1 try' : `${attempts} tries`),
  decided: {
    retry: (id: string) => `${id} is tried again.`,
    drop: (id: string) => `${id} was given up.`,
  },
};

const zh: typeof en = {
  none: '没有未送达或未处理的内容。',
  kinds: { inbox: '未处理', outbox: '未送达', conversation: '未唤醒' },
  states: { dead: '死信', waiting: '重试中' },
  attempts: (attempts) => `尝试 ${attempts} 次`,
  decided: {
    retry: (id) => `将重新尝试 ${id}。`,
    drop: (id) => `已放弃 ${id}。`,
  },
};

export const LETTER_TEXTS = { en, zh };
