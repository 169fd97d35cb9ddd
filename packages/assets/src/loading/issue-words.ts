import { type Bilingual, complaintInChinese } from '@rolecall/base';
import type { z } from 'zod';

/** What a schema complains of, as a part of a sentence: in its own words where it has some, else in ours. */
export function issueWords(issue: z.core.$ZodIssue): Bilingual {
  const own = complaintInChinese(issue.message);
  return { en: issue.message, zh: own ?? inChinese(issue) };
}

function inChinese(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      return smallest(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return largest(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_format':
      if (issue.format === 'url') return '不是网址';
      return issue.pattern === undefined ? `不符合格式 ${issue.format}` : `不符合 ${issue.pattern}`;
    case 'not_multiple_of':
      return `必须是 ${issue.divisor} 的倍数`;
    case 'invalid_type':
      return issue.input === undefined ? '缺少值' : `必须是 ${issue.expected}`;
    case 'invalid_value':
      return `必须是 ${issue.values.map(String).join('、')} 之一`;
    case 'unrecognized_keys':
      return `不认识键 ${issue.keys.map((key) => `“${key}”`).join('、')}`;
    default:
      return `不正确（${issue.message}）`;
  }
}

function smallest(of: string, limit: number, isInclusive: boolean): string {
  const unit = UNITS[of];
  if (unit !== undefined) return `至少要有 ${limit} ${unit}`;
  return isInclusive ? `不能小于 ${limit}` : `必须大于 ${limit}`;
}

function largest(of: string, limit: number, isInclusive: boolean): string {
  const unit = UNITS[of];
  if (unit !== undefined) return `最多只能有 ${limit} ${unit}`;
  return isInclusive ? `不能大于 ${limit}` : `必须小于 ${limit}`;
}

const UNITS: Readonly<Record<string, string>> = { string: '个字符', array: '项', set: '项', map: '项' };
