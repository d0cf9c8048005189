/** The stored rules about names: each holds at every later import of its folder. */
import type { Author } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type FileNaming,
  type FolderNaming,
  type Naming,
  type NamingRow,
  namingBelow,
} from '#server/imports/nfo/naming.ts'

/** More is a mistake: a rule of their folder says the same. */
export const maxRules = 20_000

export interface StoredNaming extends NamingRow {
  readonly staff_name: string
  readonly changed_at: Date
}

/** The rules that hold below `root`, an absolute path without links. */
export async function loadNaming(db: Db, root: string): Promise<Naming> {
  return namingBelow(root, await listNaming(db, root))
}

/** The rules of a folder, of what is in it, and of the folders above; all of them without a folder. By path. */
export async function listNaming(db: Db, folder?: string): Promise<readonly StoredNaming[]> {
  const rows = await db.selectFrom('film_naming').selectAll().orderBy('path').limit(maxRules).execute()
  if (folder === undefined) return rows
  return rows.filter(
    ({ path, is_folder: isFolder }) =>
      path === folder || path.startsWith(`${folder}/`) || (isFolder && isAbove(path, folder)),
  )
}

function isAbove(path: string, folder: string): boolean {
  return path === '/' || folder.startsWith(`${path}/`)
}

export type NamingSaved =
  | { readonly kind: 'saved'; readonly before: FolderNaming | FileNaming | null }
  | { readonly kind: 'full'; readonly max: number }

/** Stores the rule of a folder or of a file in place of its former one. */
export async function saveNaming(
  db: Db,
  { path, is_folder: isFolder, rule }: NamingRow,
  { by, nowMs }: { readonly by: Author; readonly nowMs: number },
): Promise<NamingSaved> {
  return db.transaction().execute(async (tx): Promise<NamingSaved> => {
    const before = await tx
      .selectFrom('film_naming')
      .select('rule')
      .where('path', '=', path)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) {
      const { count } = await tx
        .selectFrom('film_naming')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) >= maxRules) return { kind: 'full', max: maxRules }
    }
    const values = {
      ...{ is_folder: isFolder, rule: JSON.stringify(rule), changed_at: new Date(nowMs) },
      ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '' },
    }
    await tx
      .insertInto('film_naming')
      .values({ path, ...values })
      .onConflict((conflict) => conflict.column('path').doUpdateSet(values))
      .execute()
    return { kind: 'saved', before: before?.rule ?? null }
  })
}

/** Removes a rule; returns what it said, undefined when there is none. */
export async function removeNaming(db: Db, path: string): Promise<StoredNaming | undefined> {
  return db.deleteFrom('film_naming').where('path', '=', path).returningAll().executeTakeFirst()
}
