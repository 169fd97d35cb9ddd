import { readFileSync, rmSync } from 'node:fs';

/** Ways in which a system fails at the worst moment, for whoever tests what is connected to it. */
export type Fault = 'die_before_write' | 'die_after_write' | 'hang_after_write' | 'answer_late';

const FAULTS: readonly Fault[] = ['die_before_write', 'die_after_write', 'hang_after_write', 'answer_late'];

/** How late an answer is that is late. */
export const LATE_MS = 2_500;

/** The fault that stands in the file, which is removed: it happens once. Undefined without a file. */
export function takeFault(file: string | undefined): Fault | undefined {
  if (file === undefined || file === '') return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  rmSync(file);
  const fault = FAULTS.find((known) => known === text);
  if (fault === undefined) throw new Error(`${file} holds no fault that is known (${FAULTS.join(', ')}).`);
  return fault;
}

/** Gone at once: no answer, no farewell, nothing flushed. */
export function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}
