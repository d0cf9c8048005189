/** The tables of `db/migrations/0015-recommendations.sql`; written only by `server/recommendations`. */
export interface RecommendationTables {
  title_taste: TitleTasteTable
}

export interface TitleTasteTable {
  title_id: number
  watchers: number
  recent_watchers: number
  near_ids: number[]
  near_weights: number[]
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends RecommendationTables {}
}
