import { mainServiceId } from '#server/site/brands/main-service.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Words } from './banner.ts'
import { orderedBrands, shownBy } from '#server/site/brands/brand-choice.ts'
import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'

/** A news item from the demo or an operator. */
export interface NewsInput {
  readonly id: number
  readonly title: Words
  readonly lead: Words
  /** Plain text; a blank line begins a paragraph. */
  readonly body: Words
  /** The version of its picture original, or null. */
  readonly picture: string | null
  /** Unix milliseconds. A future item is not shown before. */
  readonly publishedAtMs: number
  /** The brands that show it; none for all. Absent: as it was. */
  readonly brands?: readonly number[] | undefined
}

/** A news item as it is shown. */
export interface NewsRecord {
  readonly newsId: number
  readonly title: Words
  readonly lead: Words
  /** Plain text; a blank line begins a paragraph. */
  readonly body: Words
  /** The version of its picture original, or null. */
  readonly picture: string | null
  readonly publishedAtMs: number
}

/** A page of the news that a brand shows, newest first, and the total. `page` starts at 1. */
export async function findNews(
  db: Db,
  request: { readonly page: number; readonly limit: number },
  nowMs: number,
  serviceId = mainServiceId,
): Promise<{ readonly news: readonly NewsRecord[]; readonly total: number }> {
  const published = db
    .selectFrom('news_item')
    .where('published_at', '<=', new Date(nowMs))
    .where(shownBy(serviceId))
  const [rows, { total }] = await Promise.all([
    published
      .selectAll()
      .orderBy('published_at', 'desc')
      .orderBy('news_id', 'desc')
      .limit(request.limit)
      .offset((request.page - 1) * request.limit)
      .execute(),
    published.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { news: rows.map(recordOf), total }
}

/** A published news item; `serviceId`: only when this brand shows it. */
export async function findNewsItem(
  db: Db,
  newsId: number,
  nowMs: number,
  serviceId?: number,
): Promise<NewsRecord | undefined> {
  const row = await db
    .selectFrom('news_item')
    .selectAll()
    .where('news_id', '=', newsId)
    .where('published_at', '<=', new Date(nowMs))
    .where(serviceId === undefined ? sql<boolean>`true` : shownBy(serviceId))
    .executeTakeFirst()
  return row === undefined ? undefined : recordOf(row)
}

/** Far more than is ever written; it only bounds the sitemap. */
const maxNews = 100_000

/** Every published news item that a brand shows, newest first, only by its number. */
export async function listPublishedNews(
  db: Db,
  nowMs: number,
  serviceId: number,
): Promise<readonly { readonly newsId: number; readonly publishedAtMs: number }[]> {
  const rows = await db
    .selectFrom('news_item')
    .select(['news_id', 'published_at'])
    .where('published_at', '<=', new Date(nowMs))
    .where(shownBy(serviceId))
    .orderBy('published_at', 'desc')
    .orderBy('news_id', 'desc')
    .limit(maxNews)
    .execute()
  return rows.map((row) => ({ newsId: row.news_id, publishedAtMs: row.published_at.getTime() }))
}

/** Creates or updates a news item. */
export async function writeNews(db: Db, news: NewsInput): Promise<void> {
  const values = newsValues(news)
  await db
    .insertInto('news_item')
    .values({ news_id: news.id, ...values })
    .onConflict((conflict) =>
      conflict.column('news_id').doUpdateSet({ ...values, version: sql`news_item.version + 1` }),
    )
    .execute()
}

/** The same, and says whether anything changed. */
export async function publishNews(db: Db, news: NewsInput): Promise<'added' | 'changed' | 'unchanged'> {
  const existing = await db
    .selectFrom('news_item')
    .selectAll()
    .where('news_id', '=', news.id)
    .executeTakeFirst()
  const { published_at: publishedAt, ...texts } = newsValues(news)
  const isSame =
    existing !== undefined &&
    existing.published_at.getTime() === publishedAt.getTime() &&
    (Object.keys(texts) as (keyof typeof texts)[]).every((name) =>
      isDeepStrictEqual(existing[name], texts[name]),
    )
  if (isSame) return 'unchanged'
  await writeNews(db, news)
  return existing === undefined ? 'added' : 'changed'
}

/** All of them for the operator, newest first, including future ones. */
export async function listNews(
  db: Db,
): Promise<readonly { readonly id: number; readonly title: string; readonly publishedAtMs: number }[]> {
  const rows = await db
    .selectFrom('news_item')
    .select(['news_id', 'title_ru', 'published_at'])
    .orderBy('published_at', 'desc')
    .orderBy('news_id', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    id: row.news_id,
    title: row.title_ru,
    publishedAtMs: row.published_at.getTime(),
  }))
}

function newsValues(news: NewsInput) {
  return {
    title_ru: news.title.ru,
    title_uz: news.title.uz,
    lead_ru: news.lead.ru,
    lead_uz: news.lead.uz,
    body_ru: news.body.ru,
    body_uz: news.body.uz,
    image: news.picture ?? '',
    published_at: new Date(news.publishedAtMs),
    ...(news.brands === undefined ? {} : { brands: orderedBrands(news.brands) }),
  }
}

function recordOf(row: Selectable<Database['news_item']>): NewsRecord {
  return {
    newsId: row.news_id,
    title: { ru: row.title_ru, uz: row.title_uz },
    lead: { ru: row.lead_ru, uz: row.lead_uz },
    body: { ru: row.body_ru, uz: row.body_uz },
    picture: row.image === '' ? null : row.image,
    publishedAtMs: row.published_at.getTime(),
  }
}
