/** Positions of viewers when a file gets into another title. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** Lets positions in these files belong to the titles that they are in now. */
export async function followFiles(
  tx: DbTransaction,
  files: readonly { readonly vfid: number; readonly vid: number }[],
): Promise<void> {
  await sql`
    update watching set title_id = one.vid
    from unnest(${files.map(({ vid }) => vid)}::integer[], ${files.map(({ vfid }) => vfid)}::integer[]) as one (vid, vfid)
    where watching.file_id = one.vfid and watching.title_id <> one.vid`.execute(tx)
}
