import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deskFiles, VOICE } from '@rolecall/employee/testing';
import { onTestFinished } from 'vitest';

const CONFIG = `name: library
organisation: library
language: zh
page:
  customers:
    - { external_id: reader-1, display_name: Reader One }
limits: { message_characters: 100 }
`;

const MANIFEST = {
  name: 'librarian',
  displayName: '图书管理员',
  formatVersion: '1.0.0',
  version: '1.0.0',
  description: '图书馆前台。',
  author: 'library',
  license: 'Apache-2.0',
  interactionType: 'tool_assistant',
  strategy: { global: { errorHandling: 'stop' } },
};

/** A folder with the library's desk, which is removed after the test. */
export interface DeskWorkspace {
  readonly dir: string;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Fails when there is nothing to change. */
  replace(file: string, from: string, to: string): void;
  remove(file: string): void;
}

/** Writes the desk into a folder of its own. Its systems are real processes; `withoutSystems` leaves them out. */
export function deskWorkspace(options: { readonly withoutSystems?: boolean } = {}): DeskWorkspace {
  const dir = mkdtempSync(join(tmpdir(), 'rolecall-desk-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const workspace: DeskWorkspace = {
    dir,
    read: (file) => readFileSync(join(dir, file), 'utf8'),
    write(file, text) {
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      writeFileSync(join(dir, file), text);
    },
    replace(file, from, to) {
      const text = workspace.read(file);
      if (!text.includes(from)) throw new Error(`Nothing to change in ${file}.`);
      workspace.write(file, text.replace(from, to));
    },
    remove(file) {
      if (!existsSync(join(dir, file))) throw new Error(`There is no ${file}.`);
      rmSync(join(dir, file), { recursive: true });
    },
  };
  workspace.write('rolecall.yaml', CONFIG);
  workspace.write('role-packs/librarian/manifest.json', JSON.stringify(MANIFEST, null, 2));
  workspace.write('role-packs/librarian/persona.md', VOICE.persona);
  workspace.write('role-packs/librarian/rules.md', VOICE.rules);
  for (const [file, text] of Object.entries(deskFiles())) workspace.write(file, text);
  const server = JSON.stringify(fileURLToPath(import.meta.resolve('./desk-server.ts')));
  workspace.replace('employees/ida.yaml', 'systems/desk.mjs', server);
  if (options.withoutSystems) {
    const employee = workspace.read('employees/ida.yaml');
    workspace.write('employees/ida.yaml', employee.slice(0, employee.indexOf('mcp_servers:')));
  }
  return workspace;
}
