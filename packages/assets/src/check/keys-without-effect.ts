import { type Bilingual, type Finding, isJsonObject, type JsonValue } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import type { AssetKind } from '../schema/asset.ts';
import type { CheckRule } from './check-rule.ts';

interface IdleKey {
  readonly kind: AssetKind;
  /** `*` stands for any key or item. */
  readonly path: readonly string[];
  readonly because: Bilingual;
}

/** Keys that are settled and that this engine does not act on yet. Whoever makes one work takes its row out. */
const IDLE_KEYS: readonly IdleKey[] = [
  {
    kind: 'capability_contract',
    path: ['arguments', '*', 'sensitive'],
    because: {
      en: 'in the journal every argument and every result is evidence, marked or not.',
      zh: '不论是否标明，运行记录里所有参数和结果都是证据。',
    },
  },
];

/** What an asset declares and the engine does not act on is said, and never ignored in silence. */
export const keysWithoutEffect: CheckRule = ({ loaded }) =>
  loaded.assets.flatMap((asset) =>
    asset.isSystem
      ? []
      : IDLE_KEYS.filter(({ kind }) => kind === asset.asset.kind).flatMap((idle) =>
          placesOf(asset.source, idle.path).map((path): Finding => {
            const message = {
              en: `"${path.join('.')}" has no effect: ${idle.because.en}`,
              zh: `“${path.join('.')}”不起作用：${idle.because.zh}`,
            };
            return warningAt(asset, path, 'key_without_effect', message, {
              en: 'Remove it until it has.',
              zh: '在它起作用之前先去掉。',
            });
          }),
        ),
  );

/** Where the path stands in a document with something in it. */
function placesOf(
  value: JsonValue | undefined,
  path: readonly string[],
  at: DocumentPath = [],
): readonly DocumentPath[] {
  const [step, ...rest] = path;
  if (step === undefined) return isEmpty(value) ? [] : [at];
  if (!isJsonObject(value)) return [];
  const keys = step === '*' ? Object.keys(value) : [step];
  return keys.flatMap((key) => (Object.hasOwn(value, key) ? placesOf(value[key], rest, [...at, key]) : []));
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
