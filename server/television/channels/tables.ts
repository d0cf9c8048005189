import type { ColumnType, Generated } from 'kysely'

/**
 * The tables of `db/migrations/0003-television.sql` and `0022-channel-sources.sql`, and `channel_alias` of
 * `0023-guide-sources.sql`; written only by `server/television`.
 */
export interface TelevisionTables {
  channel_category: ChannelCategoryTable
  channel_group_rule: ChannelGroupRuleTable
  channel: ChannelTable
  channel_source: ChannelSourceTable
  channel_other_key: ChannelOtherKeyTable
  channel_logo: ChannelLogoTable
  channel_alias: ChannelAliasTable
  programme: ProgrammeTable
  programme_edit: ProgrammeEditTable
  programme_shift: ProgrammeShiftTable
}

export interface ChannelCategoryTable {
  id: number
  place: number
  name_ru: string
  name_uz: string
}

/** Of `db/migrations/0056-group-rules.sql`. */
export interface ChannelGroupRuleTable {
  group_name: string
  category_id: number
  staff_name: Generated<string>
  made_at: Date
}

export interface ChannelTable {
  id: Generated<number>
  key: string
  content_hash: string
  number: number
  name_ru: string
  name_uz: string
  logo: string | null
  category_id: number
  additional_categories: Generated<number[]>
  is_social: Generated<boolean>
  /** Of `db/migrations/0117-guests.sql`. */
  open_to_guests: Generated<boolean>
  /** Of `db/migrations/0080-radio.sql`. */
  is_radio: Generated<boolean>
  world_place: number | null
  source_kind: 'recorded' | 'linear' | 'none'
  is_enabled: Generated<boolean>
  archive_days: Generated<number>
  tvg_id: string | null
  tvg_name: string | null
  guide_shift_min: Generated<number>
  countries: Generated<string[]>
  /** Of its sound; null: nobody said. */
  languages: Generated<string[] | null>
  quality: Generated<'sd' | 'hd' | 'uhd' | null>
  /** JSON: the list's data about the source server's own archive. */
  catchup: ColumnType<unknown, string | null | undefined, string | null>
  /** Fields that were edited by hand, by the names of `lockableFields`: imports leave them. */
  locked: Generated<string[]>
  /** JSON: the last import's values of lockable fields. */
  imported: ColumnType<unknown, string | undefined, string>
  version: Generated<number>
  deleted_at: Date | null
  deleted_as: 'removed' | 'merged' | 'taken_back' | null
  merged_into: number | null
  is_hidden: Generated<boolean>
  changed_at: Generated<Date>
  low_latency: Generated<boolean>
  /** JSON: an object. */
  recording: ColumnType<unknown, string | undefined, string>
}

/** Additional keys by which imports mean a channel. */
export interface ChannelOtherKeyTable {
  key: string
  channel_id: number
}

export interface ChannelLogoTable {
  channel_id: number
  address: string
  /** `beside`: a file beside the list, which was not there when it was imported. */
  state: Generated<'waiting' | 'taken' | 'failed' | 'beside'>
  reason: Generated<string>
  tries: Generated<number>
  next_at: Generated<Date>
}

export interface ChannelSourceTable {
  channel_id: number
  place: number
  url: string
  protocol: 'udp' | 'srt' | 'rtmp' | 'hls' | 'dash' | 'http-ts' | 'file-loop'
  user_agent: string | null
  referer: string | null
  is_own: Generated<boolean>
}

export interface ProgrammeTable {
  id: Generated<number>
  channel_id: number
  begin_at: Date
  end_at: Date
  title_ru: string
  title_uz: string
  description_ru: Generated<string>
  description_uz: Generated<string>
  genre_code: number | null
  age_rating: Generated<string>
  asset_id: string | null
  subtitle_ru: Generated<string>
  subtitle_uz: Generated<string>
  season: number | null
  episode: number | null
  /** Its id at the channel's provider. */
  catchup_id: string | null
  /** Its categories as the guide words them, folded. */
  categories: Generated<string[]>
}

/** Of `db/migrations/0067-programme-edits.sql`. */
export interface ProgrammeEditTable {
  id: Generated<number>
  channel_id: number
  pid: number
  /** JSON: the programme as it was delivered last; null for one that was added. */
  source: ColumnType<unknown, string | null, string | null>
  /** JSON: what was set by hand, by name. */
  fields: ColumnType<unknown, string, string>
  begin_at: Date | null
  end_at: Date | null
  is_hidden: Generated<boolean>
  version: Generated<number>
  staff_name: Generated<string>
  changed_at: Date
}

/** Of `db/migrations/0067-programme-edits.sql`. */
export interface ProgrammeShiftTable {
  id: Generated<number>
  channel_id: number
  from_at: Date
  /** Null: from then on. */
  to_at: Date | null
  minutes: number
  staff_name: Generated<string>
  made_at: Date
}

export interface ChannelAliasTable {
  folded: string
  alias: string
  channel_id: number
  added_at: Generated<Date>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends TelevisionTables {}
}
