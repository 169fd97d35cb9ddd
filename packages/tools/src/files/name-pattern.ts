/**
 * Whether a path fits a pattern: `*` and `?` inside a part, `**` over any number of parts. A pattern without `/` is tried
 * on the last part alone. Takes time in proportion to pattern × path, whatever the pattern.
 */
export function fitsPattern(path: string, pattern: string): boolean {
  const parts = path.normalize('NFC').split('/');
  const wanted = pattern
    .normalize('NFC')
    .replace(/^\.?\//, '')
    .split('/');
  if (wanted.length === 1) return fitsPart(parts.at(-1) ?? '', wanted[0] ?? '');
  return fitsParts(parts, wanted);
}

/** Which patterns' beginnings fit which paths' beginnings, row by row. */
function fitsParts(parts: readonly string[], wanted: readonly string[]): boolean {
  let fits = [true, ...parts.map(() => false)];
  for (const part of wanted) {
    const next = fits.map(() => false);
    for (let end = 0; end <= parts.length; end++) {
      const grown = end > 0 && next[end - 1] === true;
      if (part === '**') next[end] = fits[end] === true || grown;
      else next[end] = end > 0 && fits[end - 1] === true && fitsPart(parts[end - 1] ?? '', part);
    }
    fits = next;
  }
  return fits.at(-1) === true;
}

function fitsPart(name: string, pattern: string): boolean {
  const [text, wanted] = [[...name], [...pattern]];
  let [at, sign, star, kept] = [0, 0, -1, 0];
  while (at < text.length) {
    if (wanted[sign] === '*') {
      star = sign++;
      kept = at;
    } else if (sign < wanted.length && (wanted[sign] === '?' || wanted[sign] === text[at])) {
      sign++;
      at++;
    } else if (star >= 0) {
      sign = star + 1;
      at = ++kept;
    } else return false;
  }
  while (wanted[sign] === '*') sign++;
  return sign === wanted.length;
}
