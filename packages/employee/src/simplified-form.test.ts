import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simplifiedForm } from './simplified-form.ts';

test('traditional characters become simplified ones', () => {
  expect(simplifiedForm('為您辦理還書、歸還成功；訂單已經取消，請確認並付款')).toBe(
    '为您办理还书、归还成功；订单已经取消，请确认并付款',
  );
});

test('what is simplified already, and everything that is not Chinese, stays as it is', () => {
  for (const text of ['已为您归还，著名的乾坤', 'It has been returned. 3.5%', '', '👍'])
    expect(simplifiedForm(text)).toBe(text);
});

test('one character stands for one, and twice is the same as once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const simplified = simplifiedForm(text);
      expect(simplified).toHaveLength(text.length);
      expect(simplifiedForm(simplified)).toBe(simplified);
    }),
  );
});
