import { describe, expect, it } from 'vitest';
import { manifest } from '../testing/pack-files.ts';
import { validateManifest } from './validate-manifest.ts';

const codesOf = (value: unknown) => validateManifest(value).entries.map((entry) => entry.code);

describe('validateManifest', () => {
  it('has nothing to say about the least manifest', () => {
    const result = validateManifest(manifest());
    expect(result.entries).toEqual([]);
    expect(result).toMatchObject({ ok: true, refused: false, manifest: { name: 'writer', displayName: 'writer' } });
  });

  it.each([
    ['a missing name', { formatVersion: '1.0.0' }, 'MISSING_NAME'],
    ['a blank name', manifest({ name: '  ' }), 'MISSING_NAME'],
    ['a name with a bidirectional mark', manifest({ name: 'a\u202eb' }), 'NAME_UNSAFE_CHARACTERS'],
    ['no formatVersion', { name: 'x' }, 'INVALID_FORMAT_VERSION'],
    ['a short formatVersion', manifest({ formatVersion: '1.0' }), 'INVALID_FORMAT_VERSION'],
    ['a numeric formatVersion', manifest({ formatVersion: 1 }), 'INVALID_FORMAT_VERSION'],
    ['another major format', manifest({ formatVersion: '2.0.0' }), 'FORMAT_VERSION_INCOMPATIBLE'],
    ['a list', [], 'MANIFEST_NOT_OBJECT'],
    ['null', null, 'MANIFEST_NOT_OBJECT'],
    ['broken JSON', '{ "name": ', 'INVALID_JSON'],
    [
      'a companion without disclosure',
      manifest({ interactionType: 'companion', minorProtection: 'required' }),
      'COMPANION_MISSING_AI_DISCLOSURE',
    ],
    [
      'a companion without protection of minors',
      manifest({ interactionType: 'companion', aiIdentityDisclosure: true }),
      'COMPANION_MISSING_MINOR_PROTECTION',
    ],
  ])('refuses %s', (_, value, code) => {
    const result = validateManifest(value);
    expect(result.entries.map((entry) => entry.code)).toContain(code);
    expect(result).toMatchObject({ ok: false, refused: true, manifest: undefined });
  });

  it.each([
    ['META_STRING_TOO_LONG', { description: 'x'.repeat(201) }],
    ['INVALID_META_STRING', { author: { name: 'x' } }],
    ['INVALID_VERSION', { version: '1.0' }],
    ['INVALID_MIN_KERNEL_VERSION', { minKernelVersion: '^1' }],
    ['INVALID_INTERACTION_TYPE', { interactionType: 'gateway' }],
    ['INVALID_AI_DISCLOSURE', { aiIdentityDisclosure: 'yes' }],
    ['INVALID_MINOR_PROTECTION', { minorProtection: 'none' }],
    ['INVALID_STRATEGY', { strategy: [] }],
    ['INVALID_STRATEGY_STAGE', { strategy: { act: 'x' } }],
    ['INVALID_STRATEGY_VALUE', { strategy: { act: { temperature: 3 } } }],
    ['HANDOFF_PROMPT_TOO_LONG', { handoffPrompt: 'x'.repeat(2001) }],
    ['SKILLS_NOT_ARRAY', { skills: {} }],
    ['SKILLS_TOO_MANY', { skills: Array.from({ length: 51 }, (_, index) => ({ file: `skills/${index}.md` })) }],
    ['INVALID_MANIFEST_SKILL', { skills: [{ file: '../x.md' }] }],
    ['CAPABILITIES_NOT_ARRAY', { capabilities: 'web:search' }],
    [
      'CAPABILITIES_TOO_MANY',
      { capabilities: Array.from({ length: 51 }, (_, index) => ({ capability: `x:a${index}` })) },
    ],
    ['INVALID_CAPABILITY', { capabilities: [{ capability: 'Web:search' }] }],
    ['INVALID_KEYWORDS', { keywords: 5 }],
    ['INVALID_TRIGGER', { trigger: ['a', 1] }],
    ['MATCH_WORDS_TOO_MANY', { keywords: Array.from({ length: 21 }, (_, index) => `w${index}`) }],
    ['MATCH_WORD_TOO_LONG', { keywords: ['x'.repeat(51)] }],
  ])('reports %s as an error and still loads', (code, more) => {
    const result = validateManifest(manifest(more));
    const entry = result.entries.find((one) => one.code === code);
    expect(entry).toMatchObject({ severity: 'error' });
    expect(entry?.fix).not.toBe('');
    expect(result).toMatchObject({ ok: false, refused: false });
    expect(result.manifest).toBeDefined();
  });

  it.each([
    ['UNKNOWN_TOP_LEVEL_KEY', { displayname: 'x' }],
    ['CONTENT_PATH_IN_MANIFEST', { persona: 'me.md' }],
    ['UNKNOWN_STRATEGY_STAGE', { strategy: { plan: {} } }],
    ['UNKNOWN_STRATEGY_KEY', { strategy: { act: { temprature: 1 } } }],
    ['RETIRED_STRATEGY_KEY', { strategy: { prepare: { recentRounds: 3 } } }],
    ['ALIAS_STRATEGY_KEY', { strategy: { act: { toolCalls: 'block' } } }],
    ['STRATEGY_KEY_WITHOUT_EFFECT', { strategy: { global: { askOn: 'decision' } } }],
    ['ASK_LIMIT_HIGH', { strategy: { reflect: { userFollowup: 'ask' }, global: { askLimit: 11 } } }],
    ['INVALID_HANDOFF_PROMPT', { handoffPrompt: 5 }],
    ['CAPABILITY_STRING', { capabilities: ['web:search'] }],
    ['CAPABILITY_STYLE', { capabilities: [{ capability: 'web:deepSearch' }] }],
    ['AI_DISCLOSURE_FALSE', { aiIdentityDisclosure: false }],
    ['MIN_KERNEL_VERSION_NEWER', { minKernelVersion: '99.0.0' }],
  ])('warns of %s and is still fine', (code, more) => {
    const result = validateManifest(manifest(more));
    expect(result.entries).toEqual([expect.objectContaining({ code, severity: 'warning' })]);
    expect(result.ok).toBe(true);
  });

  it('loads a newer minor format and reports what it does not know', () => {
    const result = validateManifest(manifest({ formatVersion: '1.4.0', strategy: { act: { mood: 'calm' } } }));
    expect(result.entries.map((entry) => entry.code)).toEqual(['FORMAT_VERSION_NEWER', 'UNKNOWN_STRATEGY_KEY']);
    expect(result.manifest).toBeDefined();
  });

  it('lets a strict host refuse a newer kernel', () => {
    expect(validateManifest(manifest({ minKernelVersion: '99.0.0' }), { strict: true }).refused).toBe(true);
  });

  it('names the line and the nearest name when it is given the text', () => {
    const text =
      '{\n  "name": "x",\n  "formatVersion": "1.0.0",\n  "interactionType": "tool_assistant",\n  "strategy": {\n    "act": { "temprature": 1 }\n  }\n}';
    expect(validateManifest(text).entries).toEqual([
      expect.objectContaining({
        line: 6,
        path: 'strategy.act.temprature',
        message: expect.stringContaining('temperature'),
      }),
    ]);
  });

  it('names the line of broken JSON and of duplicate keys', () => {
    expect(validateManifest('{\n"name": "x",\n}').entries[0]).toMatchObject({ code: 'INVALID_JSON', line: 3 });
    expect(
      validateManifest('{"name":"x",\n"name":"y","formatVersion":"1.0.0","interactionType":"tool_assistant"}')
        .entries[0],
    ).toMatchObject({
      code: 'DUPLICATE_KEY',
      line: 2,
    });
  });

  it('words its findings in Chinese on request', () => {
    expect(validateManifest({ formatVersion: '1.0.0' }, { language: 'zh' }).entries[0]?.message).toContain(
      '必须是非空字符串',
    );
  });

  it('merges keywords and trigger in both of their forms', () => {
    const result = validateManifest(manifest({ keywords: '文档, API，接口、文档', trigger: ['API', '写作'] }));
    expect(result.manifest?.matchWords).toEqual(['文档', 'API', '接口', '写作']);
  });

  it('tells an absent capability list from an empty one, and reads a broken one as empty', () => {
    expect(validateManifest(manifest()).manifest?.capabilities).toBeUndefined();
    expect(validateManifest(manifest({ capabilities: [] })).manifest?.capabilities).toEqual([]);
    expect(validateManifest(manifest({ capabilities: 5 })).manifest?.capabilities).toEqual([]);
  });

  it('keeps host data under reverse-domain names', () => {
    const result = validateManifest(manifest({ 'com.example.host': { a: 1 } }));
    expect(result.manifest?.extensions).toEqual({ 'com.example.host': { a: 1 } });
    expect(codesOf(manifest({ 'com.example.host': {} }))).toEqual(['EXTENSION_KEY']);
  });

  it('takes no more memory than its input asks for, however deep and long its keys are', () => {
    const key = 'k'.repeat(5_000);
    const leaves = Array.from({ length: 20_000 }, (_, index) => `"${index}":1`).join(',');
    const text = `{"name":"x","formatVersion":"1.0.0",${`"${key}":{`.repeat(39)}${leaves}${'}'.repeat(40)}`;
    expect(validateManifest(text).entries.map((entry) => entry.code)).toContain('UNKNOWN_TOP_LEVEL_KEY');
  });

  it('is not fooled by names of an object’s prototype', () => {
    const text =
      '{"name":"x","formatVersion":"1.0.0","interactionType":"tool_assistant","__proto__":{},"constructor":1,"strategy":{"__proto__":{"x":1},"act":{"toString":1}}}';
    expect(validateManifest(text).entries.map((entry) => entry.code)).toEqual([
      'UNKNOWN_TOP_LEVEL_KEY',
      'UNKNOWN_TOP_LEVEL_KEY',
      'UNKNOWN_STRATEGY_STAGE',
      'UNKNOWN_STRATEGY_KEY',
    ]);
  });
});
