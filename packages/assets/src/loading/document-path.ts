/** Keys and positions from the top of a document. */
export type DocumentPath = readonly (string | number)[];

/** As findings show it: `capability_bindings[1].capability`. */
export function describePath(path: DocumentPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[\w:-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}
