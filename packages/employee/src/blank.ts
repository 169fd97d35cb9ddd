const UNSEEN = /[\s\p{Cf}\p{Cc}\p{Mn}\p{Zs}\u2800\u3164\u115f\u1160]/gu;

/** True for a text of which a reader would see nothing. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, '') === '';
}
