import type { Db } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import type { ChannelTable } from '#server/platform/tables/television.ts'
import type { Selectable } from 'kysely'
import type { ChannelCategoryRecord, ChannelRecord, ChannelSource, ProgrammeRecord } from './channel.ts'

/** All channels in the order of their numbers. */
export async function loadChannels(db: Db): Promise<ChannelRecord[]> {
  const rows = await db.selectFrom('channel').selectAll().orderBy('number').orderBy('id').execute()
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
    source: sourceOf(row),
    isEnabled: row.is_enabled,
    archiveDays: row.archive_days,
    tvgId: row.tvg_id,
    tvgName: row.tvg_name,
    guideShiftMin: row.guide_shift_min,
  }))
}

/** Categories in the order they are shown. */
export async function loadCategories(db: Db): Promise<ChannelCategoryRecord[]> {
  const rows = await db.selectFrom('channel_category').selectAll().orderBy('place').orderBy('id').execute()
  return rows.map((row) => ({ id: row.id, name: { ru: row.name_ru, uz: row.name_uz } }))
}

function sourceOf(row: Selectable<ChannelTable>): ChannelSource {
  if (row.source_kind !== 'recorded') return { kind: row.source_kind }
  invariant(row.source_url !== null && row.source_protocol !== null, `channel ${row.id} has no source`)
  return {
    kind: 'recorded',
    url: row.source_url,
    protocol: row.source_protocol,
    ...(row.user_agent === null ? {} : { userAgent: row.user_agent }),
    ...(row.referer === null ? {} : { referer: row.referer }),
  }
}

/** The programmes that touch a window (unix milliseconds), by channel and beginning. `cids` undefined means all. */
export async function loadProgrammes(
  db: Db,
  window: { readonly fromMs: number; readonly toMs: number },
  cids?: readonly number[],
): Promise<ProgrammeRecord[]> {
  let query = db
    .selectFrom('programme')
    .selectAll()
    .where('end_at', '>', new Date(window.fromMs))
    .where('begin_at', '<', new Date(window.toMs))
  if (cids !== undefined) query = query.where('channel_id', 'in', [...cids])
  const rows = await query.orderBy('channel_id').orderBy('begin_at').execute()
  return rows.map((row) => ({
    pid: row.id,
    cid: row.channel_id,
    beginMs: row.begin_at.getTime(),
    endMs: row.end_at.getTime(),
    title: { ru: row.title_ru, uz: row.title_uz },
    description: { ru: row.description_ru, uz: row.description_uz },
    genreCode: row.genre_code,
    ageRating: row.age_rating,
    assetId: row.asset_id,
  }))
}
