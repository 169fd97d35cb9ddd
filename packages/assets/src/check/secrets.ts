import {
  type Bilingual,
  type Finding,
  findingWords,
  isJsonObject,
  type JsonValue,
  type Place,
  SECRET_SHAPES,
} from '@rolecall/base';
import type { DocumentPath } from '../loading/document-path.ts';
import type { LoadedAsset } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** A secret that a sentence gives away: 密码是 …, `password: …`, with letters and digits in it. */
const IN_WORDS =
  /(?:密码|口令|密钥|令牌|\b(?:password|passwd|api[ _-]?key|secret|token)\b)\s*(?:是|为|[:：=]|\bis\b)\s*["'“「`]?(?=[!-~]{0,200}\d)(?=[!-~]{0,200}[A-Za-z])[A-Za-z0-9!@#$%^&*_+=~-]{8,}/i;

const SECRET_NAME =
  /(?:^|[_-])(?:password|passwd|pwd|secret|token|api_?key|access_?key|private_?key|client_?secret|credential)s?$/i;
const SECRET_HEADER = /^(?:proxy-)?authorization$|^cookie$/i;
/** A reference to something that is kept elsewhere, or an expression over it. */
const NOT_A_SECRET = /^(?:\$\{.*\}|\$[A-Z_]+|<.*>|args\..*|result\..*|reads\..*|contact\..*|\*+|x+|true|false)$/i;
const LONGEST_TEXT = 20_000;
const LONGEST_LINE = 4_000;

/** No secret stands in an asset. What was found is never repeated. */
export const secrets: CheckRule = ({ loaded }) => [
  ...loaded.assets.filter(({ isSystem }) => !isSystem).flatMap((asset) => [...search(asset, asset.source, [], false)]),
  ...loaded.evals.flatMap((evals) => [...search(evals, evals.source, [], false)]),
];

/** A line of a file that looks like it holds a secret, from 1. */
export interface SecretLine {
  readonly line: number;
  /** `a token`, `a private key` …; never the secret itself. */
  readonly what: Bilingual;
}

/**
 * The lines of a file's text that look like they hold a secret, comments included. In YAML what a key is called is looked
 * at where it is read, and a program names what it does not hold; here a sentence counts only in documents.
 */
export function secretLinesOf(file: string, text: string): readonly SecretLine[] {
  const isProse = /\.(?:json|md|markdown|txt)$/i.test(file);
  return text.split(/\r?\n/).flatMap((whole, index) => {
    const line = whole.slice(0, LONGEST_LINE);
    const what = shapeOf(line, isProse);
    return what === undefined ? [] : [{ line: index + 1, what }];
  });
}

function shapeOf(text: string, isProse: boolean): Bilingual | undefined {
  const shape = knownShapeOf(text);
  return shape ?? (isProse && IN_WORDS.test(text) ? { en: 'a secret in words', zh: '写在句子里的密钥' } : undefined);
}

function knownShapeOf(text: string): Bilingual | undefined {
  return SECRET_SHAPES.find(({ pattern }) => text.search(pattern) !== -1)?.what;
}

/** What is said of a thing that looks like a secret. */
export function looksLike(what: Bilingual): Bilingual {
  return { en: `This looks like ${what.en}.`, zh: `这像是${what.zh}。` };
}

/** Whatever holds texts: an asset, or a file of evaluation cases. */
interface Searched {
  readonly asset?: LoadedAsset['asset'] | undefined;
  place(path?: DocumentPath): Place;
}

function* search(loaded: Searched, value: JsonValue, path: DocumentPath, isSchema: boolean): Iterable<Finding> {
  if (typeof value === 'string') {
    const shape = shapeOf(value.slice(0, LONGEST_TEXT), !isSchema);
    if (shape) yield secretFound(loaded, path, looksLike(shape));
    else if (!isSchema && isNamedSecret(loaded, path, value))
      yield secretFound(loaded, path, { en: 'This looks like a secret by its name.', zh: '从名字看，这是一个密钥。' });
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* search(loaded, item, [...path, index], isSchema);
      if (isSecretOption(path, value[index - 1], item))
        yield secretFound(loaded, [...path, index], {
          en: 'This looks like a secret by the option before it.',
          zh: '从前面的选项看，这是一个密钥。',
        });
    }
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const shape = knownShapeOf(key);
    if (shape)
      yield secretFound(loaded, path, {
        en: `A key here looks like ${shape.en}.`,
        zh: `这里有一个键像是${shape.zh}。`,
      });
    if (item !== undefined)
      yield* search(loaded, item, [...path, key], isSchema || key === 'schema' || key === 'payload');
  }
}

function secretFound(loaded: Searched, path: DocumentPath, what: Bilingual): Finding {
  const fix =
    loaded.asset?.kind === 'ai_employee'
      ? {
          en: 'Write { credential: <name> } and keep the secret in the credentials of the workspace.',
          zh: '写成 { credential: <name> }，密钥放在工作区的凭证里。',
        }
      : {
          en: 'Only an AI employee names credentials, and by name. Change the secret: it was in a file.',
          zh: '只有 AI 员工可以写凭证，而且只写名字。请更换这个密钥：它已经写进过文件。',
        };
  return { severity: 'error', code: 'secret_in_asset', ...findingWords(what, fix), ...loaded.place(path) };
}

/** `--token …` among the arguments of a server; a path to a file is none. */
function isSecretOption(path: DocumentPath, option: JsonValue | undefined, value: JsonValue): boolean {
  if (path[0] !== 'mcp_servers' || path.at(-1) !== 'args') return false;
  if (typeof option !== 'string' || typeof value !== 'string' || value === '') return false;
  const isNamed = option.startsWith('-') && SECRET_NAME.test(option.replace(/^-+/, ''));
  return isNamed && !value.startsWith('-') && !NOT_A_SECRET.test(value) && !/[/\\]|\.\w{1,5}$/.test(value);
}

/** `password: …`, or a variable of a server that is named like a secret and has its value written out. */
function isNamedSecret(loaded: Searched, path: DocumentPath, value: string): boolean {
  const name = path.at(-1);
  if (typeof name !== 'string' || value === '' || NOT_A_SECRET.test(value)) return false;
  // The name of a credential, and what a task calls an argument, are no secrets.
  if (name === 'credential' || path.at(-2) === 'rename') return false;
  if (path[0] === 'mcp_servers' && path.at(-2) === 'headers' && SECRET_HEADER.test(name)) return true;
  if (
    loaded.asset?.kind === 'ai_employee' &&
    path[0] === 'mcp_servers' &&
    ['env', 'headers'].includes(String(path.at(-2)))
  )
    return SECRET_NAME.test(name);
  const isExpression = ['project', 'facts', 'arguments', 'labels'].includes(String(path.at(-2)));
  return SECRET_NAME.test(name) && !isExpression && !/\s/.test(value.trim());
}
