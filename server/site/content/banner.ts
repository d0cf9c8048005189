import { sql } from 'kysely'
import { mainServiceId } from '#server/site/brands/main-service.ts'
import { shownBy } from '#server/site/brands/brand-choice.ts'
import type { Db } from '#server/platform/database/database.ts'

/** A text in both languages. */
export interface Words {
  readonly ru: string
  readonly uz: string
}

/** On the home page, in the line above every page, or in the offer to a visitor. */
export type BannerPlace = 'home' | 'top' | 'promo'

/** A banner as it is shown. */
export interface BannerRecord {
  readonly bannerId: number
  readonly title: Words
  readonly text: Words
  readonly button: Words
  /** The version of its picture original, or null. */
  readonly picture: string | null
  /** A path of the site. */
  readonly href: string
}

/** A banner from the demo or an operator. */
export interface NewBanner {
  readonly id: number
  readonly place: BannerPlace
  readonly title: Words
  readonly text: Words
  readonly button: Words
  /** The version of its picture original, or null. */
  readonly picture: string | null
  /** A path of the site. */
  readonly href: string
  readonly position: number
  /** Unix milliseconds; shown from and until, null for no limit. */
  readonly shownFromMs?: number | null
  readonly shownUntilMs?: number | null
}

/** The current banners of a place that a brand shows, in their order. */
export async function findBanners(
  db: Db,
  place: BannerPlace,
  nowMs: number,
  serviceId = mainServiceId,
): Promise<readonly BannerRecord[]> {
  const now = new Date(nowMs)
  const rows = await db
    .selectFrom('banner')
    .selectAll()
    .where('place', '=', place)
    .where(shownBy(serviceId))
    .where((on) => on.or([on('shown_from', 'is', null), on('shown_from', '<=', now)]))
    .where((on) => on.or([on('shown_until', 'is', null), on('shown_until', '>', now)]))
    .orderBy('position')
    .orderBy('banner_id')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    bannerId: row.banner_id,
    title: { ru: row.title_ru, uz: row.title_uz },
    text: { ru: row.text_ru, uz: row.text_uz },
    button: { ru: row.button_ru, uz: row.button_uz },
    picture: row.image === '' ? null : row.image,
    href: row.href,
  }))
}

/** Creates or updates a banner. */
export async function writeBanner(db: Db, banner: NewBanner): Promise<void> {
  const moment = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : new Date(ms))
  const values = {
    place: banner.place,
    title_ru: banner.title.ru,
    title_uz: banner.title.uz,
    text_ru: banner.text.ru,
    text_uz: banner.text.uz,
    button_ru: banner.button.ru,
    button_uz: banner.button.uz,
    image: banner.picture ?? '',
    href: banner.href,
    position: banner.position,
    shown_from: moment(banner.shownFromMs),
    shown_until: moment(banner.shownUntilMs),
  }
  await db
    .insertInto('banner')
    .values({ banner_id: banner.id, ...values })
    .onConflict((conflict) =>
      conflict.column('banner_id').doUpdateSet({ ...values, version: sql`banner.version + 1` }),
    )
    .execute()
}
