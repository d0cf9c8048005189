import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { RawProgramme } from '#server/television/channels/channel.ts'
import { type EditionChannel, storeStaged } from './editions.ts'
import type { GuideRoute } from './guide-route.ts'
import { type PublishOptions, type PublishResult, publishStaged } from './publish-staged.ts'

/** A programme of a delivery that is still being read. */
export interface StagedProgramme extends RawProgramme {
  /** The reader's own number for the guide's channel; `GuideRoute` maps it to ours. */
  readonly from: number
}

/**
 * A delivery in progress: programmes are written to the database in pieces, in any order, and the guide does not
 * change before `publish`. So a delivery may have any size; only a piece of it is in memory here.
 */
export interface GuideStaging {
  add(programmes: readonly StagedProgramme[]): Promise<void>
  publish(routes: readonly GuideRoute[], options?: PublishOptions): Promise<PublishResult>
  /** Stores it as an edition instead, compared with the guide, which does not change. */
  store(
    routes: readonly GuideRoute[],
    edition: { readonly editionId: number; readonly nowMs: number },
  ): Promise<readonly EditionChannel[]>
}

const rowsAtOnce = 2000
const dayMs = 86_400_000
const earliestMs = Date.UTC(2000, 0, 1)
const latestMs = Date.UTC(2100, 0, 1)

/** Opens a staging for `work`, on its own connection; the staged rows are deleted afterwards. */
export async function stageGuide<Result>(
  db: Db,
  work: (staging: GuideStaging) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`drop table if exists pg_temp.guide_staged`.execute(connection)
    await sql`
      create temporary table guide_staged (
        seq integer not null, guide_channel integer not null, begin_at timestamptz not null, end_at timestamptz,
        title_ru text not null, title_uz text not null, description_ru text not null, description_uz text not null,
        genre_code smallint, age_rating text not null, asset_id text, subtitle_ru text not null,
        subtitle_uz text not null, season smallint, episode integer,
        catchup_id text, categories text[] not null, letters integer not null
      )`.execute(connection)
    try {
      return await work(stagingOn(connection))
    } finally {
      await sql`drop table if exists pg_temp.guide_staged`.execute(connection)
    }
  })
}

function stagingOn(connection: Db): GuideStaging {
  const stored = { dropped: new Map<number, number>(), outOfOrder: new Map<number, number>() }
  const latestBegin = new Map<number, number>()
  let seq = 0
  return {
    add: async (programmes) => {
      for (let start = 0; start < programmes.length; start += rowsAtOnce) {
        const rows: object[] = []
        for (const programme of programmes.slice(start, start + rowsAtOnce)) {
          const { from, beginMs } = programme
          if (!(Number.isSafeInteger(beginMs) && beginMs >= earliestMs && beginMs < latestMs)) {
            count(stored.dropped, from)
            continue
          }
          if (beginMs < (latestBegin.get(from) ?? Number.NEGATIVE_INFINITY)) count(stored.outOfOrder, from)
          latestBegin.set(from, beginMs)
          rows.push(rowOf(programme, (seq += 1)))
        }
        await putDown(connection, rows)
      }
    },
    publish: async (routes, options = {}) => {
      requireOneEach(routes)
      return publishStaged(connection, routes, stored, options)
    },
    store: async (routes, edition) => {
      requireOneEach(routes)
      return storeStaged(connection, routes, stored, edition)
    },
  }
}

function requireOneEach(routes: readonly GuideRoute[]): void {
  const cids = new Set(routes.map(({ cid }) => cid))
  invariant(cids.size === routes.length, 'a channel is to be fed by two channels of one guide')
}

function count(of: Map<number, number>, from: number): void {
  of.set(from, (of.get(from) ?? 0) + 1)
}

function rowOf(programme: StagedProgramme, seq: number) {
  const { from, beginMs, endMs, title, description, genreCode, ageRating, assetId, subtitle } = programme
  const hasEnd = endMs !== undefined && Number.isSafeInteger(endMs) && endMs > beginMs
  return {
    q: seq,
    c: from,
    b: new Date(beginMs),
    // Longer programmes are cut to one day later, so two days are enough here.
    e: hasEnd ? new Date(Math.min(endMs, beginMs + 2 * dayMs)) : null,
    tr: title.ru,
    tu: title.uz,
    dr: description.ru,
    du: description.uz,
    g: genreCode,
    a: ageRating,
    s: assetId,
    sr: subtitle?.ru ?? '',
    su: subtitle?.uz ?? '',
    n: programme.season ?? null,
    p: programme.episode ?? null,
    k: programme.catchupId ?? null,
    w: programme.categories ?? [],
    l: title.ru.length + title.uz.length + description.ru.length + description.uz.length,
  }
}

/** As one JSON text: half the work of arrays for both sides. */
async function putDown(connection: Db, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into pg_temp.guide_staged
    select q, c, b, e, tr, tu, dr, du, g, a, s, sr, su, n, p, k, w, l from json_to_recordset(${asJson(rows)}::json) as given (
      q integer, c integer, b timestamptz, e timestamptz, tr text, tu text, dr text, du text, g smallint, a text,
      s text, sr text, su text, n smallint, p integer, k text, w text[], l integer
    )`.execute(connection)
}

/** The database stores no NUL and no lone surrogate in a text. */
function asJson(rows: readonly object[]): RawBuilder<string> {
  const text = JSON.stringify(rows)
  return sql.val(/\\u(?:0000|d[89a-f])/.test(text) ? JSON.stringify(rows.map(cleaned)) : text)
}

function cleaned(row: object): object {
  const clean = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(clean)
      : typeof value === 'string'
        ? value.replaceAll('\u0000', '').toWellFormed()
        : value
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, clean(value)]))
}
