/** People as rows of a table, and many of them changed as one set. Merged doubles are not among them. */
import { sql } from 'kysely'
import { type Fields, type States, diffStates, recordChange } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { TitleAuthor } from '#server/catalogue/editing/edit-titles.ts'
import { announceTitles } from '#server/catalogue/editing/title-states.ts'
import { lockPeople, personEntity, personLabel, personStates } from './person-states.ts'

/** The numbers of all people, in the order of their names. */
export async function personNumbers(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('merged_into', 'is', null)
    .orderBy((on) => on.fn('lower', [on.fn.coalesce('name_ru', 'name_uz')]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** These people with the number of titles of each, those of merged doubles too; doubles themselves are left out. */
export async function loadPersonRows(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly fields: Fields; readonly titles: number }>> {
  const states = await personStates(db, ids)
  const { rows } = await sql<{ id: number; titles: number }>`
    select coalesce(person.merged_into, person.id) as id, count(distinct credit.title_id)::integer as titles
    from person join credit on credit.person_id = person.id
    where coalesce(person.merged_into, person.id) = any(${[...ids]}::integer[])
    group by 1`.execute(db)
  const titles = new Map(rows.map((row) => [row.id, row.titles]))
  return new Map(
    [...states].flatMap(([id, fields]) =>
      fields['merged_into'] === null ? [[id, { fields, titles: titles.get(id) ?? 0 }] as const] : [],
    ),
  )
}

/** Of these numbers: the doubles, each with the person that it was merged into. */
export async function doublesAmong(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'merged_into'])
    .where('id', 'in', [0, ...ids])
    .where('merged_into', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.merged_into ?? 0]))
}

const rowsAtOnce = 500

/** Changes people within a transaction, all or none; imports leave them from then on. */
export async function changePersonRows(
  tx: DbTransaction,
  edits: States,
  who: TitleAuthor & { readonly title: string },
): Promise<
  | { readonly kind: 'changed'; readonly changeId: number; readonly changed: number }
  /** One is gone, or was merged into another since. */
  | { readonly kind: 'refused' }
> {
  await lockPeople(tx)
  const all = [...edits]
  const entries = []
  for (let at = 0; at < all.length; at += rowsAtOnce) {
    const some = all.slice(at, at + rowsAtOnce)
    const ids = some.map(([id]) => id)
    const before = await personStates(tx, ids)
    if (ids.some((id) => before.get(id)?.['merged_into'] !== null)) return { kind: 'refused' }
    await writeSome(tx, some, before)
    entries.push(...diffStates(personEntity, before, await personStates(tx, ids), personLabel))
  }
  const { title, by, nowMs } = who
  const changeId = await recordChange(tx, { kind: 'import', section: 'films', title, by, nowMs, entries })
  if (changeId > 0) await announceTitles(tx)
  return { kind: 'changed', changeId, changed: entries.length }
}

async function writeSome(
  tx: DbTransaction,
  some: readonly (readonly [number, Fields])[],
  states: States,
): Promise<void> {
  const rows = some.map(([id, fields]) => ({ id, ...states.get(id), ...fields }))
  await sql`
    update person set name_ru = one.name_ru, name_uz = one.name_uz, name_original = one.name_original,
      about_ru = one.about_ru, about_uz = one.about_uz, is_edited = true, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as one (id integer, name_ru text, name_uz text, name_original text, about_ru text, about_uz text)
    where person.id = one.id`.execute(tx)
}
