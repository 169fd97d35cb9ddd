import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTemplate, renderTemplate } from './template.ts';

const bindings = { args: { id: 'P1', price: 3, states: ['a', 'b'], nothing: null, thing: {} } };

function textOf(template: string, language: 'zh' | 'en' = 'zh'): string {
  const rendering = renderTemplate(template, bindings, language);
  return rendering.ok ? rendering.text : rendering.error.code;
}

test('writes expressions into the text', () => {
  expect(textOf('包裹 {{ args.id }}，{{args.price}} 元')).toBe('包裹 P1，3 元');
});

test('takes the language, and the other one where that is all there is', () => {
  const template = { zh: '包裹 {{ args.id }}', en: 'Parcel {{ args.id }}' };
  expect(renderTemplate(template, bindings, 'en')).toEqual({ ok: true, text: 'Parcel P1' });
  expect(renderTemplate({ zh: '包裹' }, bindings, 'en')).toEqual({ ok: true, text: '包裹' });
});

test('braces inside texts and objects of an expression do not end it', () => {
  expect(textOf("{{ {'P1': '待}}取'}[args.id] }}。")).toBe('待}}取。');
  expect(textOf("{{ {'a': {'b': args.id}}.a.b }}")).toBe('P1');
  expect(textOf("{{ '{{' }}x{{ r'\\' }}{{ 'it\\'s }}' }}")).toBe("{{x\\it's }}");
});

test('one expression that fails makes the whole text fail', () => {
  expect(renderTemplate('a {{ args.other }} b', bindings, 'zh')).toEqual({
    ok: false,
    error: { code: 'expression_failed', message: { en: 'There is no key "other".', zh: '没有键“other”。' }, offset: 9 },
  });
});

test('null and objects have no text', () => {
  expect(textOf('{{ args.nothing }}')).toBe('expression_result');
  expect(textOf('{{ args.thing }}')).toBe('expression_result');
});

test('a list is written with the signs of the language', () => {
  expect(textOf('{{ args.states }}', 'zh')).toBe('a、b');
  expect(textOf('{{ args.states }}', 'en')).toBe('a, b');
});

test('a number shows no more digits than it carries', () => {
  expect(textOf('{{ 0.1 + 0.2 }}')).toBe('0.3');
  expect(textOf('{{ 54.0 }}')).toBe('54');
});

test('an expression that never ends, or is empty, is a mistake in the template', () => {
  expect(textOf('a {{ b')).toBe('template_syntax');
  expect(textOf('a {{ b }')).toBe('template_syntax');
  expect(textOf("a {{ 'b }}")).toBe('template_syntax');
  expect(textOf('a {{ }}')).toBe('template_syntax');
});

test('a text without expressions is itself', () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.includes('{{')),
      (text) => {
        expect(renderTemplate(text, {}, 'zh')).toEqual({ ok: true, text });
      },
    ),
  );
});

test('never throws, and loses no character outside of expressions', () => {
  const piece = fc.constantFrom('{', '{{', '}', '}}', "'", '"', '\\', 'a', ' ', "'''", 'r"', '[', ')');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const source = pieces.join('');
      const parsed = parseTemplate(source);
      if (!parsed.ok) return;
      const length = parsed.parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0);
      expect(length).toBeLessThanOrEqual(source.length);
      expect(typeof renderTemplate(source, {}, 'zh').ok).toBe('boolean');
    }),
    { numRuns: 2_000 },
  );
});
