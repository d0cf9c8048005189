/** Pages of text by hand: what the staff sees, saves, removes, and the former versions. */
import { listEntityHistory } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  changedSince,
  editingContent,
  nextContentId,
} from '#server/site/content/editing-content.ts'
import { informationSlugs } from '#contract/site/information.ts'
import { builtInPages } from './built-in.ts'
import { type MarkdownProblem, readMarkdown } from './markdown/read-markdown.ts'
import {
  builtInId,
  builtInSlug,
  contentOf,
  fieldsOfPage,
  isTaken,
  pageEntity,
  pageStore,
  textsOfFields,
  textsOfRow,
  writePageRow,
  type WrittenTexts,
  writtenTexts,
} from './page-states.ts'

/** More pages of its own would be looked for by nobody. */
const maxOwnPages = 200

export interface StaffPage {
  readonly id: number
  readonly slug: string
  /** 0: it has the text it came with. */
  readonly version: number
  /** It came with the product: removing it restores that text. */
  readonly isBuiltIn: boolean
  /** Unix milliseconds; null for the text it came with. */
  readonly changedAtMs: number | null
  readonly texts: WrittenTexts
}

/** All pages: those that come with the product first, then the staff's own by name. */
export async function listStaffPages(db: Db): Promise<readonly StaffPage[]> {
  const rows = await db
    .selectFrom('information_page')
    .selectAll()
    .orderBy('slug')
    .limit(maxOwnPages * 2)
    .execute()
  const stored = new Map(
    rows.flatMap((row) => {
      const texts = textsOfRow(row)
      if (texts === undefined) return []
      const { page_id: id, slug, version } = row
      const page: StaffPage = {
        ...{ id, slug, version, isBuiltIn: builtInId(slug) !== undefined },
        changedAtMs: row.changed_at.getTime(),
        texts: writtenTexts(texts),
      }
      return [[id, page] as const]
    }),
  )
  const builtIn = informationSlugs.map((slug, place): StaffPage => {
    const id = place + 1
    const asItCame = { id, slug, version: 0, isBuiltIn: true, changedAtMs: null }
    return stored.get(id) ?? { ...asItCame, texts: writtenTexts(builtInPages[slug]) }
  })
  return [...builtIn, ...[...stored.values()].filter(({ isBuiltIn }) => !isBuiltIn)]
}

export async function findStaffPage(db: Db, id: number): Promise<StaffPage | undefined> {
  return (await listStaffPages(db)).find((page) => page.id === id)
}

export type PageRefused =
  | ContentRefused
  | { readonly kind: 'slug_taken' }
  | ({ readonly kind: 'text'; readonly language: 'ru' | 'uz' } & MarkdownProblem)

/** Saves a page; `id` null creates one. An older `version` is refused. */
export async function savePage(
  db: Db,
  page: {
    readonly id: number | null
    readonly version: number
    readonly slug: string
    readonly texts: WrittenTexts
  },
  who: ContentAuthor,
): Promise<ContentChanged | PageRefused> {
  const { id, slug, texts } = page
  const problem = problemOf(texts)
  const [ru, uz] = [contentOf(texts.ru), contentOf(texts.uz)]
  if (problem !== undefined || ru === undefined || uz === undefined)
    return problem ?? { kind: 'text', language: ru === undefined ? 'ru' : 'uz', line: 1, reason: 'too_long' }
  let isSlugTaken = false
  const editing = { ...editingPages, ...who, title: 'page', ids: id === null ? [] : [id] }
  const outcome = await editingContent(db, editing, async (tx) => {
    const stored = await storedVersion(tx, id)
    if (typeof stored !== 'number') return stored
    if (id !== null && stored !== page.version) return changedSince(tx, pageEntity, id)
    const ownSlug = id === null ? slug : (builtInSlug(id) ?? slug)
    isSlugTaken = await isTaken(tx, ownSlug, id)
    if (isSlugTaken) return { kind: 'not_found' }
    const ownId = id ?? (await nextContentId(tx))
    if (id !== null && (await isAsStored(tx, id, ownSlug, texts))) return ownId
    const version = Math.max(stored, await lastVersion(tx, ownId)) + 1
    await writePageRow(tx, { id: ownId, slug: ownSlug, version, nowMs: who.nowMs }, { ru, uz })
    return ownId
  })
  return isSlugTaken ? { kind: 'slug_taken' } : outcome
}

/** Deletes a page of the staff, or restores the text a page came with; both can be taken back. */
export async function removePage(
  db: Db,
  id: number,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  const editing = { ...editingPages, ...who, title: 'page_removed', ids: [id] }
  return editingContent(db, editing, async (tx) => {
    const removed = await tx.deleteFrom('information_page').where('page_id', '=', id).executeTakeFirst()
    return removed.numDeletedRows > 0n || builtInSlug(id) !== undefined ? id : { kind: 'not_found' }
  })
}

export interface PageVersion {
  /** The change that made it; 0 for the one before the first change. */
  readonly changeId: number
  /** '' at the command line. */
  readonly staffName: string
  readonly madeMs: number
  /** Null: there was no such page. */
  readonly texts: WrittenTexts | null
}

const maxVersions = 50

/** The versions of a page, the present one first. */
export async function listPageVersions(db: Db, id: number): Promise<readonly PageVersion[]> {
  const changes = await listEntityHistory(db, { entity: pageEntity, entityId: id, limit: maxVersions })
  const slug = builtInSlug(id)
  const asItCame = slug === undefined ? null : writtenTexts(builtInPages[slug])
  let fields = (await pageStore.read(db as DbTransaction, [id])).get(id) ?? null
  const versions: PageVersion[] = []
  for (const { change, before, after } of changes) {
    const texts = fields === null ? asItCame : textsOfFields(fields)
    versions.push({ changeId: change.changeId, staffName: change.staffName, madeMs: change.madeMs, texts })
    fields = before === null || after === null ? before : { ...fields, ...before }
  }
  const first = fields === null ? asItCame : textsOfFields(fields)
  if (changes.length < maxVersions && first !== null)
    versions.push({ changeId: 0, staffName: '', madeMs: 0, texts: first })
  return versions
}

const editingPages = { entity: pageEntity, store: pageStore, section: 'home' } as const

function problemOf(texts: WrittenTexts): PageRefused | undefined {
  for (const language of ['ru', 'uz'] as const) {
    const [problem] = readMarkdown(texts[language].body).problems
    if (problem !== undefined) return { kind: 'text', language, ...problem }
  }
  return undefined
}

/** 0 for a new page and for one with the text it came with. */
async function storedVersion(tx: DbTransaction, id: number | null): Promise<number | ContentRefused> {
  const rows = await tx.selectFrom('information_page').select(['page_id', 'version']).execute()
  if (id === null) return rows.length >= maxOwnPages ? { kind: 'full', max: maxOwnPages } : 0
  const stored = rows.find((row) => row.page_id === id)
  if (stored === undefined && builtInSlug(id) === undefined) return { kind: 'not_found' }
  return stored?.version ?? 0
}

/** The last version a page had before its text was removed. */
export async function lastVersion(tx: DbTransaction, id: number): Promise<number> {
  const [last] = await listEntityHistory(tx, { entity: pageEntity, entityId: id, limit: 1 })
  const versions = [last?.before, last?.after].map((fields) => Number(fields?.['_version'] ?? 0))
  return Math.max(...versions)
}

async function isAsStored(
  tx: DbTransaction,
  id: number,
  slug: string,
  texts: WrittenTexts,
): Promise<boolean> {
  const stored = (await pageStore.read(tx, [id])).get(id)
  const builtIn = builtInSlug(id)
  const now =
    stored ?? (builtIn === undefined ? undefined : fieldsOfPage(slug, writtenTexts(builtInPages[builtIn]), 0))
  if (now === undefined) return false
  const next = fieldsOfPage(slug, texts, 0)
  return Object.keys(next).every((name) => name === '_version' || next[name] === now[name])
}
