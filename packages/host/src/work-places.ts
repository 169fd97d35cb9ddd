/** Who works in this process at one time: many beside each other, or one alone. Everybody's turn comes in the order of asking. */
export interface WorkPlaces {
  beside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Begins once nobody else works; nobody else begins before it has ended. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface Turn {
  readonly isAlone: boolean;
  readonly begin: () => void;
}

/** Limits nothing else: how many work beside each other is for others to say. */
export function createWorkPlaces(): WorkPlaces {
  const waiting: Turn[] = [];
  let working = 0;
  let isTakenAlone = false;

  function admit(): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (isTakenAlone || (next.isAlone && working > 0)) return;
      waiting.shift();
      working++;
      isTakenAlone = next.isAlone;
      next.begin();
    }
  }

  async function inTurn<Result>(isAlone: boolean, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      waiting.push({ isAlone, begin });
      admit();
    });
    try {
      return await work();
    } finally {
      working--;
      isTakenAlone = false;
      admit();
    }
  }

  return { beside: (work) => inTurn(false, work), alone: (work) => inTurn(true, work) };
}
