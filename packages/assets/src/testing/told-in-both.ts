import type { Finding, FindingWords } from '@rolecall/base';

/** How the Chinese of a finding falls short of its English: not Chinese, or without a name or number. Undefined when it does not. */
export function missingInChinese(finding: Finding): string | undefined {
  if (!/\p{Script=Han}/u.test(finding.zh.message)) return finding.zh.message;
  if ((finding.fix === undefined) !== (finding.zh.fix === undefined)) return 'fix';
  const chinese = whole(finding.zh);
  return namesIn(whole(finding)).find((name) => !chinese.includes(name));
}

function whole({ message, fix }: FindingWords): string {
  return `${message} ${fix ?? ''}`;
}

/** What stands in quotes, and whatever is a name by its form: `a_b`, `a:b`, `a.b`, `a/b`, `a@1`; and numbers. */
function namesIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, inner = '']) => inner);
  const formed = [...text.matchAll(/[A-Za-z]\w*(?:[_:./@-][\w*]+)+|\b\d+\b/g)].map(([name]) => name);
  return [...quoted, ...formed.filter((name) => /[_:./@\d]/.test(name))];
}
