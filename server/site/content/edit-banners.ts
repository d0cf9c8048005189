/** Banners by hand: what the staff sees, saves, orders and removes. */
import type { Db } from '#server/platform/database/database.ts'
import type { BannerPlace, Words } from './banner.ts'
import { orderedBrands } from '#server/site/brands/brand-choice.ts'
import { bannerEntity, bannerStore } from './content-states.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  editingContent,
  nextContentId,
  removeRecord,
  updateRecord,
} from './editing-content.ts'

/** More of one kind would be looked at by nobody. */
export const maxBanners = 200

export type ShownState = 'planned' | 'on' | 'ended'

export interface BannerFields {
  readonly place: BannerPlace
  readonly title: Words
  readonly text: Words
  readonly button: Words
  /** The version of its picture original; '' for none. */
  readonly picture: string
  /** A path of the site. */
  readonly href: string
  /** Unix milliseconds; null for no limit. */
  readonly shownFromMs: number | null
  readonly shownUntilMs: number | null
  /** The brands that show it; none for all. */
  readonly brands?: readonly number[]
}

export interface StaffBanner extends BannerFields {
  readonly id: number
  readonly position: number
  readonly version: number
  readonly state: ShownState
}

/** All banners, in the order of their places and positions, those that ended too. */
export async function listStaffBanners(db: Db, nowMs: number): Promise<readonly StaffBanner[]> {
  const rows = await db
    .selectFrom('banner')
    .selectAll()
    .orderBy('place')
    .orderBy('position')
    .orderBy('banner_id')
    .limit(maxBanners * 5)
    .execute()
  return rows.map((row) => {
    const [from, until] = [row.shown_from?.getTime() ?? null, row.shown_until?.getTime() ?? null]
    return {
      id: row.banner_id,
      place: row.place,
      title: { ru: row.title_ru, uz: row.title_uz },
      text: { ru: row.text_ru, uz: row.text_uz },
      button: { ru: row.button_ru, uz: row.button_uz },
      picture: row.image,
      href: row.href,
      shownFromMs: from,
      shownUntilMs: until,
      brands: row.brands,
      position: row.position,
      version: row.version,
      state: shownState(from, until, nowMs),
    }
  })
}

/** Saves a banner; `id` null creates one, at the end of its place. An older `version` is refused. */
export async function saveBanner(
  db: Db,
  {
    id,
    version,
    fields,
  }: { readonly id: number | null; readonly version: number; readonly fields: BannerFields },
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  const { shownFromMs: from, shownUntilMs: until } = fields
  if (from !== null && until !== null && until <= from) return { kind: 'period' }
  const editing = { ...editingBanners, ...who, title: 'banner', ids: id === null ? [] : [id] }
  return editingContent(db, editing, async (tx) => {
    const all = await tx.selectFrom('banner').select(['banner_id', 'place', 'position', 'version']).execute()
    const values = valuesOf(fields)
    const last = Math.max(0, ...all.filter(({ place }) => place === fields.place).map((one) => one.position))
    if (id === null) {
      if (all.length >= maxBanners) return { kind: 'full', max: maxBanners }
      const newId = await nextContentId(tx)
      await tx
        .insertInto('banner')
        .values({ banner_id: newId, ...values, position: last + 1 })
        .execute()
      return newId
    }
    const stored = all.find((one) => one.banner_id === id)
    if (stored === undefined) return { kind: 'not_found' }
    const moved = stored.place === fields.place ? {} : { position: last + 1 }
    return updateRecord(tx, bannerPlace, { id, version, values: { ...values, ...moved } })
  })
}

/**
 * Puts the banners of a place into this order; those that are not named follow in theirs. Their texts stay as they are:
 * who edits one of them is not told of a change.
 */
export async function orderBanners(
  db: Db,
  place: BannerPlace,
  ids: readonly number[],
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  const stored = await db
    .selectFrom('banner')
    .select('banner_id')
    .where('place', '=', place)
    .orderBy('position')
    .orderBy('banner_id')
    .execute()
  const all = stored.map(({ banner_id: id }) => id)
  if (ids.some((id) => !all.includes(id))) return { kind: 'not_found' }
  const order = [...new Set([...ids, ...all])]
  return editingContent(db, { ...editingBanners, ...who, title: 'banner_order', ids: all }, async (tx) => {
    for (const [position, id] of order.entries())
      await tx
        .updateTable('banner')
        .set({ position })
        .where('banner_id', '=', id)
        .where('position', '<>', position)
        .execute()
    return order[0] ?? 0
  })
}

/** Deletes a banner; that can be taken back. */
export async function removeBanner(
  db: Db,
  id: number,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  return editingContent(db, { ...editingBanners, ...who, title: 'banner_removed', ids: [id] }, (tx) =>
    removeRecord(tx, bannerPlace, id),
  )
}

const editingBanners = { entity: bannerEntity, store: bannerStore, section: 'home' } as const

function shownState(fromMs: number | null, untilMs: number | null, nowMs: number): ShownState {
  if (untilMs !== null && untilMs <= nowMs) return 'ended'
  return fromMs !== null && fromMs > nowMs ? 'planned' : 'on'
}

function valuesOf({ place, title, text, button, picture, href, ...fields }: BannerFields) {
  const { shownFromMs, shownUntilMs } = fields
  const moment = (ms: number | null) => (ms === null ? null : new Date(ms))
  return {
    ...{ place, href, image: picture, brands: orderedBrands(fields.brands) },
    ...{ title_ru: title.ru, title_uz: title.uz, text_ru: text.ru, text_uz: text.uz },
    ...{ button_ru: button.ru, button_uz: button.uz },
    ...{ shown_from: moment(shownFromMs), shown_until: moment(shownUntilMs) },
  }
}
const bannerPlace = { table: 'banner', id: 'banner_id', entity: bannerEntity } as const
