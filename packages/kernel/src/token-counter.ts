/** Counts the tokens of a text for one model. `estimateTokens` stands in where the model's tokenizer is not known. */
export type TokenCounter = (text: string) => number;
