import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inBoth, RolecallError } from '@rolecall/base';
import { ASSISTANT_TEXTS, type AssistantTexts } from './assistant-texts.ts';

/**
 * Writes a text into a file that is not there yet, readable by its owner, and answers what came of it. Throws
 * `export_failed` where the system does not let it be written.
 */
export async function writeExport(named: string, text: string, cwd: string, texts: AssistantTexts): Promise<string> {
  const file = resolve(cwd, named);
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return texts.exported(file);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (reason === 'EEXIST') return texts.exportExists(file);
    throw new RolecallError({
      code: 'export_failed',
      at: { file },
      message: inBoth(ASSISTANT_TEXTS, (texts) => texts.exportFailed(reason)),
      cause: error,
    });
  }
}
