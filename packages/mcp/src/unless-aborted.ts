/** What the work comes to, or `aborted` as soon as the signal is; the work itself goes on. */
export async function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | 'aborted'> {
  if (signal === undefined) return work;
  if (signal.aborted) return 'aborted';
  const { promise: aborted, resolve } = Promise.withResolvers<'aborted'>();
  const onAbort = () => resolve('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
