/** True for a promise of whatever kind: one of another realm or of a library is no `Promise` of ours. */
export function isPromise<Value>(answer: Value | PromiseLike<Value>): answer is PromiseLike<Value> {
  return typeof (answer as Partial<PromiseLike<Value>> | undefined)?.then === 'function';
}
