import type { ColumnType, Generated } from 'kysely'
import type { RailAudience, RailKind, RailPlatform } from '#contract/site/home.ts'

/** The tables of the module (`db/migrations/0005-notices.sql`, `0018-notices.sql`, `0059-content-versions.sql`,
 * `0062-pages.sql`, `0064-service.sql`, `0066-service-notices.sql`, `0069-home-rails.sql`, `0089-brands.sql`, `0111-brand-content.sql`). */
export interface SiteTables {
  banner: BannerTable
  news_item: NewsItemTable
  page_text: PageTextTable
  information_page: InformationPageTable
  service_settings: ServiceSettingsTable
  home_rail: HomeRailTable
  service_notice: ServiceNoticeTable
  brand_font: BrandFontTable
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
  /** The brands that show it; empty for all. */
  brands: Generated<number[]>
  /** Grows with every change. */
  version: Generated<number>
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
  /** The brands that show it; empty for all. */
  brands: Generated<number[]>
  /** Grows with every change. */
  version: Generated<number>
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
  /** The number by which sets of changes name it. */
  page_id: number
  /** Grows with every change. */
  version: Generated<number>
}

/** One row. */
export interface ServiceSettingsTable {
  /** 1: the service of every host that belongs to no other. */
  service_id: number
  hosts: string[]
  name_ru: string
  name_uz: string
  /** The version of its picture original. */
  logo: string
  accent: string
  action_colour: string
  support_phone: string
  default_language: 'ru' | 'uz' | ''
  short_name: string
  /** The version of its picture original. */
  icon: string
  support_email: string
  support_telegram: string
  hours_ru: string
  hours_uz: string
  company: string
  address_ru: string
  address_uz: string
  /** Versions of `brand_font`; '' for the built-in one. */
  font: Generated<string>
  font_bold: Generated<string>
  /** Grows with every change. */
  version: Generated<number>
}

export interface HomeRailTable {
  rail_id: number
  kind: RailKind
  /** '' for the title of its kind. */
  title_ru: Generated<string>
  title_uz: Generated<string>
  is_hidden: Generated<boolean>
  /** Shown from and until these moments; null for no limit. */
  shown_from: Date | null
  shown_until: Date | null
  platforms: RailPlatform[]
  languages: ('ru' | 'uz')[]
  audience: Generated<RailAudience>
  /** The brands that show it; empty for all. */
  brands: Generated<number[]>
  /** JSON: what a rail of the editor's choice contains. */
  content: ColumnType<unknown, string | undefined, string>
  position: number
  /** Grows with every change. */
  version: Generated<number>
}

export interface ServiceNoticeTable {
  notice_id: number
  kind: 'works' | 'outage'
  title_ru: string
  title_uz: string
  text_ru: Generated<string>
  text_uz: Generated<string>
  begins_at: Date
  /** Null for an outage whose end nobody knows yet. */
  ends_at: Date | null
  /** Grows with every change. */
  version: Generated<number>
}

export interface BrandFontTable {
  version: string
  bytes: Buffer
  /** `FontFacts`. */
  facts: ColumnType<unknown, string, string>
  stored_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends SiteTables {}
}
