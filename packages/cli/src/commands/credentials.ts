import { describeError, inBoth, RolecallError } from '@rolecall/base';
import { type CredentialUse, type ListedCredential, openWorkspaceCredentials } from '@rolecall/host';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { CREDENTIALS_TEXTS, type CredentialsTexts } from '../credentials/credentials-texts.ts';
import { readSecret } from '../credentials/read-secret.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { visible } from '../print/visible.ts';

interface Options {
  readonly workspace: string;
  readonly json?: boolean | undefined;
}

interface ChangeOptions extends Options {
  readonly source?: string | undefined;
  readonly generate?: boolean | undefined;
}

const open = (context: CommandContext, { workspace }: Options) =>
  openWorkspaceCredentials(workspaceDir(context, workspace), { environment: context.io.env });

/** `rolecall credentials list`: fails when one that somebody needs is missing or cannot be read. */
export async function credentialsList(context: CommandContext, options: Options): Promise<ExitCode> {
  const { io, language } = context;
  const texts = CREDENTIALS_TEXTS[language];
  const listed = await (await open(context, options)).list();
  if (listed.length === 0 && !options.json) io.out(texts.none);
  for (const credential of listed) print(context, credential, options);
  const isFine = listed.every(({ places: [first], uses }) => uses.length === 0 || (first && !('problem' in first)));
  return isFine ? EXIT.fine : EXIT.failed;
}

/** `rolecall credentials where <name>`. */
export async function credentialsWhere(context: CommandContext, name: string, options: Options): Promise<ExitCode> {
  const credentials = await open(context, options);
  const found = await credentials.where(name);
  if (found.places.length === 0 && found.uses.length === 0) {
    const nearest = await credentials.nearest(name);
    const hint = nearest === undefined ? undefined : inBoth(CREDENTIALS_TEXTS, (texts) => texts.didYouMean(nearest));
    const message = inBoth(CREDENTIALS_TEXTS, (texts) => texts.unknown(visible(name)));
    throw new RolecallError({ code: 'credential_unknown', message, hint });
  }
  print(context, found, options);
  return found.places.length > 0 ? EXIT.fine : EXIT.failed;
}

/** `rolecall credentials set <name>`. */
export async function credentialsSet(context: CommandContext, name: string, options: ChangeOptions): Promise<ExitCode> {
  const credentials = await open(context, options);
  const secret = options.generate ? undefined : await readSecret(context, name);
  const { source } = await credentials.set({ name, source: options.source, secret });
  return told(context, options, { act: 'set', name, source });
}

/** `rolecall credentials rotate <name>`. */
export async function credentialsRotate(
  context: CommandContext,
  name: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  const credentials = await open(context, options);
  const secret = options.generate ? undefined : await readSecret(context, name);
  const { source } = await credentials.rotate({ name, source: options.source, secret });
  return told(context, options, { act: 'rotate', name, source });
}

/** `rolecall credentials remove <name>`: one that is in use only with `--yes`. */
export async function credentialsRemove(
  context: CommandContext,
  name: string,
  options: ChangeOptions & { readonly yes?: boolean | undefined },
): Promise<ExitCode> {
  const texts = CREDENTIALS_TEXTS[context.language];
  const credentials = await open(context, options);
  const { uses } = await credentials.where(name);
  if (uses.length > 0 && !options.yes) {
    context.io.err(texts.needsYes(name, uses.map((use) => useText(use, texts)).join(', ')));
    return EXIT.usage;
  }
  const { source } = await credentials.remove({ name, source: options.source });
  return told(context, options, { act: 'remove', name, source });
}

/** `rolecall credentials rekey`. */
export async function credentialsRekey(context: CommandContext, options: ChangeOptions): Promise<ExitCode> {
  const { io, language } = context;
  const texts = CREDENTIALS_TEXTS[language];
  const credentials = await open(context, options);
  const report = await credentials.rekey({ source: options.source, generate: options.generate === true });
  if (options.json) io.out(JSON.stringify({ act: 'rekey', ...report }));
  else {
    io.out(texts.rekeyed(report.source, report.secrets));
    io.out(report.keyMadeIn === undefined ? texts.oldKey : texts.keyMade(report.keyMadeIn));
  }
  return EXIT.fine;
}

function told(
  { io, language }: CommandContext,
  { json }: Options,
  done: { readonly act: 'set' | 'rotate' | 'remove'; readonly name: string; readonly source: string },
): ExitCode {
  io.out(json ? JSON.stringify(done) : CREDENTIALS_TEXTS[language].done[done.act](done.name, done.source));
  return EXIT.fine;
}

function print({ io, language }: CommandContext, { name, places, uses }: ListedCredential, { json }: Options): void {
  const texts = CREDENTIALS_TEXTS[language];
  if (json) {
    const told = places.map(({ problem, ...place }) =>
      problem === undefined ? place : { ...place, problem: describeError(problem, language) },
    );
    io.out(JSON.stringify({ name, status: places.length === 0 ? 'missing' : 'present', places: told, uses }));
    return;
  }
  const users = uses.length === 0 ? texts.unused : uses.map((use) => useText(use, texts)).join(', ');
  io.out(`${visible(name)}  ${visible(users)}`);
  if (places.length === 0) io.out(`    ${texts.missing}`);
  for (const { source, place, since, problem, isUsed } of places) {
    const facts = [
      ...(since === undefined ? [] : [texts.since(since)]),
      ...(isUsed ? [] : [texts.hidden]),
      ...(problem === undefined ? [] : [describeError(problem, language)]),
    ];
    io.out(`    ${source}  ${visible(place)}${facts.length === 0 ? '' : `  ${facts.join(', ')}`}`);
  }
}

function useText(use: CredentialUse, texts: CredentialsTexts): string {
  switch (use.by) {
    case 'server':
      return texts.server(use.employee, use.server, use.as);
    case 'channel':
      return texts.channel(use.channel, use.as);
    case 'events':
      return texts.events(use.webhook);
    default:
      return use satisfies never;
  }
}
