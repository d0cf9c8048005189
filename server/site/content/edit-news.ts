/** News by hand: what the staff sees, saves and removes. */
import type { Db } from '#server/platform/database/database.ts'
import type { Words } from './banner.ts'
import { orderedBrands } from '#server/site/brands/brand-choice.ts'
import { newsEntity, newsStore } from './content-states.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  editingContent,
  nextContentId,
  removeRecord,
  updateRecord,
} from './editing-content.ts'

export interface NewsFields {
  readonly title: Words
  readonly lead: Words
  /** Plain text; a blank line begins a paragraph. */
  readonly body: Words
  /** The version of its picture original; '' for none. */
  readonly picture: string
  /** Unix milliseconds; shown from then on. */
  readonly publishedAtMs: number
  /** The brands that show it; none for all. */
  readonly brands?: readonly number[]
}

export interface StaffNews extends NewsFields {
  readonly id: number
  readonly version: number
  readonly state: 'planned' | 'on'
}

const maxListed = 1000

/** The newest 1,000 news, those to come first; or one of them. */
export async function listStaffNews(db: Db, nowMs: number, id?: number): Promise<readonly StaffNews[]> {
  let query = db.selectFrom('news_item').selectAll()
  if (id !== undefined) query = query.where('news_id', '=', id)
  const rows = await query
    .orderBy('published_at', 'desc')
    .orderBy('news_id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    id: row.news_id,
    title: { ru: row.title_ru, uz: row.title_uz },
    lead: { ru: row.lead_ru, uz: row.lead_uz },
    body: { ru: row.body_ru, uz: row.body_uz },
    picture: row.image,
    publishedAtMs: row.published_at.getTime(),
    brands: row.brands,
    version: row.version,
    state: row.published_at.getTime() > nowMs ? 'planned' : 'on',
  }))
}

/** Saves a news item; `id` null creates one. An older `version` is refused. */
export async function saveNews(
  db: Db,
  {
    id,
    version,
    fields,
  }: { readonly id: number | null; readonly version: number; readonly fields: NewsFields },
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  const { title, lead, body, picture, publishedAtMs, brands } = fields
  const values = {
    ...{ title_ru: title.ru, title_uz: title.uz, lead_ru: lead.ru, lead_uz: lead.uz },
    ...{ body_ru: body.ru, body_uz: body.uz, image: picture, published_at: new Date(publishedAtMs) },
    brands: orderedBrands(brands),
  }
  const editing = { ...editingNews, ...who, title: 'news', ids: id === null ? [] : [id] }
  return editingContent(db, editing, async (tx) => {
    if (id === null) {
      const newId = await nextContentId(tx)
      await tx
        .insertInto('news_item')
        .values({ news_id: newId, ...values })
        .execute()
      return newId
    }
    return updateRecord(tx, newsPlace, { id, version, values })
  })
}

/** Deletes a news item; that can be taken back. */
export async function deleteNews(
  db: Db,
  id: number,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  return editingContent(db, { ...editingNews, ...who, title: 'news_removed', ids: [id] }, (tx) =>
    removeRecord(tx, newsPlace, id),
  )
}

const editingNews = { entity: newsEntity, store: newsStore, section: 'news' } as const
const newsPlace = { table: 'news_item', id: 'news_id', entity: newsEntity } as const
