const UNKNOWN = 0;
const OUTSIDE = 1;
const INSIDE = 2;

/**
 * A class of single UTF-16 units, asked for again and again: what its expression says of a unit is looked up from then on.
 * The half of a pair belongs to no class of letters or digits.
 */
export class CharacterClass {
  readonly #expression: RegExp;
  readonly #known = new Uint8Array(0x10000);

  constructor(expression: RegExp) {
    this.#expression = expression;
  }

  /** False beyond the ends of the text. */
  hasAt(text: string, at: number): boolean {
    if (at < 0 || at >= text.length) return false;
    const code = text.charCodeAt(at);
    const known = this.#known[code];
    return known === UNKNOWN ? this.#learn(code) : known === INSIDE;
  }

  #learn(code: number): boolean {
    const isInside = this.#expression.test(String.fromCharCode(code));
    this.#known[code] = isInside ? INSIDE : OUTSIDE;
    return isInside;
  }
}
