import type { RolePack } from '../load/role-pack.ts';
import { createReporter } from '../report/reporter.ts';
import { addressesIn, hostOf } from '../scan/hosts.ts';
import { decodeText, looksBinary } from '../text/decode-text.ts';

/** One difference between two versions of a pack. */
export interface PackDifference {
  readonly kind:
    | 'authority'
    | 'rule-removed'
    | 'rule-weakened'
    | 'rule-added'
    | 'skill-removed'
    | 'skill-renamed'
    | 'skill-added'
    | 'skill-changed'
    | 'persona-changed'
    | 'strategy-changed'
    | 'manifest-changed';
  /** `grows`: the pack may do more. `breaks`: what referred to it no longer works. `weakens`: it is held back less. */
  readonly effect: 'grows' | 'breaks' | 'weakens' | 'changes' | 'shrinks';
  readonly what: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * What changed between two packs, the dangerous first: authority that was added (capabilities, tools without a list,
 * servers, hosts, scripts, tool strategy), rules that vanished or weakened, skills that are gone or renamed.
 */
export async function diffPacks(before: RolePack, after: RolePack): Promise<readonly PackDifference[]> {
  const differences = [
    ...capabilityDifferences(before, after),
    ...serverDifferences(before, after),
    ...fileDifferences(before, after),
    ...(await hostDifferences(before, after)),
    ...ruleDifferences(before, after),
    ...skillDifferences(before, after),
    ...strategyDifferences(before, after),
    ...settingDifferences(before, after),
  ];
  const order = ['grows', 'weakens', 'breaks', 'changes', 'shrinks'];
  return differences.sort((left, right) => order.indexOf(left.effect) - order.indexOf(right.effect));
}

/** The differences for which a person has to be asked. */
export function grownAuthority(differences: readonly PackDifference[]): readonly PackDifference[] {
  return differences.filter((difference) => difference.effect === 'grows');
}

function capabilityDifferences(before: RolePack, after: RolePack): PackDifference[] {
  const every = { kind: 'authority', what: 'capabilities' } as const;
  if (before.capabilities && !after.capabilities)
    return [
      { ...every, effect: 'grows', before: before.capabilities.join(', '), after: 'all tools (no list any more)' },
    ];
  if (!before.capabilities && after.capabilities)
    return [{ ...every, effect: 'shrinks', before: 'all tools (no list)', after: after.capabilities.join(', ') }];
  return listDifferences(before.capabilities ?? [], after.capabilities ?? [], 'capability');
}

function serverDifferences(before: RolePack, after: RolePack): PackDifference[] {
  const differences: PackDifference[] = [];
  const known = new Map(before.mcpServers.map((server) => [server.name, JSON.stringify(server)]));
  for (const server of after.mcpServers) {
    const old = known.get(server.name);
    const now = JSON.stringify(server);
    if (old !== now)
      differences.push({ kind: 'authority', effect: 'grows', what: `server ${server.name}`, before: old, after: now });
    known.delete(server.name);
  }
  for (const [name, old] of known)
    differences.push({ kind: 'authority', effect: 'shrinks', what: `server ${name}`, before: old });
  return differences;
}

function fileDifferences(before: RolePack, after: RolePack): PackDifference[] {
  const isScript = (path: string) =>
    /(?:^|\/)scripts\//.test(path) ||
    /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|ps1|bat|cmd|exe|dll|so|dylib|jar|wasm)$/i.test(path);
  const known = new Map(before.files.filter((file) => isScript(file.path)).map((file) => [file.path, file.sha256]));
  const differences: PackDifference[] = [];
  for (const file of after.files) {
    if (!isScript(file.path)) continue;
    const old = known.get(file.path);
    if (old !== file.sha256)
      differences.push({
        kind: 'authority',
        effect: 'grows',
        what: `script ${file.path}`,
        before: old && `sha256 ${old}`,
        after: `sha256 ${file.sha256}`,
      });
    known.delete(file.path);
  }
  for (const path of known.keys()) differences.push({ kind: 'authority', effect: 'shrinks', what: `script ${path}` });
  return differences;
}

async function hostDifferences(before: RolePack, after: RolePack): Promise<PackDifference[]> {
  return listDifferences(await hostsOf(before), await hostsOf(after), 'host');
}

async function hostsOf(pack: RolePack): Promise<string[]> {
  const hosts = new Set<string>();
  for (const file of pack.files) {
    if (file.size > 2 * 1024 * 1024) continue;
    const bytes = await pack.source.read(file.path);
    if (looksBinary(bytes)) continue;
    for (const address of addressesIn(decodeText(bytes, file.path, createReporter()))) {
      const host = hostOf(address);
      if (host !== '') hosts.add(host);
    }
  }
  return [...hosts].sort();
}

const FORBIDS =
  /\b(?:not|never|no|must|always|only|forbid\w*|refuse|without)\b|不|禁止|严禁|必须|始终|只能|仅|不得|切勿|拒绝|勿/i;

/** A rule that is nearly there was changed; it was weakened if what it forbids or demands is gone. */
function ruleDifferences(before: RolePack, after: RolePack): PackDifference[] {
  const text = (rule: { readonly text: string }) => rule.text.replace(/\s+/g, ' ').trim();
  const now = new Set(after.rules.map(text));
  const then = new Set(before.rules.map(text));
  const added = [...now].filter((rule) => !then.has(rule));
  const differences: PackDifference[] = [];
  for (const rule of then) {
    if (now.has(rule)) continue;
    const successor = added.find((candidate) => similarity(rule, candidate) >= 0.5);
    if (successor === undefined) {
      differences.push({ kind: 'rule-removed', effect: 'weakens', what: 'rule', before: rule });
      continue;
    }
    added.splice(added.indexOf(successor), 1);
    const weaker = countForbids(rule) > countForbids(successor);
    differences.push({
      kind: 'rule-weakened',
      effect: weaker ? 'weakens' : 'changes',
      what: 'rule',
      before: rule,
      after: successor,
    });
  }
  return [
    ...differences,
    ...added.map((rule): PackDifference => ({ kind: 'rule-added', effect: 'changes', what: 'rule', after: rule })),
  ];
}

function countForbids(text: string): number {
  return text.match(new RegExp(FORBIDS.source, 'gi'))?.length ?? 0;
}

/** Shared pairs of characters, from 0 to 1: enough to tell a changed sentence from another one. */
function similarity(left: string, right: string): number {
  const pairs = (text: string) => {
    const found = new Set<string>();
    const plain = text.toLowerCase().slice(0, 2000);
    for (let at = 0; at < plain.length - 1; at++) found.add(plain.slice(at, at + 2));
    return found;
  };
  const [one, other] = [pairs(left), pairs(right)];
  if (one.size + other.size === 0) return left === right ? 1 : 0;
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared++;
  return (2 * shared) / (one.size + other.size);
}

function skillDifferences(before: RolePack, after: RolePack): PackDifference[] {
  const hashOf = (pack: RolePack, file: string) => pack.files.find((one) => one.path === file)?.sha256;
  const gone = before.skills.filter((skill) => !after.skills.some((other) => other.name === skill.name));
  const fresh = after.skills.filter((skill) => !before.skills.some((other) => other.name === skill.name));
  const differences: PackDifference[] = [];
  for (const skill of gone) {
    const successor = fresh.find(
      (other) =>
        hashOf(after, other.file) === hashOf(before, skill.file) ||
        other.description === skill.description ||
        other.file === skill.file,
    );
    if (successor) fresh.splice(fresh.indexOf(successor), 1);
    differences.push(
      successor
        ? { kind: 'skill-renamed', effect: 'breaks', what: 'skill', before: skill.name, after: successor.name }
        : { kind: 'skill-removed', effect: 'breaks', what: 'skill', before: skill.name },
    );
  }
  for (const skill of fresh)
    differences.push({ kind: 'skill-added', effect: 'changes', what: 'skill', after: skill.name });
  for (const skill of after.skills) {
    const old = before.skills.find((other) => other.name === skill.name);
    if (old && (hashOf(before, old.file) !== hashOf(after, skill.file) || old.description !== skill.description))
      differences.push({
        kind: 'skill-changed',
        effect: 'changes',
        what: `skill ${skill.name}`,
        before: old.description,
        after: skill.description,
      });
  }
  return differences;
}

/** Values that let the role do more than before. */
const WIDER: Readonly<Record<string, (before: unknown, after: unknown) => boolean>> = {
  'act.toolMode': (_, after) => after === 'allow',
  'act.toolReadonly': (_, after) => after === 'full',
  'act.toolApproval': (_, after) => after === 'auto',
};

function strategyDifferences(before: RolePack, after: RolePack): PackDifference[] {
  const flat = (pack: RolePack) =>
    new Map(
      Object.entries(pack.strategy).flatMap(([stage, keys]) =>
        Object.entries(keys).map(([key, value]): [string, unknown] => [`${stage}.${key}`, value]),
      ),
    );
  const then = flat(before);
  return [...flat(after)].flatMap(([key, value]): PackDifference[] => {
    const old = then.get(key);
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    const grows = WIDER[key]?.(old, value) ?? false;
    return [
      {
        kind: grows ? 'authority' : 'strategy-changed',
        effect: grows ? 'grows' : 'changes',
        what: key,
        before: String(old),
        after: String(value),
      },
    ];
  });
}

function settingDifferences(before: RolePack, after: RolePack): PackDifference[] {
  const differences: PackDifference[] = [];
  if (before.persona.trim() !== after.persona.trim())
    differences.push({
      kind: 'persona-changed',
      effect: 'changes',
      what: 'persona',
      before: head(before.persona),
      after: head(after.persona),
    });
  for (const key of [
    'name',
    'displayName',
    'version',
    'description',
    'interactionType',
    'handoffPrompt',
    'author',
  ] as const) {
    const [old, now] = [before.manifest[key], after.manifest[key]];
    if (old === now) continue;
    const breaks = key === 'name';
    const grows = key === 'interactionType' && now === 'companion';
    differences.push({
      kind: 'manifest-changed',
      effect: grows ? 'grows' : breaks ? 'breaks' : 'changes',
      what: key,
      before: old,
      after: now,
    });
  }
  return differences;
}

function listDifferences(before: readonly string[], after: readonly string[], what: string): PackDifference[] {
  return [
    ...after
      .filter((one) => !before.includes(one))
      .map((one): PackDifference => ({ kind: 'authority', effect: 'grows', what: `${what} ${one}`, after: one })),
    ...before
      .filter((one) => !after.includes(one))
      .map((one): PackDifference => ({ kind: 'authority', effect: 'shrinks', what: `${what} ${one}`, before: one })),
  ];
}

function head(text: string): string {
  return [...text.trim()].slice(0, 120).join('');
}
