import type { LocalizedText } from '@rolecall/base';
import type { ExpressionEnvironment } from '../expression/expression-problem.ts';
import type { DocumentPath } from '../loading/document-path.ts';

/** A place in an asset where an expression or a text with expressions stands, and what they may use there. */
export interface Slot {
  readonly path: DocumentPath;
  readonly kind: 'expression' | 'template';
  readonly source: string;
  readonly environment: ExpressionEnvironment;
}

/** One slot for each language of a text. */
export function textSlots(
  path: DocumentPath,
  text: LocalizedText | undefined,
  environment: ExpressionEnvironment,
): readonly Slot[] {
  if (text === undefined) return [];
  if (typeof text === 'string') return [{ path, kind: 'template', source: text, environment }];
  return (['zh', 'en'] as const).flatMap((language) => {
    const source = text[language];
    return source === undefined ? [] : [{ path: [...path, language], kind: 'template' as const, source, environment }];
  });
}

/** A slot for one expression, if there is one. */
export function expressionSlot(
  path: DocumentPath,
  source: string | undefined,
  environment: ExpressionEnvironment,
): readonly Slot[] {
  return source === undefined ? [] : [{ path, kind: 'expression', source, environment }];
}
