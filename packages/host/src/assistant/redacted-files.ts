import type { Redactor } from '@rolecall/base';
import type { FileChange, FileProblem, WorkspaceFiles } from '@rolecall/kernel';

/** What stands in the place of a secret. */
export const LABEL = /\[redacted:[^\]\n]{1,100}\]/;

/**
 * Files of which the model learns no known secret. A change that holds the label of one is refused: it was made from what
 * the model was shown, and would write the label in the secret's place.
 */
export function redactedFiles(files: WorkspaceFiles, redactor: Redactor): WorkspaceFiles {
  const refused = (change: FileChange): FileProblem | undefined => {
    const label = LABEL.exec(JSON.stringify('content' in change ? change.content : change.edits))?.[0];
    return label === undefined ? undefined : { problem: 'protected', path: change.path, detail: label };
  };
  return {
    roots: files.roots,
    read: async (request) => redactor.redact(await files.read(request)),
    list: async (request) => redactor.redact(await files.list(request)),
    search: async (request) => redactor.redact(await files.search(request)),
    prepare: async (change) => refused(change) ?? redactor.redact(await files.prepare(change)),
    write: async (change, basis) => refused(change) ?? redactor.redact(await files.write(change, basis)),
  };
}
