import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateManifest } from '../manifest/validate-manifest.ts';
import { splitFrontmatter } from '../text/frontmatter.ts';
import { fixSkillText } from './fix-skill.ts';
import { fixManifest, migrateManifest } from './migrate-manifest.ts';

describe('migrateManifest', () => {
  it('leaves a text that is no capability key as it stands', () => {
    const old = { name: 'x', formatVersion: '1.0.0', capabilities: ['no key', 'web:search'] };
    expect(migrateManifest(old).manifest).toMatchObject({ capabilities: ['no key', { capability: 'web:search' }] });
  });

  it('brings an older manifest to a form without a finding', () => {
    const old = {
      name: 'x',
      display_name: 'X',
      formatVersion: '0.9.0',
      interactionType: 'tool_assistant',
      persona: 'me.md',
      capabilities: ['web:search', 'web:search', { capability: 'file:write' }],
      strategy: {
        prepare: { recentRounds: 3, summary_focus: 'facts' },
        act: { toolCalls: 'off' },
        reflect: { selfReview: 'on', handoff: 'end' },
      },
    };
    const { manifest, changes } = migrateManifest(old);
    expect(manifest).toEqual({
      name: 'x',
      displayName: 'X',
      formatVersion: '1.0.0',
      interactionType: 'tool_assistant',
      capabilities: [{ capability: 'web:search' }, { capability: 'file:write' }],
      strategy: { prepare: { summaryFocus: 'facts' }, act: { toolMode: 'block' }, reflect: { selfReview: 1 } },
    });
    expect(changes.map((change) => change.path)).toHaveLength(11);
    expect(validateManifest(manifest).entries).toEqual([]);
  });

  it('changes nothing about a newer major and says why', () => {
    const value = { name: 'x', formatVersion: '2.0.0' };
    expect(migrateManifest(value)).toMatchObject({
      manifest: value,
      changes: [],
      impossible: expect.stringContaining('2.0.0'),
    });
  });

  it('leaves what no older value says under an older name as it is, and reports it', () => {
    const odd: readonly unknown[] = [
      { toString: 1 },
      { valueOf: null, toString: null },
      [{ toString: '' }],
      'constructor',
      'toString',
      null,
    ];
    for (const value of odd) {
      const old = { name: 'x', formatVersion: '1.0.0', strategy: { act: { toolCalls: value } } };
      expect(migrateManifest(old).manifest).toMatchObject({ strategy: { act: { toolMode: value } } });
      expect(validateManifest(old).entries.map(({ code }) => code)).toContain('INVALID_STRATEGY_VALUE');
    }
  });

  it('is done after one time, whatever it is given, and never makes a manifest worse', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const value = fc.record(
      {
        name: json,
        formatVersion: json,
        strategy: fc.dictionary(
          fc.constantFrom('act', 'reflect', 'x'),
          fc.dictionary(fc.constantFrom('toolCalls', 'toolMode', 'selfReview', 'tool_mode', 'y'), json),
        ),
        capabilities: json,
        persona: json,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, (one) => {
        const first = fixManifest(one);
        expect(fixManifest(first.manifest).changes).toEqual([]);
        const errors = (candidate: unknown) =>
          validateManifest(candidate).entries.filter((entry) => entry.severity === 'error').length;
        expect(errors(first.manifest)).toBeLessThanOrEqual(errors(one));
      }),
      { numRuns: 800 },
    );
  });
});

describe('fixManifest', () => {
  it('declares the interaction type and restores what a pack cannot switch off', () => {
    expect(
      fixManifest({
        name: 'a\u200bb',
        formatVersion: '1.0.0',
        version: 1.2,
        aiIdentityDisclosure: false,
        minorProtection: 'none',
      }).manifest,
    ).toEqual({
      name: 'ab',
      formatVersion: '1.0.0',
      version: '1.2.0',
      interactionType: 'tool_assistant',
      aiIdentityDisclosure: true,
      minorProtection: 'required',
    });
  });
});

describe('fixSkillText', () => {
  it('quotes what YAML misreads and closes what is open', () => {
    for (const text of [
      '---\nname: a\ndescription: Use when: asked\n---\nBody.',
      '---\nname: a\ndescription: Use when: asked\n\nBody.',
    ]) {
      const front = splitFrontmatter(fixSkillText(text));
      expect(front.form).toBe('yaml');
      expect(front.problem).toBeUndefined();
      expect(front.fields.get('description')).toBe('Use when: asked');
      expect(front.body.trim()).toBe('Body.');
    }
  });

  it('leaves a sound skill as it is', () => {
    const text = '---\nname: a\ndescription: b\n---\nBody.';
    expect(fixSkillText(text)).toBe(text);
  });
});
