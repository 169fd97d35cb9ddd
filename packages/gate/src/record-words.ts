/** What a record of the gate holds, in the words of whoever reads it; for the browser too. */
export { BLOCK_CODES } from './parts/block-codes.ts';
export { BLOCK_REASONS } from './parts/block-reasons.ts';
export { ORIGINS } from './parts/origins.ts';
export { type PartWords, partName, partWords } from './parts/part-words.ts';
