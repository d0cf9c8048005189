/** Channels as the staff sees them: hidden and deleted ones too, with what is missing. */
import { sql } from 'kysely'
import type { Fields } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { channelCatchup, readCatchupRule } from '#server/television/channels/catchup.ts'
import { addressOf } from '#server/television/channels/load-channels.ts'
import type { ChannelCatchup, SourceAddress } from '#server/television/channels/channel.ts'

export interface StaffChannel {
  readonly cid: number
  readonly number: number
  readonly nameRu: string
  readonly nameUz: string
  readonly logo: string | null
  readonly categoryId: number
  readonly additionalCategoryIds: readonly number[]
  readonly sourceKind: 'recorded' | 'linear' | 'none'
  readonly sourceCount: number
  readonly isEnabled: boolean
  readonly isHidden: boolean
  readonly isSocial: boolean
  readonly isOpenToGuests: boolean
  readonly isRadio: boolean
  readonly isWorld: boolean
  readonly archiveDays: number
  readonly lowLatency: boolean
  readonly tvgId: string | null
  readonly guideShiftMin: number
  readonly countries: readonly string[]
  /** Of its sound; empty: nobody said. */
  readonly languages: readonly string[]
  readonly quality: 'sd' | 'hd' | 'uhd' | null
  /** Up to when its guide reaches, unix milliseconds; 0 without a guide. */
  readonly guideUntilMs: number
  readonly locked: readonly string[]
  readonly version: number
  /** Unix milliseconds; 0 while it is not deleted. */
  readonly deletedMs: number
  readonly mergedInto: number | null
}

/** All channels by number, or those that were deleted, the latest first; or one of either kind. */
export async function listStaffChannels(
  db: Db,
  filter: { readonly deleted: boolean } | { readonly cid: number },
): Promise<readonly StaffChannel[]> {
  let query = db
    .selectFrom('channel')
    .selectAll('channel')
    .select([
      sql<number>`(select count(*)::integer from channel_source where channel_id = channel.id)`.as('sources'),
      sql<Date | null>`(
        select end_at from programme where channel_id = channel.id order by begin_at desc limit 1)`.as(
        'guide_until',
      ),
    ])
  if ('cid' in filter) query = query.where('id', '=', filter.cid)
  else if (filter.deleted) query = query.where('deleted_at', 'is not', null).orderBy('deleted_at', 'desc')
  else query = query.where('deleted_at', 'is', null)
  const rows = await query.orderBy('number').orderBy('id').execute()
  return rows.map((row) => ({
    cid: row.id,
    number: row.number,
    nameRu: row.name_ru,
    nameUz: row.name_uz,
    logo: row.logo,
    categoryId: row.category_id,
    additionalCategoryIds: row.additional_categories,
    sourceKind: row.source_kind,
    sourceCount: row.sources,
    isEnabled: row.is_enabled,
    isHidden: row.is_hidden,
    isSocial: row.is_social,
    isOpenToGuests: row.open_to_guests,
    isRadio: row.is_radio,
    isWorld: row.world_place !== null,
    archiveDays: row.archive_days,
    lowLatency: row.low_latency,
    tvgId: row.tvg_id,
    guideShiftMin: row.guide_shift_min,
    countries: row.countries,
    languages: row.languages ?? [],
    quality: row.quality,
    guideUntilMs: row.guide_until?.getTime() ?? 0,
    locked: row.locked,
    version: row.version,
    deletedMs: row.deleted_at?.getTime() ?? 0,
    mergedInto: row.merged_into,
  }))
}

export interface StaffChannelDetails {
  readonly channel: StaffChannel
  readonly sources: readonly (SourceAddress & { readonly isOwn: boolean })[]
  readonly aliases: readonly string[]
  /** The past that its provider has. */
  readonly catchup?: ChannelCatchup
  /** The last import's values of the locked fields. */
  readonly imported: Fields
}

/** One channel with its parts; undefined when there is none. A deleted one is found too. */
export async function loadStaffChannel(db: Db, cid: number): Promise<StaffChannelDetails | undefined> {
  const [channel] = await listStaffChannels(db, { cid })
  if (channel === undefined) return undefined
  const sources = await db
    .selectFrom('channel_source')
    .selectAll()
    .where('channel_id', '=', cid)
    .orderBy('place')
    .execute()
  const aliases = await db
    .selectFrom('channel_alias')
    .select('alias')
    .where('channel_id', '=', cid)
    .orderBy('folded')
    .execute()
  const row = await db
    .selectFrom('channel')
    .select(['imported', 'catchup'])
    .where('id', '=', cid)
    .executeTakeFirst()
  const imported = Object.entries((row?.imported ?? {}) as Fields)
  const addresses = sources.map(addressOf)
  const catchup = channelCatchup(
    readCatchupRule(row?.catchup),
    channel.sourceKind === 'recorded'
      ? { kind: 'recorded', sources: addresses }
      : { kind: channel.sourceKind },
    channel.locked.includes('catchup') ? 'staff' : 'list',
  )
  return {
    channel,
    ...(catchup === undefined ? {} : { catchup }),
    sources: sources.map((source) => ({ ...addressOf(source), isOwn: source.is_own })),
    aliases: aliases.map(({ alias }) => alias),
    imported: Object.fromEntries(imported.filter(([name]) => channel.locked.includes(name))),
  }
}

/** Two channels that look like one. */
export interface DuplicateChannels {
  readonly cid: number
  readonly otherCid: number
  readonly reasons: readonly ('source' | 'guide_id' | 'name' | 'programmes')[]
}

const maxPairs = 500
/** A trait that so many channels share tells nothing. */
const maxSharing = 20
/** So many programmes of the coming days must be the same. */
const minSameProgrammes = 8

/** Pairs of channels with the same source, guide id, name or programmes; those with most reasons first. */
export async function findDuplicates(db: Db, nowMs: number): Promise<readonly DuplicateChannels[]> {
  const matches = await sql<{ reason: DuplicateChannels['reasons'][number]; a: number; b: number }>`
    with live as (
      select id, lower(trim(tvg_id)) as tvg_id, guide_shift_min,
        regexp_replace(lower(name_ru), '[^[:alnum:]+]|\\y(hd|fhd|uhd|sd|4k)\\y', '', 'g') as name
      from channel where deleted_at is null and source_kind <> 'linear'
    ), trait as (
      select 'guide_id' as reason, id, tvg_id || ' ' || guide_shift_min as value from live where tvg_id <> ''
      union all select 'name', id, name from live where name <> ''
      union all select distinct 'source', channel_id, url from channel_source join live on live.id = channel_id
      union all select 'programmes', channel_id, string_agg(begin_at::text || title_ru, '|' order by begin_at)
        from programme join live on live.id = channel_id
        where begin_at > ${new Date(nowMs)} and begin_at < ${new Date(nowMs + programmesMs)}
        group by channel_id having count(*) >= ${minSameProgrammes}
    ), shared as (
      select reason, array_agg(id order by id) as ids from trait
      group by reason, value having count(*) between 2 and ${maxSharing}
    )
    select reason, a, b from shared, unnest(ids) as a, unnest(ids) as b where a < b limit 20000`.execute(db)
  const pairs = Map.groupBy(matches.rows, ({ a, b }) => `${a} ${b}`)
  return [...pairs.values()]
    .flatMap((rows): DuplicateChannels[] => {
      const [first] = rows
      if (first === undefined) return []
      const reasons = [...new Set(rows.map(({ reason }) => reason))]
      return [{ cid: first.a, otherCid: first.b, reasons }]
    })
    .toSorted((one, other) => other.reasons.length - one.reasons.length || one.cid - other.cid)
    .slice(0, maxPairs)
}

const programmesMs = 2 * 86_400_000
