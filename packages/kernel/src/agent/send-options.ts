/** How a message is sent. */
export interface SendOptions {
  /** Makes a repetition of the same message harmless: it gets the first one's reply. */
  readonly id?: string | undefined;
  /** The question that it answers. Without it an open question lapses. */
  readonly answers?: string | undefined;
  /** While a round runs: `queue` waits for its turn, `steer` joins the running round. */
  readonly whileRunning?: 'queue' | 'steer' | undefined;
  /** Aborts the round of this message. */
  readonly signal?: AbortSignal | undefined;
}
