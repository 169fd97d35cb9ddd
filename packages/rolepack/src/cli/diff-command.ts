import { diffPacks, grownAuthority, type PackDifference } from '../diff/diff-packs.ts';
import { loadRolePack } from '../load/load-role-pack.ts';
import { printFindings } from './check-command.ts';
import { type ExitCode, type PackCommandContext, UsageError } from './cli-io.ts';

/** `pack diff`: what a new version changes, the dangerous first. */
export async function runDiff(context: PackCommandContext): Promise<ExitCode> {
  const [before, after, more] = context.operands;
  if (before === undefined || after === undefined || more !== undefined)
    throw new UsageError('Name two packs, the old one first.');
  // What a version adds is to be seen above all where the scanner would not let it load.
  const options = { language: context.language, allowCompanion: true, scan: { suspicious: 'off' } } as const;
  const [old, now] = await Promise.all([
    loadRolePack(context.resolve(before), options),
    loadRolePack(context.resolve(after), options),
  ]);
  if (!old.pack || !now.pack) {
    if (!old.pack) printFindings(context, before, old.report.entries);
    if (!now.pack) printFindings(context, after, now.report.entries);
    return 1;
  }
  const differences = await diffPacks(old.pack, now.pack);
  if (context.isJson) context.printJson({ before, after, digests: [old.pack.digest, now.pack.digest], differences });
  else context.print(differences.length === 0 ? 'no difference that matters\n' : differences.map(describe).join(''));
  return context.isStrict && grownAuthority(differences).length > 0 ? 1 : 0;
}

function describe(difference: PackDifference): string {
  const lines = [`${difference.effect} ${difference.kind}: ${difference.what}`];
  if (difference.before !== undefined) lines.push(`    - ${difference.before}`);
  if (difference.after !== undefined) lines.push(`    + ${difference.after}`);
  return `${lines.join('\n')}\n`;
}
