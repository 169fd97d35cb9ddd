/** How a function is written: `size(x)` or `x.size()`. */
interface FunctionShape {
  readonly name: string;
  readonly style: 'function' | 'method';
  /** Arguments without the target. */
  readonly arguments: readonly number[];
}

/** Every function that an asset may call. Operators and the macros stand beside them. */
const FUNCTIONS: readonly FunctionShape[] = [
  ...['size', 'int', 'double', 'string', 'timestamp', 'duration', 'sum', 'distinct', 'label'].map(
    (name): FunctionShape => ({ name, style: 'function', arguments: [1] }),
  ),
  { name: 'local_time', style: 'function', arguments: [2] },
  { name: 'size', style: 'method', arguments: [0] },
  ...['contains', 'startsWith', 'endsWith', 'matches'].map(
    (name): FunctionShape => ({ name, style: 'method', arguments: [1] }),
  ),
  ...['getFullYear', 'getMonth', 'getDate', 'getDayOfWeek', 'getHours', 'getMinutes', 'getSeconds'].map(
    (name): FunctionShape => ({ name, style: 'method', arguments: [0, 1] }),
  ),
];

export const MACROS: readonly string[] = ['has', 'all', 'exists', 'exists_one', 'map', 'filter'];

const OPERATORS: ReadonlySet<string> = new Set([
  '_+_',
  '_-_',
  '_*_',
  '_/_',
  '_%_',
  '-_',
  '!_',
  '_&&_',
  '_||_',
  '_?_:_',
  '_==_',
  '_!=_',
  '_<_',
  '_<=_',
  '_>_',
  '_>=_',
  '_[_]',
  '@in',
  '@not_strictly_false',
]);

export function isOperator(name: string): boolean {
  return OPERATORS.has(name);
}

/** The shape under which a function is written here, or undefined when there is none of that name and style. */
export function functionShape(name: string, style: 'function' | 'method'): FunctionShape | undefined {
  return FUNCTIONS.find((shape) => shape.name === name && shape.style === style);
}

/** All names, for hints. */
export function functionNames(): readonly string[] {
  return [...new Set([...FUNCTIONS.map((shape) => shape.name), ...MACROS])];
}
