const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

// Node warns that its own SQLite and type stripping are young; that is our decision and not the reader's business.
const emitWarning = process.emitWarning;
process.emitWarning = (warning, ...rest) => {
  const text = String(warning?.message ?? warning);
  if (/SQLite is an experimental|Type Stripping is an experimental/.test(text)) return;
  emitWarning.call(process, warning, ...rest);
};

// A published package has been built; a checkout runs from its sources.
const built = join(__dirname, '..', 'dist', 'main.js');
const main = existsSync(built) ? built : join(__dirname, '..', 'src', 'main.ts');

import(pathToFileURL(main).href).catch((error) => {
  process.stderr.write(`${error?.message ?? error}\n`);
  process.exitCode = 1;
});
