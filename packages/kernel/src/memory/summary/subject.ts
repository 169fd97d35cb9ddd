const STATEMENTS: readonly RegExp[] = [
  /我(?:们|家)?的?(?<subject>(?:(?![是不了吗呢])\p{Script=Han}){1,10}?)(?:现在|已经)?(?:改成|改为|换成|变成|搬到|改到|更新为|是(?!不是|什么|否|谁|哪|多少))/u,
  /(?:把|将)我?(?:们|家)?的?(?<subject>(?:(?![是不了吗呢])\p{Script=Han}){1,10}?)(?:改成|改为|换成|改到|更新为)/u,
  /\bmy (?<subject>[a-z][a-z -]{1,38}?) (?:is now|is|are|was changed to|has changed to|changed to)\b/iu,
  /\bchange my (?<subject>[a-z][a-z -]{1,38}?) to\b/iu,
];

/** What a person makes a statement about (我的收货地址是…, `my address is …`), as long as it says so plainly. */
export function subjectOf(text: string): string | undefined {
  for (const statement of STATEMENTS) {
    const subject = statement.exec(text)?.groups?.subject;
    if (subject !== undefined) return foldSubject(subject);
  }
  return undefined;
}

/** Two subjects are one when only case, width, spaces or marks differ. Undefined when nothing is left. */
export function foldSubject(subject: string): string | undefined {
  const folded = subject
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return folded === '' ? undefined : folded;
}
