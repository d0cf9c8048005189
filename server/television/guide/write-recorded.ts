/** Writes a guide as a set of changes, with what every programme was before. */
import { sql } from 'kysely'
import { type Author, type EntryOfChange, recordChange } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { fieldsOfCounts } from './guide-fields.ts'
import { guideEntity } from './guide-store.ts'
import { stateIn } from './programme-state.ts'
import { type WrittenCounts, writeTidy } from './write-tidy.ts'

/** Whose import it is, and what is imported. */
export interface GuideRecord {
  /** The name of the file or the source. */
  readonly title: string
  readonly by: Author
  readonly nowMs: number
}

export interface GuideRecorded {
  /** The channels with a changed row. */
  readonly touched: ReadonlySet<number>
  /** The set of changes; 0 when nothing differed. */
  readonly changeId: number
  /** How many channels it changed. */
  readonly changed: number
}

/** Writes what `guide_tidy` and `guide_cover` say; `outcomes` as for `writeTidy`. */
export async function writeRecorded(
  tx: DbTransaction,
  outcomes: readonly WrittenCounts[],
  { title, by, nowMs }: GuideRecord,
): Promise<GuideRecorded> {
  await sql`create temporary table guide_former on commit drop as ${statesInReach}`.execute(tx)
  await sql`analyze pg_temp.guide_former`.execute(tx)
  const touched = await writeTidy(tx, outcomes)
  const entries = await entriesOfWritten(tx)
  const changeId = await recordChange(tx, { kind: 'import', section: 'guide', title, by, nowMs, entries })
  if (changeId !== 0)
    await sql`
      insert into guide_change_programme (change_id, channel_id, begin_at, before, after)
      select ${changeId}::integer, channel_id, begin_at, former, written from pg_temp.guide_written`.execute(
      tx,
    )
  return { touched, changeId, changed: entries.length }
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
