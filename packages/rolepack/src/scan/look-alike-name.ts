/** Words that names of well-known packages and tools are made of. */
const KNOWN_WORDS = new Set(
  'requests request numpy pandas python django flask fastapi pytest selenium playwright webapp testing tester test parser parse config configuration validator validate converter formatter format linter prettier eslint webpack babel react angular vue svelte express lodash axios chalk commander docker kubernetes terraform ansible github gitlab jira slack notion google openai anthropic claude claw skill skills agent helper server client browser scraper crawler search browse reader writer document documents pdf excel word markdown json yaml toml csv database postgres mysql redis mongodb sqlite security scanner manager monitor deploy builder compiler runner logger analytics calendar email weather finance crypto wallet telegram discord twitter youtube summarize translate transcribe'.split(
    ' ',
  ),
);

/**
 * The well-known word that a name misspells by one doubled, dropped, added or swapped letter, or undefined. Words that
 * are themselves in use are no misspellings.
 */
export function lookAlikeOf(name: string): string | undefined {
  for (const word of name.toLowerCase().split(/[^a-z]+/)) {
    if (word.length < 5 || KNOWN_WORDS.has(word) || KNOWN_WORDS.has(word.replace(/(?:s|er|ed|ing)$/, ''))) continue;
    for (const known of KNOWN_WORDS) if (isSlip(word, known)) return known;
  }
  return undefined;
}

/** A slip of the fingers: two letters swapped, one doubled, one vowel-like letter changed or dropped inside. */
function isSlip(word: string, known: string): boolean {
  if (known.length < 5 || Math.abs(word.length - known.length) > 1 || word[0] !== known[0]) return false;
  let at = 0;
  while (at < word.length && word[at] === known[at]) at++;
  if (word.length === known.length) {
    if (word[at] === known[at + 1] && word[at + 1] === known[at] && word.slice(at + 2) === known.slice(at + 2))
      return true;
    return (
      /[aeiou]/.test(word[at] ?? '') &&
      /[aeiou]/.test(known[at] ?? '') &&
      at > 0 &&
      word.slice(at + 1) === known.slice(at + 1)
    );
  }
  if (word.length > known.length) return word[at] === word[at - 1] && word.slice(at + 1) === known.slice(at);
  return word.slice(at) === known.slice(at + 1) && !/^(?:s|d|r)$/.test(known.slice(at)) && at < known.length - 1;
}
