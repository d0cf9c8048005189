import type { Generated } from 'kysely'

/** The table `guide_genre` of `db/migrations/0077-guide-drafts.sql`; written only by `server/television/genres`. */
export interface GenreTables {
  guide_genre: GuideGenreTable
}

export interface GuideGenreTable {
  id: Generated<number>
  word: string
  is_part: Generated<boolean>
  /** Null: the word says nothing about the genre. */
  genre_code: number | null
  rank: Generated<number>
  staff_name: Generated<string>
  changed_at: Generated<Date>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends GenreTables {}
}
