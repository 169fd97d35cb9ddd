import type { Finding } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractOf, editedSample } from '../testing/index.ts';
import { assembleAssets } from './assemble-assets.ts';
import { versionsOf } from './loaded-assets.ts';

function findingsOf(text: string): readonly Finding[] {
  return assembleAssets([{ file: 'assets/a.yaml', text }]).findings;
}

const HEAD = 'id: thing\nversion: 1.0.0\n';
const CONTRACT = `kind: capability_contract
${HEAD}capability: thing:get
title: A thing
semantics: { use_when: [somebody asks] }
effect: read
result: { codes: [{ code: found, when: true, outcome: succeeded }] }
`;

describe('a mistake is explained where it stands', () => {
  test.each([
    [
      'an unknown key, with the near one',
      `${CONTRACT}efect: read\n`,
      { code: 'asset_key_unknown', line: 9, path: 'efect', fix: 'Did you mean "effect"?' },
    ],
    [
      'an unknown key deep inside',
      CONTRACT.replace('use_when', 'use_wen'),
      { code: 'asset_key_unknown', line: 6, path: 'semantics.use_wen', fix: 'Did you mean "use_when"?' },
    ],
    ['a missing key', CONTRACT.replace('effect: read\n', ''), { code: 'asset_key_missing', line: 1, path: 'effect' }],
    [
      'a value that is not listed',
      CONTRACT.replace('effect: read', 'effect: reed'),
      { code: 'asset_value_invalid', line: 7, path: 'effect', fix: 'Did you mean "read"?' },
    ],
    [
      'a value of another type',
      CONTRACT.replace('title: A thing', 'title: [a]'),
      {
        code: 'asset_value_invalid',
        line: 5,
        path: 'title',
        message: 'The value of "title" is not valid: it must be a text or a mapping, not a list.',
      },
    ],
    [
      'an empty value',
      CONTRACT.replace('title: A thing', 'title:'),
      {
        code: 'asset_value_invalid',
        path: 'title',
        message: 'The value of "title" is not valid: it must be a text or a mapping, not empty.',
      },
    ],
    [
      'a version that is none',
      CONTRACT.replace('version: 1.0.0', 'version: 1.0'),
      { code: 'asset_value_invalid', line: 3, path: 'version' },
    ],
    [
      'a language that is not known',
      CONTRACT.replace('A thing', '{ zh: x, fr: y }'),
      { code: 'asset_key_unknown', path: 'title.fr' },
    ],
    [
      'an origin that is not known',
      `${CONTRACT}arguments: { a: { schema: {}, origin: [custmer] } }\n`,
      { code: 'asset_value_invalid', line: 9, path: 'arguments.a.origin[0]', fix: 'Did you mean "customer"?' },
    ],
    [
      'a bad argument name',
      `${CONTRACT}arguments: { A-b: { source: system, value: now } }\n`,
      { code: 'asset_value_invalid', path: 'arguments.A-b' },
    ],
    [
      'a presentation of no known mode',
      `${CONTRACT}presentation_policy: { found: { mode: fixd } }\n`,
      { code: 'asset_value_invalid', path: 'presentation_policy.found.mode', fix: 'Did you mean "fixed"?' },
    ],
    [
      'a kind that is not known',
      CONTRACT.replace('capability_contract', 'capability_contrat'),
      { code: 'asset_kind_unknown', line: 1, path: 'kind', fix: 'Did you mean "capability_contract"?' },
    ],
    ['no kind at all', HEAD, { code: 'asset_kind_missing', line: 1 }],
    ['no mapping', '- a\n', { code: 'asset_not_a_mapping', line: 1 }],
  ])('%s', (_, text, expected) => {
    const findings = findingsOf(text);
    expect(findings.filter(({ code }) => code === expected.code)[0]).toMatchObject({
      severity: 'error',
      file: 'assets/a.yaml',
      ...expected,
    });
  });
});

test('of several forms, the one that was meant is the one that is explained', () => {
  const text = `kind: ai_employee
${HEAD}display_name: T
role_pack: p
business_package: b
model: builtin/matcher
time_zone: UTC
resources:
  thing:get: { serv: x, tool: y }
`;
  expect(findingsOf(text).map(({ code, path }) => [code, path])).toEqual([
    ['asset_key_missing', 'resources.thing:get.server'],
    ['asset_key_unknown', 'resources.thing:get.serv'],
  ]);
});

test('an id that begins with sys_ is refused, and the system asset stays what it is', () => {
  const text = 'kind: event_definition\nid: sys_message_received\nversion: 9.0.0\ndescription: mine\n';
  const loaded = assembleAssets([{ file: 'assets/a.yaml', text }]);
  expect(loaded.findings.map(({ code, line }) => [code, line])).toEqual([['asset_id_reserved', 2]]);
  const versions = versionsOf(loaded, 'event_definition', 'sys_message_received');
  expect(versions.map(({ asset, isSystem }) => [asset.version, isSystem])).toEqual([['1.0.0', true]]);
});

test('the same id and version twice: the first counts and both are named', () => {
  const loaded = assembleAssets([
    { file: 'assets/a.yaml', text: CONTRACT },
    { file: 'assets/b.yaml', text: CONTRACT.replace('A thing', 'Another') },
  ]);
  expect(loaded.findings).toMatchObject([{ code: 'asset_duplicate', file: 'assets/b.yaml', line: 2 }]);
  expect(loaded.findings[0]?.message).toContain('assets/a.yaml:1');
  expect(versionsOf(loaded, 'capability_contract', 'thing')[0]?.asset.title).toBe('A thing');
});

test('defaults are filled in', () => {
  const contract = contractOf();
  expect(contract.arguments).toEqual({});
  expect(contract.result.otherwise).toBe('unknown');
});

test('the hash depends on content and not on how it is written', () => {
  const hashOf = (text: string): string | undefined =>
    versionsOf(assembleAssets([{ file: 'a.yaml', text }]), 'capability_contract', 'thing')[0]?.hash;
  const other = `# words\neffect: read\n${CONTRACT.replace('effect: read\n', '')}`;
  expect(hashOf(other)).toBe(hashOf(CONTRACT));
  expect(hashOf(CONTRACT.replace('A thing', 'Another'))).not.toBe(hashOf(CONTRACT));
});

test('a random change of a good file is loaded or explained, never thrown', () => {
  const texts = editedSample();
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(12),
    insert: fc.constantFrom('', ' ', ':', '\n', '- ', '[', '}', 'x', '!', "'", '&a', '*a', '---\n', 'null', '0'),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      ({ file, text }, changes) => {
        const edited = changes.reduce((before, { at, remove, insert }) => {
          const start = Math.floor(at * before.length);
          return before.slice(0, start) + insert + before.slice(start + remove);
        }, text);
        const { files, findings } = assembleAssets([{ file, text: edited }]);
        expect(files).toHaveLength(1);
        for (const finding of findings) expect(finding.file).toBe(file);
      },
    ),
    { numRuns: 300 },
  );
});
