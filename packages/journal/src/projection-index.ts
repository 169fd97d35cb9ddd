import { type JsonValue, RolecallError } from '@rolecall/base';
import type { JournalEntry, Projection, RowChange } from './entry.ts';

/** The rows of an organisation, inside the transaction that changes them. */
export interface ProjectedRows {
  read(table: string, key: string): JsonValue | undefined;
  write(change: RowChange): void;
}

/** Projections by the entry kinds that they read, in the order in which they were given. */
export type ProjectionIndex = ReadonlyMap<string, readonly Projection[]>;

/** Sorts projections by kind. Two of one name are an error: a rebuild could not tell whose rows are whose. */
export function indexProjections(projections: readonly Projection[]): ProjectionIndex {
  const names = new Set<string>();
  const index = new Map<string, Projection[]>();
  for (const projection of projections) {
    if (names.has(projection.name)) {
      throw new RolecallError({
        code: 'projection_name_taken',
        message: { en: `Two projections are called "${projection.name}".`, zh: `有两个投影都叫“${projection.name}”。` },
        hint: {
          en: 'Give every projection a name of its own, such as the room and what it shows: gate.operations.',
          zh: '给每个投影自己的名字，例如房间加它所显示的内容：gate.operations。',
        },
      });
    }
    names.add(projection.name);
    for (const kind of new Set(projection.kinds)) index.set(kind, [...(index.get(kind) ?? []), projection]);
  }
  return index;
}

/**
 * Lets every projection of the entry's kind change its rows. The entry is the form that the ports read (personal values
 * in place), both in the commit and in a rebuild, so that both give the same rows.
 */
export function projectEntry(entry: JournalEntry, index: ProjectionIndex, rows: ProjectedRows): void {
  for (const projection of index.get(entry.kind) ?? []) {
    for (const change of changesOf(projection, entry, rows)) rows.write(change);
  }
}

function changesOf(projection: Projection, entry: JournalEntry, rows: ProjectedRows): readonly RowChange[] {
  try {
    return projection.apply(entry, (table, key) => rows.read(table, key));
  } catch (cause) {
    throw new RolecallError({
      code: 'projection_failed',
      at: { path: `${entry.conversation}#${entry.sequence}` },
      message: {
        en: `The projection "${projection.name}" failed on an entry of kind ${entry.kind}; nothing was written.`,
        zh: `投影“${projection.name}”在种类为 ${entry.kind} 的记录上失败；没有写入任何内容。`,
      },
      hint: {
        en: 'A projection is a pure function over entries of all versions. Correct it, then rebuild the projections.',
        zh: '投影是作用于所有版本记录的纯函数。改正它，然后重建投影。',
      },
      cause,
    });
  }
}
