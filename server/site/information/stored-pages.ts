import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { builtInPages } from './built-in.ts'
import { PageInput, type InformationTexts } from './texts/information-page.ts'
import { announceSiteChange } from '#server/site/content/changes.ts'
import { informationSlugs, type InformationSlug } from '#contract/site/information.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The operator's page where there is one, else the built-in one. */
export async function findInformationPage(db: Db, slug: InformationSlug): Promise<InformationTexts> {
  const row = await db
    .selectFrom('information_page')
    .select(['ru', 'uz'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (row === undefined) return builtInPages[slug]
  const parsed = z.safeParse(PageInput, { slug, ...row })
  // A page that a later version cannot parse must not disappear.
  return parsed.success ? parsed.data : builtInPages[slug]
}

export interface StoredPage {
  readonly slug: InformationSlug
  /** In Russian. */
  readonly title: string
  /** Unix milliseconds; null for a built-in page. */
  readonly changedAtMs: number | null
}

export async function listInformationPages(db: Db): Promise<readonly StoredPage[]> {
  const rows = await db.selectFrom('information_page').select(['slug', 'changed_at']).execute()
  const changed = new Map(rows.map((row) => [row.slug, row.changed_at.getTime()]))
  return Promise.all(
    informationSlugs.map(async (slug) => ({
      slug,
      title: (await findInformationPage(db, slug)).ru.title,
      changedAtMs: changed.get(slug) ?? null,
    })),
  )
}

/** The result of a file: for every page whether it changed, or why nothing was imported. */
export type ImportedPages =
  | {
      readonly kind: 'taken'
      readonly changed: readonly InformationSlug[]
      readonly same: readonly InformationSlug[]
    }
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

const maxProblems = 30

/** Imports a JSON text: one page or an array of pages. All of it, or, with any error, nothing. */
export async function importInformationPages(db: Db, text: string, nowMs: number): Promise<ImportedPages> {
  const read = readPages(text)
  if (read.kind === 'refused') return read
  const changed: InformationSlug[] = []
  const same: InformationSlug[] = []
  await db.transaction().execute(async (trx) => {
    for (const page of read.pages) {
      const { slug, ru, uz } = page
      const before = await trx
        .selectFrom('information_page')
        .select(['ru', 'uz'])
        .where('slug', '=', slug)
        .executeTakeFirst()
      if (before !== undefined && isDeepStrictEqual(before, { ru, uz })) {
        same.push(slug)
        continue
      }
      const values = { ru: JSON.stringify(ru), uz: JSON.stringify(uz), changed_at: new Date(nowMs) }
      await trx
        .insertInto('information_page')
        .values({ slug, ...values })
        .onConflict((conflict) => conflict.column('slug').doUpdateSet(values))
        .execute()
      changed.push(slug)
    }
    if (changed.length > 0) await announceSiteChange(trx)
  })
  return { kind: 'taken', changed, same }
}

/** Restores the built-in text of the page; false when it already had it. */
export async function resetInformationPage(db: Db, slug: InformationSlug): Promise<boolean> {
  const removed = await db.deleteFrom('information_page').where('slug', '=', slug).executeTakeFirst()
  await announceSiteChange(db)
  return removed.numDeletedRows > 0n
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
