/** The rails of the home page as they are stored. */
import type { Selectable } from 'kysely'
import type { RailAudience, RailKind, RailPlatform } from '#contract/site/home.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Words } from '#server/site/content/banner.ts'
import type { Database } from '#server/platform/database/schema.ts'

export type RailLanguage = 'ru' | 'uz'

/** What a rail of the editor's choice contains; an absent field restricts nothing. */
export interface RailContent {
  readonly collection_id?: number
  readonly film_kind?: 'films' | 'serials' | 'kids' | 'uzbek'
  readonly genre_id?: number
  readonly country?: string
  readonly year_from?: number
  readonly year_to?: number
  /** The minimum rating. */
  readonly rating?: number
  readonly order?: '-popularity' | '-year' | '-rating' | 'name' | '-added'
  readonly category_id?: number
  readonly cids?: readonly number[]
}

export interface RailFields {
  readonly kind: RailKind
  /** '' for the title of its kind. */
  readonly title: Words
  /** Unix milliseconds; null for no limit. */
  readonly shownFromMs: number | null
  readonly shownUntilMs: number | null
  readonly platforms: readonly RailPlatform[]
  readonly languages: readonly RailLanguage[]
  readonly audience: RailAudience
  /** The brands that show it; none for all. */
  readonly brands?: readonly number[]
  readonly content: RailContent
}

export interface StoredRail extends RailFields {
  readonly id: number
  readonly isHidden: boolean
  readonly version: number
}

/** All rails in their order, hidden and planned ones too. */
export async function listRails(db: Db): Promise<readonly StoredRail[]> {
  const rows = await db
    .selectFrom('home_rail')
    .selectAll()
    .orderBy('position')
    .orderBy('rail_id')
    .limit(500)
    .execute()
  return rows.map(railOf)
}

function railOf(row: Selectable<Database['home_rail']>): StoredRail {
  return {
    id: row.rail_id,
    kind: row.kind,
    title: { ru: row.title_ru, uz: row.title_uz },
    isHidden: row.is_hidden,
    shownFromMs: row.shown_from?.getTime() ?? null,
    shownUntilMs: row.shown_until?.getTime() ?? null,
    platforms: row.platforms,
    languages: row.languages,
    audience: row.audience,
    brands: row.brands,
    content: row.content as RailContent,
    version: row.version,
  }
}
