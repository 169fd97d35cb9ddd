import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { memorySource, type PackSource } from '../load/pack-source.ts';

/** Files of a pack by path; a manifest may be given as an object. */
export type PackFiles = Readonly<Record<string, string | Uint8Array | object>>;

/** The least manifest without a finding, with whatever a test adds. */
export function manifest(more: object = {}): object {
  return { name: 'writer', formatVersion: '1.0.0', interactionType: 'tool_assistant', ...more };
}

/** A pack in memory. */
export function packOf(files: PackFiles): PackSource {
  return memorySource(new Map(Object.entries(files).map(([path, content]) => [path, bytesOf(content)])), 'pack');
}

/** A pack in a new temporary folder; answers the folder. */
export async function folderOf(files: PackFiles): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'rolepack-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), bytesOf(content));
  }
  return dir;
}

export function bytesOf(content: string | Uint8Array | object): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}
