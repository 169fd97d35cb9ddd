import { CHECK_CODES } from '@rolecall/assets';
import { describeFinding, describePlace, type Finding, type Language, type Severity } from '@rolecall/base';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: '错误', warning: '警告', notice: '提示' };

/** One finding as lines for a terminal. In Chinese the code's meaning comes first, in Chinese; what stands in files stays as it is. */
export function printedFinding(finding: Finding, language: Language): string {
  if (language !== 'zh') return describeFinding(finding);
  const { severity, code, message, fix } = finding;
  const meaning = CHECK_CODES.get(code)?.zh;
  const place = describePlace(finding);
  return [
    `${SEVERITIES[severity]} ${code}${place ? `  ${place}` : ''}`,
    ...(meaning === undefined ? [message] : [meaning, message]).map((line) => `    ${line}`),
    ...(fix === undefined ? [] : [`    → ${fix}`]),
  ].join('\n');
}
