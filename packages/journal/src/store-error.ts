import { RolecallError } from '@rolecall/base';

const NAMES = {
  conversation: { en: 'conversation', zh: '会话' },
  contact: { en: 'contact', zh: '联系人' },
  inbox_item: { en: 'inbox item', zh: '收件' },
} as const;

/** What was asked for under an id that the organisation does not have. */
export function unknownId(what: keyof typeof NAMES, id: string): RolecallError {
  return new RolecallError({
    code: `${what}_unknown`,
    message: {
      en: `There is no ${NAMES[what].en} "${id}" in this organisation.`,
      zh: `这个组织里没有${NAMES[what].zh}“${id}”。`,
    },
    hint: {
      en: 'Use an id that the store of the same organisation has answered.',
      zh: '使用同一个组织的存储回答过的 id。',
    },
  });
}

/** An inbox item that was to be consumed a second time: somebody has handled it twice. */
export function consumedTwice(id: string): RolecallError {
  return new RolecallError({
    code: 'inbox_item_consumed',
    message: {
      en: `The inbox item "${id}" has been handled already. Nothing was written.`,
      zh: `收件“${id}”已经处理过。没有写入任何内容。`,
    },
    hint: {
      en: 'Take the next item from the inbox again, under the lease, before handling it.',
      zh: '处理之前，在租约之下从收件里重新取下一项。',
    },
  });
}

/** A method was called after `close`. */
export function storeClosed(): RolecallError {
  return new RolecallError({
    code: 'store_closed',
    message: { en: 'The store has been closed.', zh: '存储已经关闭。' },
    hint: {
      en: 'Stop whatever works on the store before closing it, or open it again.',
      zh: '关闭存储之前先停止使用它的一方，或重新打开它。',
    },
  });
}
