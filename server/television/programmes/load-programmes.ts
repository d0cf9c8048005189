import type { Selectable } from 'kysely'
import { OnceEach } from '#server/platform/concurrency/once-each.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ProgrammeRecord } from '#server/television/channels/channel.ts'
import type { ProgrammeTable } from '#server/television/channels/tables.ts'
import { loadEdits } from './edit-rows.ts'
import { layEdits, publishedOf } from './lay-edits.ts'

/** Unix milliseconds. */
export interface GuideWindow {
  readonly fromMs: number
  readonly toMs: number
}

const dayMs = 86_400_000
/** An edit moves a programme by less than this (`maxMoveMs`, a shift of half a day, the programme's own length). */
const marginMs = 4 * dayMs

/**
 * The published programmes that overlap a window, by channel and start: what was delivered, with what was edited by hand
 * laid over it (`lay-edits.ts`). `cids` undefined means all.
 */
export async function loadProgrammes(
  db: Db,
  window: GuideWindow,
  cids?: readonly number[],
): Promise<ProgrammeRecord[]> {
  const { edits, shifts } = await loadEdits(db, cids)
  const edited = [...new Set([...edits, ...shifts].map(({ cid }) => cid))]
  const delivered = await loadDelivered(db, window, cids)
  if (edited.length === 0) return delivered
  const wide = { fromMs: window.fromMs - marginMs, toMs: window.toMs + marginMs }
  const around = Map.groupBy(await loadDelivered(db, wide, edited), ({ cid }) => cid)
  const [editsOf, shiftsOf] = [Map.groupBy(edits, ({ cid }) => cid), Map.groupBy(shifts, ({ cid }) => cid)]
  const byChannel = Map.groupBy(delivered, ({ cid }) => cid)
  for (const cid of edited) {
    const laid = layEdits(around.get(cid) ?? [], editsOf.get(cid) ?? [], shiftsOf.get(cid) ?? [])
    const inWindow = publishedOf(laid).filter(
      ({ beginMs, endMs }) => endMs > window.fromMs && beginMs < window.toMs,
    )
    byChannel.set(cid, [...inWindow])
  }
  return [...byChannel].toSorted(([a], [b]) => a - b).flatMap(([, programmes]) => programmes)
}

/** Rows per statement: a guide of any size is read without all its rows in memory at once. */
const programmesAtOnce = 20_000

/**
 * The programmes as the guides delivered them that overlap a window, by channel and start. `cids` undefined means all.
 */
export async function loadDelivered(
  db: Db,
  window: GuideWindow,
  cids?: readonly number[],
): Promise<ProgrammeRecord[]> {
  const once = new OnceEach()
  const programmes: ProgrammeRecord[] = []
  let query = db
    .selectFrom('programme')
    .selectAll()
    .where('end_at', '>', new Date(window.fromMs))
    .where('begin_at', '<', new Date(window.toMs))
    .orderBy('channel_id')
    .orderBy('begin_at')
    .limit(programmesAtOnce)
  if (cids !== undefined) query = query.where('channel_id', 'in', [...cids])
  for (let after = { cid: 0, begin: new Date(0) }; ;) {
    const rows = await query
      .where((one) => one(one.refTuple('channel_id', 'begin_at'), '>', one.tuple(after.cid, after.begin)))
      .execute()
    for (const row of rows) programmes.push(programmeOf(row, once))
    const last = rows.at(-1)
    if (last === undefined || rows.length < programmesAtOnce) return programmes
    after = { cid: last.channel_id, begin: last.begin_at }
  }
}

function programmeOf(row: Selectable<ProgrammeTable>, once: OnceEach): ProgrammeRecord {
  return {
    pid: row.id,
    cid: row.channel_id,
    beginMs: row.begin_at.getTime(),
    endMs: row.end_at.getTime(),
    title: once.words(row.title_ru, row.title_uz),
    description: once.words(row.description_ru, row.description_uz),
    genreCode: row.genre_code,
    ageRating: once.text(row.age_rating),
    assetId: row.asset_id,
    ...(row.subtitle_ru === '' && row.subtitle_uz === ''
      ? {}
      : { subtitle: once.words(row.subtitle_ru, row.subtitle_uz) }),
    ...(row.season === null ? {} : { season: row.season }),
    ...(row.episode === null ? {} : { episode: row.episode }),
    ...(row.catchup_id === null ? {} : { catchupId: row.catchup_id }),
  }
}
