import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findingWords } from '@rolecall/base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { secretFindings } from './secret-findings.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

describe('a secret in a file of a workspace', () => {
  it.each([
    ['rolecall.yaml', `name: x\n# ${TOKEN}\n`],
    ['assets/a.yaml', `# a comment\n# ${TOKEN}\nkind: x\n`],
    ['role-packs/p/persona.md', `你好\n令牌是 ${TOKEN}\n`],
    ['role-packs/p/manifest.json', `{\n "author": "${TOKEN}" }\n`],
    ['skills/s.md', `---\nkey: ${TOKEN}\n---\n`],
    ['knowledge/deep/k.md', '# 说明\n系统密码是 Xk93jfl2PQz8\n'],
    ['systems/shop.mjs', `// reads orders\nconst key = '${TOKEN}';\n`],
    ['systems/deep/shop.py', `import os\nKEY = '${TOKEN}'\n`],
    ['README.md', `# Desk\nUse ${TOKEN}\n`],
    ['knowledge/k.txt', 'note\nthe password is Xk93jfl2PQz8\n'],
  ])('is found in %s with its line, and not repeated', async (file, text) => {
    const findings = await secretFindings(folderWith({ [file]: text }), []);
    expect(findings).toMatchObject([{ severity: 'error', code: 'secret_in_asset', file, line: 2 }]);
    expect(JSON.stringify(findings)).not.toMatch(/ghp_|Xk93/);
  });

  it('is said once where the assets’ own check has said it', async () => {
    const dir = folderWith({ 'assets/a.yaml': `x: ${TOKEN}\n` });
    const known = {
      severity: 'error',
      code: 'secret_in_asset',
      ...findingWords({ en: '', zh: '' }),
      file: 'assets/a.yaml',
      line: 1,
    } as const;
    expect(await secretFindings(dir, [known])).toEqual([]);
  });

  it('is not what a text says about passwords, a reference to a credential, or what is installed', async () => {
    const dir = folderWith({
      'knowledge/k.md':
        '密码由客户自己设置，至少八位。The password is chosen by the customer. token: result.token_id\n',
      'employees/e.yaml': 'env: { TOKEN: { credential: desk_token_1 } }\n',
      'systems/node_modules/x/x.json': TOKEN,
      'systems/.cache/x.json': TOKEN,
      'systems/ask.mjs': 'const token = process.env.TOKEN; // the password is read as secret: password1\n',
    });
    expect(await secretFindings(dir, [])).toEqual([]);
  });
});
