/** Editions of the guide: deliveries that are stored beside it, compared with it, and published later or never. */
import { sql } from 'kysely'
import type { Author } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { followDelivered } from '#server/television/programmes/follow-delivered.ts'
import { type EditionFacts, editionFacts } from './edition-facts.ts'
import type { GuideRoute } from './guide-route.ts'
import { notePublication } from './note-publication.ts'
import { type CountedBefore, type GuideOutcome, compareTidy } from './publish-staged.ts'
import { notifyGuide, takeTurn } from '#server/television/programmes/take-turn.ts'
import { coverTidy, tidy } from './tidy-guide.ts'
import { writeRecorded } from './write-recorded.ts'
import { contentColumns } from './write-tidy.ts'

/** A channel of an edition: what publishing it would change. Channels without a valid programme are left out. */
export type EditionChannel = GuideOutcome & EditionFacts & Required<Pick<GuideOutcome, 'covered'>>

const longestMs = 300_000
const columns = sql.raw(contentColumns.join(', '))

/** Stores what is staged as the edition `editionId`, in place of what was there. The guide does not change. */
export async function storeStaged(
  connection: Db,
  routes: readonly GuideRoute[],
  counted: CountedBefore,
  { editionId, nowMs }: { readonly editionId: number; readonly nowMs: number },
): Promise<readonly EditionChannel[]> {
  return connection.transaction().execute(async (tx) => {
    await sql`select set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`.execute(tx)
    // Two comparisons of one delivery at once store it one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('guide_edition'), ${editionId}::integer)`.execute(tx)
    await tidy(tx, routes)
    await tx.deleteFrom('guide_edition_programme').where('edition_id', '=', editionId).execute()
    await sql`
      insert into guide_edition_programme (edition_id, channel_id, begin_at, ${columns})
      select ${editionId}::integer, channel_id, begin_at, ${columns} from pg_temp.guide_tidy
      order by channel_id, begin_at`.execute(tx)
    const outcomes = await compareTidy(tx, routes, counted)
    const facts = await editionFacts(tx, nowMs)
    return outcomes.flatMap((outcome): EditionChannel[] => {
      const { covered } = outcome
      const own = facts.get(outcome.cid)
      return covered === undefined || own === undefined ? [] : [{ ...outcome, ...own, covered }]
    })
  })
}

export interface EditionPublication {
  readonly editionId: number
  /** Channels of the edition. */
  readonly cids: readonly number[]
  /** The name of what is imported. */
  readonly title: string
  readonly by: Author
  readonly nowMs: number
}

/**
 * Publishes channels of an edition, compared with the guide as it is now, as a set of changes. By the rules of
 * `publish-staged.ts`, in the transaction of the caller. Returns the set's number, 0 when nothing differed, and how many
 * channels it changed.
 */
export async function publishEdition(
  tx: DbTransaction,
  { editionId, cids, title, by, nowMs }: EditionPublication,
): Promise<{ readonly changeId: number; readonly changed: number }> {
  await sql`select set_config('statement_timeout', ${String(longestMs)}, true)`.execute(tx)
  await takeTurn(tx)
  await sql`
    create temporary table guide_tidy on commit drop as
    select channel_id, begin_at, ${columns} from guide_edition_programme
    where edition_id = ${editionId} and channel_id = any(${[...cids]}::integer[])`.execute(tx)
  await coverTidy(tx)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_temp.guide_tidy`.execute(tx)
  const possible = [{ added: counted[0]?.count ?? 0, changed: 1, removed: 1 }]
  const { touched, changeId, changed } = await writeRecorded(tx, possible, { title, by, nowMs })
  await notePublication(tx, changeId === 0 ? null : changeId)
  if (touched.size > 0) {
    await followDelivered(tx, [...touched])
    await notifyGuide(tx, [...touched])
  }
  return { changeId, changed }
}

/** Deletes the programmes of an edition. */
export async function deleteEdition(db: Db, editionId: number): Promise<void> {
  await db.deleteFrom('guide_edition_programme').where('edition_id', '=', editionId).execute()
}
