import type { ColumnType, Generated } from 'kysely'

/** The tables of the module (`db/migrations/0005-notices.sql`, `0018-notices.sql`). */
export interface SiteTables {
  banner: BannerTable
  news_item: NewsItemTable
  page_text: PageTextTable
  information_page: InformationPageTable
}

export interface BannerTable {
  banner_id: number
  place: Generated<'home' | 'top' | 'promo'>
  title_ru: string
  title_uz: string
  text_ru: string
  text_uz: string
  button_ru: string
  button_uz: string
  /** The version of its picture original; '' for none. */
  image: string
  /** A path of the site. */
  href: string
  position: Generated<number>
  /** Shown from and until these moments; null for no limit. */
  shown_from: Date | null
  shown_until: Date | null
}

export interface NewsItemTable {
  news_id: number
  title_ru: string
  title_uz: string
  lead_ru: string
  lead_uz: string
  body_ru: string
  body_uz: string
  /** The version of its picture original; '' for none. */
  image: string
  published_at: Date
}

export interface PageTextTable {
  /** A path of the site without its language, for example `/movies`. */
  path: string
  title_ru: string
  title_uz: string
  description_ru: string
  description_uz: string
}

export interface InformationPageTable {
  slug: string
  /** The page in this language, validated when it was written. */
  ru: ColumnType<unknown, string, string>
  uz: ColumnType<unknown, string, string>
  changed_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends SiteTables {}
}
