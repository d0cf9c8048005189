import type { Db } from '#server/platform/database/database.ts'
import { OnceEach } from '#server/platform/concurrency/once-each.ts'
import type { ChannelSourceTable, ChannelTable, ProgrammeTable } from './tables.ts'
import type { Selectable } from 'kysely'
import type { ChannelCategoryRecord, ChannelRecord, ProgrammeRecord, SourceAddress } from './channel.ts'
import { readRecordingOverrides } from './recording.ts'

/** All channels that are not deleted, in the order of their numbers. */
export async function loadChannels(db: Db): Promise<ChannelRecord[]> {
  const rows = await db
    .selectFrom('channel')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('number')
    .orderBy('id')
    .execute()
  const sources = await db.selectFrom('channel_source').selectAll().orderBy('place').execute()
  const sourcesOf = Map.groupBy(sources, (source) => source.channel_id)
  return rows.map((row) => ({
    cid: row.id,
    key: row.key,
    number: row.number,
    name: { ru: row.name_ru, uz: row.name_uz },
    logo: row.logo,
    categoryId: row.category_id,
    additionalCategories: row.additional_categories,
    isSocial: row.is_social,
    worldPlace: row.world_place,
    source:
      row.source_kind === 'recorded'
        ? { kind: 'recorded', sources: (sourcesOf.get(row.id) ?? []).map(addressOf) }
        : { kind: row.source_kind },
    isEnabled: row.is_enabled,
    isHidden: row.is_hidden,
    archiveDays: row.archive_days,
    tvgId: row.tvg_id,
    ...listIdOf(row),
    tvgName: row.tvg_name,
    countries: row.countries,
    guideShiftMin: row.guide_shift_min,
    lowLatency: row.low_latency,
    recording: readRecordingOverrides(row.recording),
  }))
}

function listIdOf({ locked, imported }: Selectable<ChannelTable>): { readonly listTvgId?: string } {
  if (!locked.includes('tvg_id')) return {}
  const { tvg_id: id } = imported as { readonly tvg_id?: unknown }
  return typeof id === 'string' ? { listTvgId: id } : {}
}

/** Categories in display order. */
export async function loadCategories(db: Db): Promise<ChannelCategoryRecord[]> {
  const rows = await db.selectFrom('channel_category').selectAll().orderBy('place').orderBy('id').execute()
  return rows.map((row) => ({ id: row.id, name: { ru: row.name_ru, uz: row.name_uz } }))
}

/** A row as a source address. */
export function addressOf(row: Selectable<ChannelSourceTable>): SourceAddress {
  return {
    url: row.url,
    protocol: row.protocol,
    ...(row.user_agent === null ? {} : { userAgent: row.user_agent }),
    ...(row.referer === null ? {} : { referer: row.referer }),
  }
}

/** Rows per statement: a guide of any size is read without all its rows in memory at once. */
const programmesAtOnce = 20_000

/** The programmes that overlap a window (unix milliseconds), by channel and start. `cids` undefined means all. */
export async function loadProgrammes(
  db: Db,
  window: { readonly fromMs: number; readonly toMs: number },
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
  }
}
