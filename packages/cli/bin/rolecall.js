#!/usr/bin/env node
// Written for every Node there is: an old one shall say what it needs, not where it fails to parse.
// biome-ignore-all lint: the syntax is old on purpose

var NEEDED = [22, 18];
var parts = process.versions.node.split('.');
var major = Number(parts[0]);
var minor = Number(parts[1]);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    'Rolecall needs Node.js ' +
      NEEDED.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '. 需要 Node.js ' +
      NEEDED.join('.') +
      ' 或更新的版本，当前为 ' +
      process.versions.node +
      '。\n',
  );
  process.exit(1);
}

require('./start.cjs');
