import { RolecallError } from '@rolecall/base';

/** What was asked for under an id that the organisation does not have. */
export function unknownId(what: 'conversation' | 'contact' | 'inbox_item', id: string): RolecallError {
  return new RolecallError({
    code: `${what}_unknown`,
    message: `There is no ${what.replace('_', ' ')} "${id}" in this organisation.`,
    hint: 'Use an id that the store of the same organisation has answered.',
  });
}

/** An inbox item that was to be consumed a second time: somebody has handled it twice. */
export function consumedTwice(id: string): RolecallError {
  return new RolecallError({
    code: 'inbox_item_consumed',
    message: `The inbox item "${id}" has been handled already. Nothing was written.`,
    hint: 'Take the next item from the inbox again, under the lease, before handling it.',
  });
}

/** A method was called after `close`. */
export function storeClosed(): RolecallError {
  return new RolecallError({
    code: 'store_closed',
    message: 'The store has been closed.',
    hint: 'Stop whatever works on the store before closing it, or open it again.',
  });
}
