import type { Db } from '#server/platform/database/database.ts'
import type { ChannelSourceTable, ChannelTable } from './tables.ts'
import type { Selectable } from 'kysely'
import type { ChannelCategoryRecord, ChannelRecord, ChannelSource, SourceAddress } from './channel.ts'
import { channelCatchup, readCatchupRule } from './catchup.ts'
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
  return rows.map((row) => {
    const source: ChannelSource =
      row.source_kind === 'recorded'
        ? { kind: 'recorded', sources: (sourcesOf.get(row.id) ?? []).map(addressOf) }
        : { kind: row.source_kind }
    const writtenBy = row.locked.includes('catchup') ? 'staff' : 'list'
    const catchup = channelCatchup(readCatchupRule(row.catchup), source, writtenBy)
    return { ...recordOf(row), source, ...(catchup === undefined ? {} : { catchup }) }
  })
}

function recordOf(row: Selectable<ChannelTable>): Omit<ChannelRecord, 'source' | 'catchup'> {
  return {
    cid: row.id,
    key: row.key,
    number: row.number,
    name: { ru: row.name_ru, uz: row.name_uz },
    logo: row.logo,
    categoryId: row.category_id,
    additionalCategories: row.additional_categories,
    isSocial: row.is_social,
    isOpenToGuests: row.open_to_guests,
    isRadio: row.is_radio,
    worldPlace: row.world_place,
    isEnabled: row.is_enabled,
    isHidden: row.is_hidden,
    archiveDays: row.archive_days,
    tvgId: row.tvg_id,
    ...listIdOf(row),
    tvgName: row.tvg_name,
    countries: row.countries,
    languages: row.languages ?? [],
    quality: row.quality,
    guideShiftMin: row.guide_shift_min,
    lowLatency: row.low_latency,
    recording: readRecordingOverrides(row.recording),
  }
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
