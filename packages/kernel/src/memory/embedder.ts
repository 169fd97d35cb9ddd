/** Turns texts into vectors. `@rolecall/models` has an adapter for every server that speaks the OpenAI protocol. */
export interface Embedder {
  /** Of model and settings: vectors with different ids are never compared. */
  readonly id: string;
  /** One vector for each text, in order. Throws when it cannot; a search then goes by words alone and says so. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
}
