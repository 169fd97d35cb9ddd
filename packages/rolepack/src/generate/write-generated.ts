/** Writes the schemas and reference pages from the table: `node packages/rolepack/src/generate/write-generated.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifestSchemaFile } from './manifest-schema.ts';
import { referencePages } from './reference-pages.ts';

const packageDir = join(import.meta.dirname, '../..');
const docsDir = join(packageDir, '../../docs/rolepack');

write(join(packageDir, 'schemas/1.0.0/role-pack.schema.json'), manifestSchemaFile('strict'));
write(join(packageDir, 'schemas/1.0.0/role-pack.lenient.schema.json'), manifestSchemaFile('lenient'));
for (const [path, text] of referencePages()) write(join(docsDir, path), text);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
