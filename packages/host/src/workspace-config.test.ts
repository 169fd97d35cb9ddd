import { describe, expect, it } from 'vitest';
import { deskWorkspace } from './testing/desk-workspace.ts';
import { readWorkspaceConfig } from './workspace-config.ts';

function read(text: string) {
  const { dir, write } = deskWorkspace({ withoutSystems: true });
  write('rolecall.yaml', text);
  return readWorkspaceConfig(dir);
}

describe('rolecall.yaml', () => {
  it('is read with its defaults', () => {
    expect(read('name: desk\n')).toMatchObject({
      config: {
        name: 'desk',
        organisation: 'default',
        language: 'zh',
        page: { customers: [] },
        models: { providers: {}, windows: {} },
        limits: { message_characters: 20_000, interruptions: 5 },
      },
      findings: [],
    });
  });

  it('that is missing is an error with the way out', () => {
    const { dir, remove } = deskWorkspace({ withoutSystems: true });
    remove('rolecall.yaml');
    expect(() => readWorkspaceConfig(dir)).toThrow(
      expect.objectContaining({ code: 'workspace_not_found', hint: expect.stringContaining('--workspace') }),
    );
  });

  it.each([
    ['an unknown key', 'name: desk\norganisation: acme\nlanguages: zh\n', 3, 'languages'],
    [
      'an unknown key inside',
      'name: desk\norganisation: acme\nlimits:\n  message_characters: 5\n  messages: 3\n',
      5,
      'limits.messages',
    ],
    ['a wrong value', 'name: desk\norganisation: acme\nlanguage: fr\n', 3, 'language'],
    [
      'a wrong type',
      'name: desk\norganisation: acme\nlimits: { message_characters: many }\n',
      3,
      'limits.message_characters',
    ],
    [
      'a wrong item',
      'name: desk\norganisation: acme\npage:\n  customers:\n    - { external_id: a, display_name: A }\n    - { external_id: b }\n',
      6,
      'page.customers.1.display_name',
    ],
    [
      'a provider without an address',
      'name: desk\norganisation: acme\nmodels:\n  providers:\n    own: { api_key_env: KEY }\n',
      5,
      'models.providers.own.base_url',
    ],
  ])('with %s keeps everything else, and says in which line', (_, text, line, path) => {
    const { config, findings } = read(text);
    expect(findings).toMatchObject([
      { severity: 'error', code: 'workspace_config_invalid', file: 'rolecall.yaml', line, path },
    ]);
    expect(config).toMatchObject({ name: 'desk', organisation: 'acme' });
  });

  it('keeps the good items of a list', () => {
    const { config } = read(
      'name: desk\npage:\n  customers:\n    - { external_id: a }\n    - { external_id: b, display_name: B }\n',
    );
    expect(config.page.customers).toEqual([{ external_id: 'b', display_name: 'B' }]);
  });

  it('without a name has that of its folder', () => {
    const { config, findings } = read('organisation: acme\n');
    expect(config).toMatchObject({ name: expect.stringMatching(/^rolecall-desk-/), organisation: 'acme' });
    expect(findings).toMatchObject([{ path: 'name', line: 1 }]);
  });

  it.each(['- a\n- b\n', 'just words', '42', ''])('that is no map (%j) has its defaults, and a finding', (text) => {
    const { config, findings } = read(text);
    expect(config.organisation).toBe('default');
    expect(findings.length).toBeGreaterThan(0);
  });

  it('that is no YAML says where, and stays as it was before', () => {
    const broken = 'name: desk\nlanguage: [zh\n';
    const { config, findings } = read(broken);
    expect(findings).toMatchObject([{ code: 'yaml_invalid', line: expect.any(Number) }]);
    expect(config.language).toBe('zh');
    const { dir, write } = deskWorkspace({ withoutSystems: true });
    const before = readWorkspaceConfig(dir).config;
    write('rolecall.yaml', broken);
    expect(readWorkspaceConfig(dir, before).config).toEqual(before);
  });

  it('with a key twice is an error in the line of the second', () => {
    expect(read('name: desk\nname: other\n').findings).toMatchObject([{ code: 'yaml_invalid', line: 2 }]);
  });
});
