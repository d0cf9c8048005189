import type { Words } from './banner.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/failures.ts'
import type { site } from '#contract/site.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { Db } from '#server/platform/database.ts'

/** A news item as the demo or an operator gives it. */
export interface GivenNews {
  readonly id: number
  readonly title: Words
  readonly lead: Words
  /** Plain text; a blank line begins a paragraph. */
  readonly body: Words
  /** The version of its picture original, or null. */
  readonly picture: string | null
  /** Unix milliseconds. One that lies ahead is not shown before. */
  readonly publishedAtMs: number
}

/** A page of the news, newest first. `page` begins at 1. */
export async function findNews(
  db: Db,
  asked: { readonly page: number; readonly limit: number },
  language: Language,
  nowMs: number,
): Promise<AnswerOf<typeof site.news>> {
  const published = db.selectFrom('news_item').where('published_at', '<=', new Date(nowMs))
  const [rows, { total }] = await Promise.all([
    published
      .selectAll()
      .orderBy('published_at', 'desc')
      .orderBy('news_id', 'desc')
      .limit(asked.limit)
      .offset((asked.page - 1) * asked.limit)
      .execute(),
    published.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return {
    data: rows.map((row) => presentNews(row, language)),
    page: asked.page,
    total,
    last_page: Math.max(1, Math.ceil(total / asked.limit)),
  }
}

export async function findNewsItem(
  db: Db,
  newsId: number,
  language: Language,
  nowMs: number,
): Promise<AnswerOf<typeof site.newsDetail> | undefined> {
  const row = await db
    .selectFrom('news_item')
    .selectAll()
    .where('news_id', '=', newsId)
    .where('published_at', '<=', new Date(nowMs))
    .executeTakeFirst()
  return row === undefined ? undefined : { ...presentNews(row, language), body: row[`body_${language}`] }
}

/** Writes a news item, new or anew. */
export async function writeNews(db: Db, news: GivenNews): Promise<void> {
  const values = {
    title_ru: news.title.ru,
    title_uz: news.title.uz,
    lead_ru: news.lead.ru,
    lead_uz: news.lead.uz,
    body_ru: news.body.ru,
    body_uz: news.body.uz,
    image: news.picture ?? '',
    published_at: new Date(news.publishedAtMs),
  }
  await db
    .insertInto('news_item')
    .values({ news_id: news.id, ...values })
    .onConflict((conflict) => conflict.column('news_id').doUpdateSet(values))
    .execute()
}

type NewsRow = {
  readonly news_id: number
  readonly image: string
  readonly published_at: Date
} & Readonly<Record<`${'title' | 'lead'}_${Language}`, string>>

function presentNews(row: NewsRow, language: Language) {
  return {
    id: row.news_id,
    title: row[`title_${language}`],
    lead: row[`lead_${language}`],
    image: pictureAddress('news', row.news_id, row.image === '' ? null : row.image, 960),
    published_at: Math.floor(row.published_at.getTime() / 1000),
  }
}
