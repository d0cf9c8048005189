/** Editions of the guide: deliveries that are stored beside it, compared with it, and published later or never. */
import { sql } from 'kysely'
import { type Author, type EntryOfChange, recordChange } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { followDelivered } from '#server/television/programmes/follow-delivered.ts'
import { type EditionFacts, editionFacts } from './edition-facts.ts'
import { fieldsOfCounts } from './guide-fields.ts'
import type { GuideRoute } from './guide-route.ts'
import { guideEntity } from './guide-store.ts'
import { notePublication } from './note-publication.ts'
import { stateIn } from './programme-state.ts'
import { type CountedBefore, type GuideOutcome, compareTidy } from './publish-staged.ts'
import { notifyGuide, takeTurn } from './take-turn.ts'
import { coverTidy, tidy } from './tidy-guide.ts'
import { contentColumns, writeTidy } from './write-tidy.ts'

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
  await sql`create temporary table guide_former on commit drop as ${statesInReach}`.execute(tx)
  const possible = { added: 1, changed: 1, removed: 1 }
  const touched = await writeTidy(tx, [possible])
  const entries = await entriesOfWritten(tx)
  const changeId = await recordChange(tx, { kind: 'import', section: 'guide', title, by, nowMs, entries })
  if (changeId !== 0)
    await sql`
      insert into guide_change_programme (change_id, channel_id, begin_at, before, after)
      select ${changeId}::integer, channel_id, begin_at, former, written from pg_temp.guide_written`.execute(
      tx,
    )
  await notePublication(tx, changeId === 0 ? null : changeId)
  if (touched.size > 0) {
    await followDelivered(tx, [...touched])
    await notifyGuide(tx, [...touched])
  }
  return { changeId, changed: entries.length }
}

/** What is stored in the covered time, also what reaches into it. */
const statesInReach = sql`
  select p.channel_id, p.begin_at, ${stateIn('p')} as state
  from programme p join pg_temp.guide_cover c using (channel_id)
  where p.begin_at < c.end_at and p.begin_at > c.begin_at - interval '2 days'`

interface WrittenRow {
  readonly cid: number
  readonly number: number
  readonly name: string
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly from_at: Date
  readonly until_at: Date
}

/** Compares what was stored before with what is now, in the table `guide_written`; one entry for each changed channel. */
async function entriesOfWritten(tx: DbTransaction): Promise<readonly EntryOfChange[]> {
  await sql`
    create temporary table guide_written on commit drop as
    select channel_id, begin_at, f.state as former, n.state as written
    from pg_temp.guide_former f full join (${statesInReach}) as n using (channel_id, begin_at)
    where f.state is distinct from n.state`.execute(tx)
  const { rows } = await sql<WrittenRow>`
    select channel_id as cid, c.number, coalesce(nullif(c.name_ru, ''), c.name_uz) as name,
      count(*) filter (where former is null)::integer as added,
      count(*) filter (where former is not null and written is not null)::integer as changed,
      count(*) filter (where written is null)::integer as removed,
      min(begin_at) as from_at, max(begin_at) as until_at
    from pg_temp.guide_written w join channel c on c.id = w.channel_id
    group by channel_id, c.number, c.name_ru, c.name_uz order by channel_id`.execute(tx)
  return rows.map(({ cid, number, name, from_at: from, until_at: until, ...counts }) => ({
    entity: guideEntity,
    entityId: cid,
    label: `${number} ${name}`,
    ...fieldsOfCounts({ ...counts, fromMs: from.getTime(), untilMs: until.getTime() }),
  }))
}

/** Deletes the programmes of an edition. */
export async function deleteEdition(db: Db, editionId: number): Promise<void> {
  await db.deleteFrom('guide_edition_programme').where('edition_id', '=', editionId).execute()
}
