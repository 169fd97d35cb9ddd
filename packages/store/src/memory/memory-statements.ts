import { sql } from 'kysely';
import { query, tables } from '../sqlite/query.ts';
import { MEMORY_COLUMNS, type MemoryRow } from './memory-row.ts';

/** Whose memories a statement is about. */
export type Whose = { organisation: string; scope: string };

const ownMemories = ({ organisation, scope }: Whose) =>
  tables
    .selectFrom('memories')
    .select(MEMORY_COLUMNS)
    .where('organisation', '=', organisation)
    .where('scope', '=', scope);

const changedMemories = ({ organisation, scope }: Whose) =>
  tables.updateTable('memories').where('organisation', '=', organisation).where('scope', '=', scope);

/** The members of a JSON array that is given as one value. */
const membersOf = (list: string) => sql<string>`(select value from json_each(${list}))`;

export const insertMemory = query((args: Whose & MemoryRow) =>
  tables.insertInto('memories').values({
    organisation: args.organisation,
    scope: args.scope,
    id: args.id,
    round: args.round,
    session: args.session,
    at: args.at,
    written: args.written,
    subject: args.subject,
    summary: args.summary,
    original: args.original,
    supersedes: args.supersedes,
    superseded_by: args.superseded_by,
    accessed_at: args.accessed_at,
    deleted_at: args.deleted_at,
    vector: args.vector,
  }),
);

export const selectByRounds = query((args: Whose & { rounds: string }) =>
  ownMemories(args).where('round', 'in', membersOf(args.rounds)),
);

export const selectByIds = query((args: Whose & { ids: string }) =>
  ownMemories(args).where('id', 'in', membersOf(args.ids)),
);

/** `subjects` are the forms in which one subject may stand there. */
export const selectOpenBySubject = query((args: Whose & { subjects: string }) =>
  ownMemories(args)
    .where('subject', 'in', membersOf(args.subjects))
    .where('deleted_at', 'is', null)
    .where('superseded_by', 'is', null)
    .orderBy('at'),
);

export const selectChanged = query((args: Whose & { after: number }) =>
  ownMemories(args).where('written', '>', args.after).orderBy('written'),
);

export const selectSessions = query((args: Whose & { limit: number }) =>
  tables
    .selectFrom('memories')
    .select(({ fn }) => [
      'session',
      fn.countAll<number>().as('rounds'),
      fn.min<string>('at').as('first'),
      fn.max<string>('at').as('last'),
    ])
    .where('organisation', '=', args.organisation)
    .where('scope', '=', args.scope)
    .where('deleted_at', 'is', null)
    .groupBy('session')
    .orderBy('last', 'desc')
    .limit(args.limit),
);

export const markSuperseded = query((args: Whose & { id: string; supersededBy: string; written: number }) =>
  changedMemories(args).set({ superseded_by: args.supersededBy, written: args.written }).where('id', '=', args.id),
);

/** `deletedAt` null restores. Only what is not so already changes. */
export const markDeleted = query((args: Whose & { id: string; deletedAt: string; written: number }) =>
  changedMemories(args)
    .set({ deleted_at: args.deletedAt, written: args.written })
    .where('id', '=', args.id)
    .where('deleted_at', 'is', null),
);

export const markRestored = query((args: Whose & { id: string; written: number }) =>
  changedMemories(args)
    .set({ deleted_at: null, written: args.written })
    .where('id', '=', args.id)
    .where('deleted_at', 'is not', null),
);

export const markAccessed = query((args: Whose & { ids: string; accessedAt: string }) =>
  changedMemories(args).set({ accessed_at: args.accessedAt }).where('id', 'in', membersOf(args.ids)),
);

export const setVector = query((args: Whose & { id: string; vector: string; written: number }) =>
  changedMemories(args).set({ vector: args.vector, written: args.written }).where('id', '=', args.id),
);

export const deleteByIds = query((args: Whose & { ids: string }) =>
  tables
    .deleteFrom('memories')
    .where('organisation', '=', args.organisation)
    .where('scope', '=', args.scope)
    .where('id', 'in', membersOf(args.ids)),
);

export const unmarkSuperseded = query((args: Whose & { ids: string }) =>
  changedMemories(args).set({ superseded_by: null }).where('superseded_by', 'in', membersOf(args.ids)),
);

export const selectContactKey = query((args: { organisation: string; contact: string }) =>
  tables
    .selectFrom('contact_keys')
    .select('key')
    .where('organisation', '=', args.organisation)
    .where('contact', '=', args.contact),
);

/** For what is remembered before the contact is known to the store. */
export const insertContactKey = query((args: { organisation: string; contact: string; key: string }) =>
  tables
    .insertInto('contact_keys')
    .values({ organisation: args.organisation, contact: args.contact, key: args.key })
    .onConflict((conflict) => conflict.doNothing()),
);

export const selectScope = query((args: Whose) =>
  tables
    .selectFrom('memory_scopes')
    .select(['written', 'purged'])
    .where('organisation', '=', args.organisation)
    .where('scope', '=', args.scope),
);

export const putScope = query((args: Whose & { written: number; purged: number }) =>
  tables
    .insertInto('memory_scopes')
    .values({
      organisation: args.organisation,
      scope: args.scope,
      written: args.written,
      purged: args.purged,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation', 'scope']).doUpdateSet({ written: args.written, purged: args.purged }),
    ),
);
