import type { Generated } from 'kysely'

/** The tables of the viewing module (`db/migrations/0014-viewing.sql`, `0121-profiles.sql`). */
export interface ViewingTables {
  watching: WatchingTable
  favourite_title: FavouriteTitleTable
  favourite_channel: FavouriteChannelTable
  title_rating: TitleRatingTable
}

/** One row per profile and file. */
export interface WatchingTable {
  account_id: number
  profile_no: Generated<number>
  title_id: number
  file_id: number
  position_sec: number
  is_finished: boolean
  /** Removed from the continue-watching list until it is watched again. */
  is_hidden: Generated<boolean>
  watched_at: Date
}

export interface FavouriteTitleTable {
  account_id: number
  profile_no: Generated<number>
  title_id: number
  added_at: Date
}

export interface FavouriteChannelTable {
  account_id: number
  profile_no: Generated<number>
  channel_id: number
  added_at: Date
}

export interface TitleRatingTable {
  account_id: number
  profile_no: Generated<number>
  title_id: number
  /** 1 to 10. */
  rating: number
  rated_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ViewingTables {}
}
