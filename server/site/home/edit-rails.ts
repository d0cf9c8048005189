/** Rails by hand: what the staff saves, orders, hides, deletes, and the page as it came. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type RailKind, originalRails } from '#contract/site/home.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  changedSince,
  editingContent,
  nextContentId,
  removeRecord,
  updateRecord,
} from '#server/site/content/editing-content.ts'
import { orderedBrands } from '#server/site/brands/brand-choice.ts'
import type { RailContent, RailFields } from './rail.ts'
import { railEntity, railStates, railStore } from './rail-states.ts'

/** A page of more rails would be read by nobody to its end. */
export const maxRails = 60

export type RailRefused =
  | ContentRefused
  /** A rail of the editor's choice without it. */
  | { readonly kind: 'content_missing' }
  | { readonly kind: 'years' }

/** Saves a rail; `id` null adds one at the end. An older `version` is refused. */
export async function saveRail(
  db: Db,
  {
    id,
    version,
    fields,
  }: { readonly id: number | null; readonly version: number; readonly fields: RailFields },
  who: ContentAuthor,
): Promise<ContentChanged | RailRefused> {
  const { shownFromMs: from, shownUntilMs: until } = fields
  if (from !== null && until !== null && until <= from) return { kind: 'period' }
  const content = contentOf(fields.kind, fields.content)
  if (isContentMissing(fields.kind, content)) return { kind: 'content_missing' }
  if ((content.year_from ?? 0) > (content.year_to ?? Infinity)) return { kind: 'years' }
  const editing = { ...editingRails, ...who, title: 'home_rail', ids: id === null ? [] : [id] }
  return editingContent(db, editing, async (tx) => {
    const values = { ...valuesOf(fields), content: JSON.stringify(content) }
    if (id === null) return addRail(tx, values)
    return updateRecord(tx, railPlace, { id, version, values })
  })
}

type RailValues = ReturnType<typeof valuesOf> & { readonly content: string }

async function addRail(tx: DbTransaction, values: RailValues): Promise<number | ContentRefused> {
  const all = await tx.selectFrom('home_rail').select('position').execute()
  if (all.length >= maxRails) return { kind: 'full', max: maxRails }
  const id = await nextContentId(tx)
  const position = Math.max(-1, ...all.map((one) => one.position)) + 1
  await tx
    .insertInto('home_rail')
    .values({ ...values, rail_id: id, position })
    .execute()
  return id
}

/**
 * Puts the rails into this order; those that are not named follow in theirs. `shown`: the order that the editor saw; when
 * it is another one now, nothing changes.
 */
export async function orderRails(
  db: Db,
  { ids, shown }: { readonly ids: readonly number[]; readonly shown: readonly number[] },
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  const editing = { ...editingRails, ...who, title: 'home_order', ids: idsOf }
  return editingContent(db, editing, async (tx) => {
    const all = await idsOf(tx)
    if (!isDeepStrictEqual(all, [...shown])) {
      const moved = all.find((id, index) => id !== shown[index]) ?? shown[all.length] ?? 0
      return changedSince(tx, railEntity, moved)
    }
    if (ids.some((id) => !all.includes(id))) return { kind: 'not_found' }
    const order = [...new Set([...ids, ...all])]
    for (const [position, id] of order.entries())
      await tx
        .updateTable('home_rail')
        .set({ position })
        .where('rail_id', '=', id)
        .where('position', '<>', position)
        .execute()
    return order[0] ?? 0
  })
}

/** Hides a rail, or shows it again. */
export async function hideRail(
  db: Db,
  id: number,
  isHidden: boolean,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  const title = isHidden ? 'home_hidden' : 'home_shown'
  return editingContent(db, { ...editingRails, ...who, title, ids: [id] }, async (tx) => {
    const stored = await tx
      .selectFrom('home_rail')
      .select('is_hidden')
      .where('rail_id', '=', id)
      .executeTakeFirst()
    if (stored === undefined) return { kind: 'not_found' }
    if (stored.is_hidden !== isHidden)
      await tx
        .updateTable('home_rail')
        .set({ is_hidden: isHidden, version: sql`version + 1` })
        .where('rail_id', '=', id)
        .execute()
    return id
  })
}

/** Deletes a rail; that can be taken back. */
export async function removeRail(
  db: Db,
  id: number,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  return editingContent(db, { ...editingRails, ...who, title: 'home_removed', ids: [id] }, (tx) =>
    removeRecord(tx, railPlace, id),
  )
}

/** Puts the rails back as they came: those that were added are deleted. That can be taken back. */
export async function resetRails(db: Db, who: ContentAuthor): Promise<ContentChanged | ContentRefused> {
  const ids = async (tx: DbTransaction) => [
    ...new Set([...(await idsOf(tx)), ...originalRails.map(({ id }) => id)]),
  ]
  return editingContent(db, { ...editingRails, ...who, title: 'home_reset', ids }, async (tx) => {
    const states = await railStates(tx)
    const own = originalRails.map(({ id }) => id)
    await tx.deleteFrom('home_rail').where('rail_id', 'not in', own).execute()
    for (const [position, { id, kind, platforms }] of originalRails.entries()) {
      const values = {
        ...valuesOf(originalFields(kind, platforms)),
        is_hidden: false,
        content: '{}',
        position,
      }
      const version = Number(states.get(id)?.['_version'] ?? 0) + 1
      await tx
        .insertInto('home_rail')
        .values({ rail_id: id, ...values, version })
        .onConflict((conflict) => conflict.column('rail_id').doUpdateSet({ ...values, version }))
        .execute()
    }
    return own[0] ?? 0
  })
}

const editingRails = { entity: railEntity, store: railStore, section: 'home' } as const

function originalFields(kind: RailKind, platforms: RailFields['platforms']): RailFields {
  return {
    ...{ kind, platforms, languages: ['ru', 'uz'], audience: 'everybody', content: {} },
    ...{ title: { ru: '', uz: '' }, shownFromMs: null, shownUntilMs: null },
  }
}

async function idsOf(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('home_rail')
    .select('rail_id')
    .orderBy('position')
    .orderBy('rail_id')
    .execute()
  return rows.map(({ rail_id: id }) => id)
}

/** Only what a rail of this kind contains. */
function contentOf(kind: RailKind, content: RailContent): RailContent {
  const names = contentNames[kind] ?? []
  return Object.fromEntries(
    names.flatMap((name) => (content[name] === undefined ? [] : [[name, content[name]]])),
  )
}

const contentNames: Readonly<Partial<Record<RailKind, readonly (keyof RailContent)[]>>> = {
  collection: ['collection_id'],
  films: ['film_kind', 'genre_id', 'country', 'year_from', 'year_to', 'rating', 'order'],
  channel_category: ['category_id'],
  channels: ['cids'],
}

function isContentMissing(kind: RailKind, { collection_id, category_id, cids = [] }: RailContent): boolean {
  if (kind === 'collection') return collection_id === undefined
  if (kind === 'channel_category') return category_id === undefined
  return kind === 'channels' && cids.length === 0
}

function valuesOf({ kind, title, platforms, languages, audience, ...fields }: RailFields) {
  const { shownFromMs, shownUntilMs } = fields
  const moment = (ms: number | null) => (ms === null ? null : new Date(ms))
  return {
    ...{ kind, audience, platforms: [...new Set(platforms)], languages: [...new Set(languages)] },
    ...{ title_ru: title.ru, title_uz: title.uz, brands: orderedBrands(fields.brands) },
    ...{ shown_from: moment(shownFromMs), shown_until: moment(shownUntilMs) },
  }
}
const railPlace = { table: 'home_rail', id: 'rail_id', entity: railEntity } as const
