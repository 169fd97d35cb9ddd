/** Writes schemas and reference pages: `node packages/assets/src/generate/write-generated.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPages } from './check-pages.ts';
import { editorSchemas } from './editor-schemas.ts';
import { referencePages } from './reference-pages.ts';

const packageDir = join(import.meta.dirname, '../..');
const docs = join(packageDir, '../../docs');

for (const [file, schema] of editorSchemas()) {
  write(join(packageDir, 'schemas', file), `${JSON.stringify(schema, null, 2)}\n`);
}
for (const [file, text] of referencePages()) write(join(docs, 'assets', file), text);
for (const [file, text] of checkPages()) write(join(docs, 'checks', file), text);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
