import type { CapabilityContract, SemanticArgument } from '../schema/capability-contract.ts';

/** How an argument's values are worded, and the members of its objects. */
export type ArgumentWording = Pick<SemanticArgument, 'labels' | 'members'>;

/** Argument → how what it holds is shown to a customer. */
export type ArgumentLabels = Readonly<Record<string, ArgumentWording>>;

/** The words that a contract gives to what its arguments hold. A loaded contract never changes: they are collected once. */
export function labelsOf({ arguments: declared }: Pick<CapabilityContract, 'arguments'>): ArgumentLabels {
  const present = known.get(declared);
  if (present) return present;
  const labels: Record<string, ArgumentWording> = {};
  for (const [name, argument] of Object.entries(declared)) {
    if ('origin' in argument && (argument.labels || argument.members)) labels[name] = argument;
  }
  known.set(declared, labels);
  return labels;
}

const known = new WeakMap<CapabilityContract['arguments'], ArgumentLabels>();
