import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

describe('sentencesOf', () => {
  it('cuts Chinese and Latin text at its sentence marks', () => {
    expect(sentencesOf('已经查到。请稍等！OK? Yes. It costs 3.50 now.\n完')).toEqual([
      '已经查到。',
      '请稍等！',
      'OK? ',
      'Yes. ',
      'It costs 3.50 now.\n',
      '完',
    ]);
  });

  it('keeps a closing quotation mark with its sentence', () => {
    expect(sentencesOf('他说“可以。”然后走了')).toEqual(['他说“可以。”', '然后走了']);
  });

  it('loses and adds no character', () => {
    const piece = fc.oneof(fc.constantFrom('。', '！', '.', ' ', '\n', '”', '3.5', 'a', '好', '…'), fc.string());
    fc.assert(fc.property(fc.array(piece), (pieces) => sentencesOf(pieces.join('')).join('') === pieces.join('')));
  });

  it('yields no empty sentence', () => {
    fc.assert(fc.property(fc.string(), (text) => sentencesOf(text).every((sentence) => sentence !== '')));
  });
});
