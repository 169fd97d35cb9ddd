import { splitFrontmatter } from '../text/frontmatter.ts';

/**
 * The text of a skill with its frontmatter repaired where there is one right answer: a byte order mark taken out, the
 * missing end added, values quoted that YAML misread. Answers the text itself when there is nothing to repair.
 */
export function fixSkillText(source: string): string {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const front = splitFrontmatter(text.replace(/\r\n?/g, '\n'));
  const isBroken = front.problem !== undefined || front.form === 'unclosed';
  if (!isBroken || front.fields.size === 0) return text;
  const lines = [...front.fields].map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? quoted(value) : JSON.stringify(value)}`,
  );
  return `---\n${lines.join('\n')}\n---\n${front.body.startsWith('\n') ? '' : '\n'}${front.body}`;
}

function quoted(value: string): string {
  const isPlain =
    /^[\p{L}\p{N}][^:#\n"'{}[\]&*!|>%@`]*$/u.test(value) &&
    !/^(?:true|false|yes|no|on|off|null|~|[\d.]+)$/i.test(value);
  return isPlain ? value : JSON.stringify(value);
}
