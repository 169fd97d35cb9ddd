/**
 * Percent of the window kept for the answer when a request is assembled. Not the counterpart of truncation's 90 percent:
 * another stage with another base; that the two nearly add up means nothing.
 */
const OUTPUT_RESERVE_PERCENT = 15;
/** Percent of the remainder that is filled with dialogue; the rest keeps the line from jittering. */
const DIALOGUE_FILL_PERCENT = 90;
/** Below this remainder a round is refused before it starts. */
export const LEAST_RUNNABLE_TOKENS = 1_024;
/** The window of a model for which the host has no setting. */
export const DEFAULT_WINDOW_TOKENS = 120_000;

/** What a host may set a window to. */
export const WINDOW_RANGE = { min: 1_024, max: 10_000_000 } as const;

/**
 * The window of a model: the host's setting where it is within its range, else 120,000. A model's real window is not known
 * here; one that is set too large shows when a provider refuses a request. Source: RolePack, section 六 C, note 1.
 */
export function resolveWindow(setting: number | undefined): number {
  return setting !== undefined && isWindow(setting) ? Math.floor(setting) : DEFAULT_WINDOW_TOKENS;
}

/** False for a setting that `resolveWindow` does not follow. */
export function isWindow(setting: number): boolean {
  return setting >= WINDOW_RANGE.min && setting <= WINDOW_RANGE.max;
}

/** What the budget is computed from. */
export interface BudgetInputs {
  readonly windowTokens: number;
  /** System text, tool schemas, skill list, and what else of this request cannot be left out. */
  readonly fixedTokens: number;
  /** The current input, set apart first. */
  readonly inputTokens: number;
}

/** How the window of a request is divided. Tokens throughout. */
export interface ContextBudget extends BudgetInputs {
  /** Kept for the answer. */
  readonly reserveTokens: number;
  /** The window less reserve and fixed part. */
  readonly availableTokens: number;
  /** What is available less the current input. */
  readonly remainingTokens: number;
  /** What of the remainder may be filled with earlier rounds. */
  readonly dialogueTokens: number;
  /** False when the remainder is below the least that a round can run in. */
  readonly isRunnable: boolean;
}

/**
 * Divides the window: `available = window × 0.85 − fixed`; the input is set apart; of the rest 90 % is dialogue.
 *
 * Source: RolePack, section 六 C; design, section 9.
 */
export function computeContextBudget(inputs: BudgetInputs): ContextBudget {
  const { windowTokens, fixedTokens, inputTokens } = inputs;
  const usableTokens = Math.floor((windowTokens * (100 - OUTPUT_RESERVE_PERCENT)) / 100);
  const availableTokens = usableTokens - fixedTokens;
  const remainingTokens = availableTokens - inputTokens;
  return {
    windowTokens,
    fixedTokens,
    inputTokens,
    reserveTokens: windowTokens - usableTokens,
    availableTokens,
    remainingTokens,
    dialogueTokens: Math.max(0, Math.floor((remainingTokens * DIALOGUE_FILL_PERCENT) / 100)),
    isRunnable: remainingTokens >= LEAST_RUNNABLE_TOKENS,
  };
}

/** How full a request is, for the record and for a person who wants to know. */
export interface ContextOccupancy extends ContextBudget {
  readonly historyTokens: number;
  /** All that the first request of the round holds. */
  readonly requestTokens: number;
  /** `requestTokens` as a share of the window. */
  readonly share: number;
  readonly roundsLoaded: number;
  readonly roundsLeftOut: number;
  /** Of the loaded ones, those that stand as their summary. */
  readonly roundsSummarised: number;
  readonly isFirstRoundLoaded: boolean;
  /** True when the tokens were counted by classes of characters and not by the model's own tokenizer. */
  readonly isEstimated: boolean;
}
