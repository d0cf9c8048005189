import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { diffStates, type EntryOfChange, recordChange } from '#server/changes/changes.ts'
import { announceSiteChange } from '#server/site/content/changes.ts'
import { type ContentAuthor, nextContentId } from '#server/site/content/editing-content.ts'
import type { InformationSlug } from '#contract/site/information.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { builtInPage } from './built-in.ts'
import { lastVersion, listStaffPages, removePage } from './edit-pages.ts'
import { builtInId, pageEntity, pageStore, textsOfRow, writePageRow } from './page-states.ts'
import { PageInput, type InformationTexts } from './texts/information-page.ts'

/** The staff's page where there is one, else the built-in one; undefined when there is none of this name. */
export async function findInformationPage(db: Db, slug: string): Promise<InformationTexts | undefined> {
  const row = await db
    .selectFrom('information_page')
    .select(['slug', 'ru', 'uz'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  // A page that a later version cannot parse must not disappear.
  if (row !== undefined) return textsOfRow(row)
  return builtInPage(slug)
}

export interface StoredPage {
  readonly slug: string
  readonly isBuiltIn: boolean
  /** In Russian. */
  readonly title: string
  /** Unix milliseconds; null for a built-in page. */
  readonly changedAtMs: number | null
}

export async function listInformationPages(db: Db): Promise<readonly StoredPage[]> {
  const pages = await listStaffPages(db)
  return pages.map(({ slug, isBuiltIn, texts, changedAtMs }) => ({
    slug,
    isBuiltIn,
    title: texts.ru.title,
    changedAtMs,
  }))
}

/** The result of a file: for every page whether it changed, or why nothing was imported. */
export type ImportedPages =
  | {
      readonly kind: 'taken'
      /** 0 when nothing differed. */
      readonly changeId: number
      readonly changed: readonly string[]
      readonly same: readonly string[]
      /** What differs, page by page. */
      readonly entries: readonly EntryOfChange[]
    }
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

const maxProblems = 30

/**
 * Imports a JSON text: one page or an array of pages. All of it, or, with any error, nothing. With `isDryRun` nothing is
 * stored, and the result is what would be.
 */
export async function importInformationPages(
  db: Db,
  text: string,
  who: ContentAuthor,
  isDryRun = false,
): Promise<ImportedPages> {
  const read = readPages(text)
  if (read.kind === 'refused') return read
  const tx = await db.startTransaction().execute()
  try {
    const taken = await writePages(tx, read.pages, who)
    await (isDryRun ? tx.rollback() : tx.commit()).execute()
    return { kind: 'taken', ...taken, changeId: isDryRun ? 0 : taken.changeId }
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
}

async function writePages(
  tx: DbTransaction,
  pages: readonly z.output<typeof PageInput>[],
  who: ContentAuthor,
): Promise<Omit<Extract<ImportedPages, { readonly kind: 'taken' }>, 'kind'>> {
  const changed: string[] = []
  const same: string[] = []
  await pageStore.lock(tx)
  const rows = await tx.selectFrom('information_page').selectAll().execute()
  const ids = new Map(rows.map(({ slug, page_id: id }) => [slug, id]))
  for (const { slug } of pages) ids.set(slug, ids.get(slug) ?? builtInId(slug) ?? (await nextContentId(tx)))
  const before = await pageStore.read(tx, [...ids.values()])
  for (const { slug, ru, uz } of pages) {
    const id = ids.get(slug) ?? 0
    const row = rows.find((one) => one.page_id === id)
    if (row !== undefined && isDeepStrictEqual({ ru: row.ru, uz: row.uz }, { ru, uz })) {
      same.push(slug)
      continue
    }
    const version = Math.max(row?.version ?? 0, await lastVersion(tx, id)) + 1
    await writePageRow(tx, { id, slug, version, nowMs: who.nowMs }, { ru, uz })
    changed.push(slug)
  }
  if (changed.length > 0) await announceSiteChange(tx)
  const after = await pageStore.read(tx, [...ids.values()])
  const entries = diffStates(pageEntity, before, after, (fields) => pageStore.labelOf(fields))
  const change = { kind: 'edit', section: 'home', title: 'pages_imported', ...who, entries } as const
  return { changeId: await recordChange(tx, change), changed, same, entries }
}

/** Restores the built-in text of the page; the number of the change, 0 when it already had it. */
export async function resetInformationPage(
  db: Db,
  slug: InformationSlug,
  who: ContentAuthor,
): Promise<number> {
  const removed = await removePage(db, builtInId(slug) ?? 0, who)
  return removed.kind === 'changed' ? removed.changeId : 0
}

function readPages(text: string) {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { kind: 'refused' as const, problems: [`It is not JSON: ${why}`] }
  }
  const request = Array.isArray(parsed) ? parsed : [parsed]
  const read = z.safeParse(z.array(PageInput).check(z.minLength(1), z.maxLength(100)), request)
  if (!read.success)
    return { kind: 'refused' as const, problems: read.error.issues.slice(0, maxProblems).map(problemOf) }
  const slugs = read.data.map(({ slug }) => slug)
  const twice = slugs.find((slug, index) => slugs.indexOf(slug) !== index)
  if (twice !== undefined)
    return { kind: 'refused' as const, problems: [`The page ${twice} stands in it twice`] }
  return { kind: 'read' as const, pages: read.data }
}

/** `page 2, uz.sections.0.title: …` */
function problemOf({ path, message, code, ...rest }: z.core.$ZodIssue): string {
  const [page, ...place] = path
  const where = place.length === 0 ? '' : `, ${place.join('.')}`
  const said = code === 'custom' ? message : reasonOf(code, rest)
  return `Page ${Number(page ?? 0) + 1}${where}: ${said}`
}

function reasonOf(code: z.core.$ZodIssue['code'], issue: object): string {
  const { keys, values, minimum, maximum, expected } = issue as Readonly<Record<string, unknown>>
  switch (code) {
    case 'unrecognized_keys':
      return `it has ${String(keys)}, which is not known here`
    case 'invalid_value':
      return `one of ${String(values)} is needed`
    case 'too_small':
      return minimum === 1 ? 'it is empty' : `at least ${String(minimum)} are needed`
    case 'too_big':
      return `it is longer than ${String(maximum)}`
    case 'invalid_type':
      return `${String(expected)} is needed`
    case 'invalid_union':
      return 'its kind is not known'
    default:
      return 'it is not written as it should be'
  }
}
