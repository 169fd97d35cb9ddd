import type { RetentionReport, SealedRows } from '@rolecall/host';
import { LETTER_TEXTS } from '../letter-texts.ts';

/** Everything the command line itself says, in English. */
const RECORD_FAULTS = {
  entries_missing: 'entries before it are gone',
  time_goes_back: 'earlier than the entry before it: changed, moved, or written after the clock was set back',
  time_disagrees: 'earlier than what it tells of',
  outside_its_round: 'belongs to a round that was not running',
  head_disagrees: 'its head says something else than the decision or receipt in it',
  without_its_cause: 'what must have come before it is not there',
  evidence_corrupt: 'a personal value of it was changed',
} as const;

export const en = {
  about: 'AI employees that can be held to account.',
  commands: {
    init: 'write a small working workspace into a new folder: a role pack, a task, a system, an AI employee',
    serve: 'serve a workspace: the HTTP API and the page',
    chat: 'talk to an AI employee on the command line, or with --pack to an assistant for files',
    check: 'check the files of a workspace; nothing is started',
    explain: 'print the five boundaries of a capability for an AI employee',
    trace: 'list conversations, or show the rounds and decisions of one',
    reset: 'remove the state of a workspace (.rolecall/): conversations, journal, credentials',
    forget: 'delete a contact with all that is known of it; what was decided stays, without its words',
    db: 'look after the database of a workspace',
    dbCommands: {
      status: 'which database, and whether its schema is the one that is needed',
      migrate: 'bring the schema up; old and new processes may run side by side meanwhile',
      export: 'write everything into one file; it holds the keys of the contacts',
      import: 'read an export into an empty database, all of it or nothing',
      retain: 'forget what retention in rolecall.yaml no longer keeps',
      seal: 'encrypt what was written before texts were, each under the key of its contact',
    },
    letters: 'see what could not be handled or delivered, and try it again',
    lettersCommands: {
      list: 'list dead letters, and deliveries that are still being tried',
      show: 'show one, with what stands in it',
      retry: 'have one tried again, from the beginning',
      drop: 'give one up',
    },
    journal: 'look into what was recorded',
    journalShow: 'show one entry whole, with what is kept apart from it because it is large',
    journalVerify: 'decide everything again from the recorded inputs and compare; fails when one differs',
    bench: 'put public benchmarks to the boundaries, without a model',
    benchTau: 'two businesses of τ²-bench: recorded writes, labelled calls, mutants, recorded runs',
    benchInjection: 'AgentDojo: an employee whose model obeys every injected instruction',
    pack: 'make, check, scan and share role packs',
    version: 'print the version',
    help: 'show help for a command',
  },
  arguments: {
    newWorkspace: 'folder; made where there is none',
    capability: 'capability key, domain:action',
    conversation: 'id of a conversation; without it, conversations are listed',
    verified: 'id of a conversation; without it, all of them',
    shownConversation: 'id of a conversation; rolecall trace lists them',
    entry: 'number of the entry, as rolecall trace shows it behind #',
    forgotten: "the customer's id in the business",
    letter: 'the id of a letter; rolecall letters list shows them',
    exportFile: 'file of the export (JSON lines)',
    domain: 'retail or airline',
    pack: 'what rolecall pack takes; see rolecall pack --help',
  },
  options: {
    dryRun: 'only say what would be done',
    help: 'show help',
    language: 'language of the command line: zh or en',
    workspace: 'workspace folder',
    port: 'port; when taken, the next free one',
    host: 'address to listen on; 127.0.0.1 is reachable from this machine only',
    role: 'all; api: take messages in and leave them to workers; worker: work them and serve only health',
    console: 'serve the page, from this folder if one is given (default: the built console)',
    noConsole: 'serve the API only',
    employee: 'id of the AI employee (default: the only one)',
    contact: "the customer's id in the business; taken as verified; needed to talk to an AI employee",
    pack: 'talk to an assistant with this role pack, by path or name, about the files of a folder',
    dir: 'folder that the assistant works in (default: the present one); may be given several times',
    model: 'language model of the assistant, as provider/model (default: ROLECALL_MODEL)',
    newSession: 'begin a new session of the assistant',
    session: 'go on with this session of the assistant (default: the last one of pack and folder)',
    search: 'let the assistant search the web by this SearXNG service',
    allowWeb: 'let the assistant read public pages of the web',
    allowCode: 'let the assistant run JavaScript in a sandbox; each run is shown and asked for',
    agree: 'agree beforehand to what the assistant writes and runs',
    prompt: 'send one message (without a text: standard input), print the reply and exit',
    timeout: 'seconds to wait for a reply',
    json: 'one JSON document a line',
    strict: 'a warning is an error',
    sarif: 'a SARIF 2.1.0 log, for code scanning',
    acceptSystem: 'agree to the system assets of this engine, in rolecall.lock',
    args: 'arguments of a call as a JSON object: what is already sure of it',
    round: 'only this round',
    verify: 'decide again from the recorded inputs and compare',
    limit: 'how many conversations to list',
    yes: 'do not ask',
    benchData: 'folder with the data of the benchmark (default: ROLECALL_DATA)',
  },
  titles: {
    usage: 'Usage:',
    arguments: 'Arguments:',
    options: 'Options:',
    commands: 'Commands:',
    global: 'Global options:',
  },
  placeholders: { options: '[options]', command: '[command]' },
  default: 'default',
  error: 'error',
  usageErrors: {
    unknownOption: (name: string) => `unknown option ${name}`,
    unknownCommand: (name: string) => `unknown command ${name}`,
    missingArgument: (name: string) => `argument ${name} is missing`,
    optionMissingArgument: (name: string) => `option ${name} needs a value`,
    missingMandatoryOptionValue: (name: string) => `option ${name} is required`,
    invalidArgument: (name: string, value: string) => `${value} is not valid for ${name}`,
    excessArguments: () => 'too many arguments',
    other: () => 'the command line could not be understood',
  },
  didYouMean: (names: string) => `Did you mean ${names}?`,
  seeHelp: (command: string) => `See ${command} --help.`,
  wholeNumber: (least: number, most: number) => `a whole number from ${least} to ${most}`,
  employeeNeeded: (ids: string) => `Name an AI employee with --employee: ${ids}.`,
  argumentsAreJson: '--args takes a JSON object, such as {"id": "1"}.',
  noEmployee: 'No AI employee of this workspace can run.',
  noEmployeeHint: 'See rolecall check.',
  serving: {
    page: 'Page',
    api: 'API',
    token: 'Token',
    tokenFrom: (name: string) => `from ${name}`,
    employee: 'AI employee',
    portMoved: (asked: number, got: number) => `Port ${asked} is taken; ${got} is used instead.`,
    pageNotBuilt: 'The page is not built (npm run build -w @rolecall/console); the API is served without it.',
    pageNoFolder: (dir: string) => `There is no page in ${dir}; the API is served without it.`,
    pageNoSignIn: 'The page has nobody to sign in as: rolecall.yaml lists no page.customers.',
    pageOnlyLoopback: 'Beyond this machine the page signs nobody in; the API answers whoever holds the token.',
    tryThese: 'Three things to try',
    stop: 'Ctrl-C stops it.',
    stopping: 'Stopping …',
    working: (name: string, port: number) => `${name}: working; /healthz and /readyz on port ${port}. Ctrl-C stops it.`,
    findings: (errors: number, warnings: number) =>
      `rolecall check: ${count(errors, 'error')}, ${count(warnings, 'warning')}`,
  },
  chatting: {
    start:
      'Enter sends; /confirm and /decline press the buttons of the last notice, with numbers for some of a list; Ctrl-D leaves.',
    notice: 'please confirm',
    noticeHint: 'Answer as the notice says, or type /confirm or /decline.',
    validUntil: 'valid until',
    noNotice: 'There is no notice whose buttons could be pressed.',
  },
  initialising: {
    wrote: (files: number, dir: string) => `${count(files, 'file')} in ${dir}. Next:`,
    next: (workspace: string) => [
      `rolecall check${workspace}`,
      `rolecall chat${workspace} --contact guest-1`,
      `rolecall serve${workspace}`,
    ],
    readme: (file: string) => `What stands in them, and what to change first: ${file}`,
    exists: (files: string) => `Nothing was written: ${files} would be overwritten.`,
    existsHint: 'Name a folder that is new or empty.',
  },
  checking: {
    fine: 'No findings.',
    sum: (errors: number, warnings: number, notices: number) =>
      `${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(notices, 'notice')}`,
  },
  boundaries: {
    installed: 'Installed',
    bound: 'Bound',
    permitted: 'Permitted',
    connected: 'Connected',
    satisfied: 'Satisfied',
  },
  outcomes: { pass: 'passes', fail: 'blocks', depends: 'decided at each call', not_evaluated: 'not evaluated' },
  heldBack: (boundary: string) => `Held back at: ${boundary}`,
  notHeldBack: 'Boundaries 1 to 4 pass; the fifth is decided anew for each call.',
  tracing: {
    none: 'There are no conversations yet.',
    round: 'Round',
    outside: 'Outside of rounds',
    running: 'running',
    allowed: 'ALLOWED',
    blocked: 'BLOCKED',
    receipts: { succeeded: 'succeeded', failed: 'failed', unknown: 'outcome unknown' },
    wroteForSystem: (model: string, input: number, output: number) =>
      `${model} wrote for the system: ${input} → ${output} tokens`,
    wroteNothing: (reason: string) => `a model was asked for by the system and gave nothing: ${reason}`,
    gone: (through: number, reason: string) =>
      `up to entry ${through} nothing can be told again (not_replayable: ${reason})`,
    verified: (decisions: number) => `${count(decisions, 'decision')} decided again: all the same.`,
    different: (sequences: string) => `Decided differently: entries ${sequences}.`,
    fault: (sequence: number, code: keyof typeof RECORD_FAULTS) =>
      `Entry ${sequence}: ${RECORD_FAULTS[code]} (${code})`,
    noRound: 'This conversation has no such round.',
    noConversation: 'There is no such conversation.',
    listHint: 'rolecall trace lists them.',
    noEntry: 'This conversation has no such entry, or it is no longer kept.',
    entriesHint: 'rolecall trace <conversation> shows the entries with their numbers.',
  },
  resetting: {
    nothing: (dir: string) => `There is nothing to remove: ${dir} does not exist.`,
    question: (dir: string) => `Remove ${dir} with all conversations, the journal and stored credentials? [y/N] `,
    needsYes: 'There is nobody to ask: repeat it with --yes.',
    done: (dir: string) => `Removed ${dir}.`,
    kept: 'Nothing was removed.',
  },
  forgetting: {
    needsYes: (id: string) =>
      `This cannot be undone. Repeat it with --yes to delete everything that is known of ${id}.`,
    unknown: (id: string) => `There is no contact ${id}.`,
    waiting: (writes: string) =>
      `Not deleted: a write is under way, or nobody knows yet whether it happened (${writes}).`,
    waitingHint: 'Try again once its outcome is settled.',
    done: (id: string) => `Deleted ${id}: key, words, projections, memories. The entries stay as tombstones.`,
  },
  letters: LETTER_TEXTS.en,
  database: {
    status: (at: string, schema: number, newest: number) =>
      schema >= newest
        ? `${at}: schema ${schema}, as needed.`
        : `${at}: ${schema === 0 ? 'empty' : `schema ${schema}`}; ${newest} is needed. Run rolecall db migrate.`,
    migrated: (from: number, to: number) => `Schema ${from} → ${to}.`,
    migratedAlready: (to: number) => `Schema ${to}; nothing to do.`,
    exported: (file: string) => `Exported to ${file}. Keep it safe: it holds the keys of the contacts.`,
    imported: (file: string) => `Imported from ${file}; read back under the same hashes:`,
    retained: ({ conversations, entries, evidence, memories }: RetentionReport, dryRun: boolean) =>
      `${dryRun ? 'Would be forgotten' : 'Forgotten'}: ${entries} entries and the personal values of ${evidence} more, in ${conversations} conversations; ${memories} memories.`,
    sealing: (table: string, rows: number) => `${table}: ${rows} rows so far`,
    sealed: (sealed: SealedRows) =>
      `Encrypted: ${Object.entries(sealed)
        .map(([table, rows]) => `${rows} rows of ${table}`)
        .join(', ')}.`,
    keptFor: {
      open_operation: 'stays: an operation of it is open',
      open_round: 'stays: no whole round of it is old enough',
      in_use: 'stays: it is being worked on',
    },
  },
  benching: {
    unknownDomain: (domain: string) => `τ²-bench has no example "${domain}".`,
    knownDomains: 'There are retail and airline.',
    gold: 'Recorded gold writes',
    goldSum: (allowed: number, writes: number) => `${allowed} of ${writes} let through, each as recorded`,
    failedUpstream: 'Failed upstream by themselves',
    allowed: 'Calls labelled allow',
    denied: 'Calls labelled deny',
    ran: (run: number, n: number) => `${run} of ${n} ran`,
    held: (rightCode: number, blocked: number, n: number) =>
      `${blocked} of ${n} blocked, ${rightCode} by the right code`,
    review: (n: number) => `${n} labelled neither and not judged`,
    mutants: 'Mutants of the gold writes',
    recorded: 'Recorded runs of a real model',
    recordedSum: (writes: number, executed: number, ran: number) =>
      `${writes} writes, ${executed} executed upstream; here ${ran} ran`,
    blocks: (policy: number, origin: number, confirmation: number) =>
      `blocked by policy ${policy}, by origin ${origin}, for want of a yes ${confirmation}`,
    forbidden: (forbidden: number) => `${forbidden} executed upstream and forbidden by the policy here`,
    rightfulBlocked: (n: number) => `${n} of the gold writes among them blocked by policy or origin`,
    none: 'no data',
    suite: (name: string, pairs: number) => `${name}: ${pairs} pairs`,
    injected: (n: number) => `${n} injected writes executed`,
    legitimate: (ran: number, asked: number, denied: number, n: number) =>
      `of ${n} legitimate writes ${ran} ran, ${asked} asked, ${denied} denied`,
  },
};

/** What every language has to say. */
export type Texts = typeof en;

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
