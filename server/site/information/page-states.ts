/** Pages of text as states of fields, with their text as Markdown: what sets of changes store and write back. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { announceSiteChange } from '#server/site/content/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { informationSlugs, type InformationSlug } from '#contract/site/information.ts'
import { builtInPages } from './built-in.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import { writeMarkdown } from './markdown/write-markdown.ts'
import { InformationContent, type InformationTexts } from './texts/information-page.ts'

/** The name of pages in sets of changes. */
export const pageEntity = 'page'

/** A page in one language as it is edited: `body` is Markdown. */
export interface WrittenPage {
  readonly title: string
  readonly lead: string
  readonly body: string
}

export interface WrittenTexts {
  readonly ru: WrittenPage
  readonly uz: WrittenPage
}

/** The number of a page that comes with the product; undefined for others. */
export function builtInId(slug: string): number | undefined {
  const place = informationSlugs.indexOf(slug as InformationSlug)
  return place < 0 ? undefined : place + 1
}

export function builtInSlug(id: number): InformationSlug | undefined {
  return informationSlugs[id - 1]
}

export function writtenTexts({ ru, uz }: InformationTexts): WrittenTexts {
  const written = (content: InformationTexts['ru']) => ({
    title: content.title,
    lead: content.lead,
    body: writeMarkdown(content),
  })
  return { ru: written(ru), uz: written(uz) }
}

/** The content that a written page is stored as; undefined when it is none. */
export function contentOf({ title, lead, body }: WrittenPage): InformationTexts['ru'] | undefined {
  const { sections, problems } = readMarkdown(body)
  const parsed = z.safeParse(InformationContent, { title, lead, sections })
  return problems.length === 0 && parsed.success ? parsed.data : undefined
}

/** The texts of a stored page; of one that a later version cannot parse, the built-in ones. */
export function textsOfRow(row: {
  readonly slug: string
  readonly ru: unknown
  readonly uz: unknown
}): InformationTexts | undefined {
  const [ru, uz] = [z.safeParse(InformationContent, row.ru), z.safeParse(InformationContent, row.uz)]
  if (ru.success && uz.success) return { ru: ru.data, uz: uz.data }
  const slug = informationSlugs.find((one) => one === row.slug)
  return slug === undefined ? undefined : builtInPages[slug]
}

/** Waits for other edits of pages. */
async function lockPages(tx: DbTransaction): Promise<void> {
  await sql`lock table information_page in share row exclusive mode`.execute(tx)
}

/** The states of these pages; one with the text it came with is none. */
async function pageStates(db: Db, ids: readonly number[]): Promise<States> {
  const rows = await db
    .selectFrom('information_page')
    .selectAll()
    .where('page_id', 'in', [0, ...ids])
    .execute()
  return new Map(
    rows.flatMap((row) => {
      const texts = textsOfRow(row)
      return texts === undefined
        ? []
        : [[row.page_id, fieldsOfPage(row.slug, writtenTexts(texts), row.version)] as const]
    }),
  )
}

export function fieldsOfPage(slug: string, { ru, uz }: WrittenTexts, version: number): Fields {
  return {
    slug,
    ...{ title_ru: ru.title, title_uz: uz.title, lead_ru: ru.lead, lead_uz: uz.lead },
    ...{ body_ru: ru.body, body_uz: uz.body },
    _version: version,
  }
}

export function textsOfFields(fields: Fields): WrittenTexts {
  const of = (language: 'ru' | 'uz') => ({
    title: String(fields[`title_${language}`] ?? ''),
    lead: String(fields[`lead_${language}`] ?? ''),
    body: String(fields[`body_${language}`] ?? ''),
  })
  return { ru: of('ru'), uz: of('uz') }
}

/** Writes a page: its row is created or changed. */
export async function writePageRow(
  tx: DbTransaction,
  page: { readonly id: number; readonly slug: string; readonly version: number; readonly nowMs: number },
  texts: InformationTexts,
): Promise<void> {
  const { id, slug, version, nowMs } = page
  const values = {
    slug,
    version,
    ru: JSON.stringify(texts.ru),
    uz: JSON.stringify(texts.uz),
    changed_at: new Date(nowMs),
  }
  await tx
    .insertInto('information_page')
    .values({ page_id: id, ...values })
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(values))
    .execute()
}

/** Pages as things whose changes can be taken back. */
export const pageStore: EntityStore = {
  lock: lockPages,
  read: pageStates,
  labelOf: (fields) => String(fields['title_ru'] ?? ''),
  write: async (tx, steps, nowMs) => {
    const states = await pageStates(tx, [...steps.keys()])
    const left: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) {
      if (fields === null) {
        await tx.deleteFrom('information_page').where('page_id', '=', id).execute()
        continue
      }
      const now = states.get(id) ?? {}
      const merged = { ...now, ...fields }
      const texts = textsOfFields(merged)
      const [ru, uz] = [contentOf(texts.ru), contentOf(texts.uz)]
      const slug = String(merged['slug'] ?? '')
      if (ru === undefined || uz === undefined || (await isTaken(tx, slug, id))) {
        left.push([id, 'slug', now['slug'] ?? null])
        continue
      }
      const version = Math.max(Number(now['_version'] ?? 0), Number(fields['_version'] ?? 0)) + 1
      await writePageRow(tx, { id, slug, version, nowMs }, { ru, uz })
    }
    await announceSiteChange(tx)
    return left
  },
}

/** Whether another page has this name. */
export async function isTaken(tx: DbTransaction, slug: string, id: number | null): Promise<boolean> {
  const builtIn = builtInId(slug)
  if (builtIn !== undefined && builtIn !== id) return true
  const row = await tx
    .selectFrom('information_page')
    .select('page_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row !== undefined && row.page_id !== id
}
