import type { FileProblem, FileProblemCode } from '@rolecall/kernel';

/** Ends an operation with a problem of its path or file. Never leaves this folder: the port answers it as a value. */
export class FileRefused extends Error {
  readonly code: FileProblemCode;
  readonly detail: string | undefined;

  constructor(code: FileProblemCode, detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Runs an operation on a path; what lies in the path, the file or the system's refusal becomes its answer. */
export async function answering<Answer extends object>(
  path: string,
  operation: () => Promise<Answer>,
): Promise<Answer | FileProblem> {
  try {
    return await operation();
  } catch (error) {
    const { code, detail } = refusalOf(error);
    return { problem: code, path, ...(detail === undefined ? {} : { detail }) };
  }
}

/** What a failed system call means; anything that is no system call's failure is thrown on. */
export function refusalOf(error: unknown): FileRefused {
  if (error instanceof FileRefused) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  switch (code) {
    case 'ENOENT':
      return new FileRefused('not_found');
    case 'ELOOP':
    case 'EMLINK':
      return new FileRefused('link_refused');
    case 'ENOTDIR':
      return new FileRefused('not_a_folder');
    case 'EISDIR':
      return new FileRefused('not_a_file');
    case 'ENAMETOOLONG':
      return new FileRefused('path_invalid', code);
    case undefined:
      throw error;
    default:
      if (!/^E[A-Z0-9]+$/.test(code)) throw error;
      return new FileRefused('refused_by_system', code);
  }
}
