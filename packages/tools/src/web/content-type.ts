import type { GetAnswer } from './get-limited.ts';
import { WebRefused } from './web-refused.ts';

const TEXT = /^(text\/.+|application\/(.+\+)?(json|xml|yaml|toml)|application\/(x-)?(ndjson|javascript))$/;
const HTML = /^(text\/html|application\/xhtml\+xml)$/;

/** Whether a body is a page or a text as it stands; what is neither is refused by its type. */
export function contentTypeOf({ headers, body }: GetAnswer): {
  readonly kind: 'html' | 'text';
  readonly charset: string | undefined;
} {
  const declared = headers['content-type'] ?? '';
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?\s*([a-z0-9_:.-]{1,40})/i.exec(declared)?.[1];
  if (HTML.test(type)) return { kind: 'html', charset };
  if (TEXT.test(type)) return { kind: 'text', charset };
  if (type !== '') throw new WebRefused('type_refused', type.slice(0, 80));
  if (body.includes(0)) throw new WebRefused('type_refused', '?');
  const head = body.subarray(0, 500).toString('latin1');
  return { kind: /^\s*(<!doctype html|<html|<head|<body)/i.test(head) ? 'html' : 'text', charset };
}
