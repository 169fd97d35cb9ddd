import { describe, expect, it } from 'vitest';
import { parseWebAddress } from './parse-web-address.ts';

describe('the address of a page', () => {
  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'gopher://example.com/',
    '//example.com/',
    'example.com',
    '',
    'http://',
    'http://user@example.com/',
    'http://user:word@example.com/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0x5d.184.215.14/',
    'http://1572395022/',
    'http://127.1/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    `http://example.com/${'a'.repeat(4_000)}`,
  ])('cannot be %s', (text) => {
    expect(() => parseWebAddress(text)).toThrow(expect.objectContaining({ code: 'address_invalid' }));
  });

  it.each([
    ['http://example.com', 'http://example.com/'],
    ['https://Example.COM:443/a b#part', 'https://example.com/a%20b'],
    ['http://例子.测试/路径', 'http://xn--fsqu00a.xn--0zwm56d/%E8%B7%AF%E5%BE%84'],
    ['http://93.184.215.14/x', 'http://93.184.215.14/x'],
    ['http://[2606:4700::1111]/', 'http://[2606:4700::1111]/'],
  ])('%s is %s', (text, href) => {
    expect(parseWebAddress(text).href).toBe(href);
  });

  it('is relative to where a redirect came from, and held to the same', () => {
    const base = new URL('http://93.184.215.14/a/b');
    expect(parseWebAddress('../c', base).href).toBe('http://93.184.215.14/c');
    expect(parseWebAddress('//example.com/', base).href).toBe('http://example.com/');
    expect(() => parseWebAddress('//0x7f.1/', base)).toThrow(expect.objectContaining({ code: 'address_invalid' }));
    expect(() => parseWebAddress('file:///etc/passwd', base)).toThrow(
      expect.objectContaining({ code: 'address_invalid' }),
    );
  });
});
