import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * Where an assistant keeps sessions, memory and consents of this user: `ROLECALL_HOME`, else `rolecall` under
 * `XDG_STATE_HOME`, else `~/.local/state/rolecall`. A relative `XDG_STATE_HOME` is ignored, as its standard says.
 */
export function stateFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { ROLECALL_HOME: own, XDG_STATE_HOME: state, HOME: home } = environment;
  if (own) return resolve(own);
  if (state && isAbsolute(state)) return join(state, 'rolecall');
  return join(home && isAbsolute(home) ? home : homedir(), '.local', 'state', 'rolecall');
}
