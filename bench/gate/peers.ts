/** What a peer offers to the same script: ask, be answered, and be mistreated in between. */
export interface Peer {
  readonly name: string;
  open(): Promise<{
    ask(): Promise<void>;
    /** Keeps the question, where the library tells it from the latest state; `confirmAt` answers exactly that one. */
    readonly keep?: () => Promise<void>;
    readonly confirmAt?: () => Promise<void>;
    readonly effects: readonly string[];
    confirm(): Promise<void>;
    change(loan: string): void | Promise<void>;
    dieAfterEffect(error: Error): void;
  }>;
}

/** The peers, from their own `node_modules`. They are JavaScript, so that the project's type check does not need them. */
export async function loadPeers(): Promise<readonly Peer[]> {
  const files = ['./peers/openai-agents.mjs', './peers/langgraph.mjs'];
  return Promise.all(files.map((file) => import(file) as Promise<Peer>));
}
