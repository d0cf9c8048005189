/** People as states of fields: what a set of changes stores, and how it is written back. */
import { type Kysely, sql } from 'kysely'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { announceTitles } from '#server/catalogue/editing/title-states.ts'

/** The name of people in sets of changes. */
export const personEntity = 'person'

/** Columns that the staff edits. */
export const personColumns = ['name_ru', 'name_uz', 'name_original', 'about_ru', 'about_uz', 'photo'] as const

/** Waits for other edits and imports of people. */
export async function lockPeople(tx: DbTransaction): Promise<void> {
  await sql`lock table person in share row exclusive mode`.execute(tx)
}

export async function personStates(db: Kysely<Database>, ids: readonly number[]): Promise<States> {
  const rows = await db
    .selectFrom('person')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...Object.fromEntries(personColumns.map((name): [string, Json] => [name, row[name]])),
        merged_into: row.merged_into,
        _is_edited: row.is_edited,
      },
    ]),
  )
}

export function personLabel(fields: Fields): string {
  return String(fields['name_ru'] || fields['name_uz'] || fields['name_original'] || '')
}

/** People as things whose changes can be taken back. */
export const personStore: EntityStore = {
  lock: lockPeople,
  read: personStates,
  labelOf: personLabel,
  write: async (tx, steps) => {
    const stored = await personStates(tx, [...steps.keys()])
    const mayMerge = await mergeCheck(tx, steps, stored)
    const left: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) {
      const { merged_into: target, ...others } = fields ?? {}
      if (!stored.has(id) || fields === null) left.push([id, '', null])
      else if (typeof target === 'number' && !mayMerge(id, target)) {
        left.push([id, 'merged_into', stored.get(id)?.['merged_into'] ?? null])
        await writePerson(tx, id, others)
      } else await writePerson(tx, id, fields)
    }
    await announceTitles(tx)
    return left
  },
}

/**
 * Whether a person may become a double of `target` again. Not where somebody merged `target` since, or others into the
 * double: a double of a double counts for nobody.
 */
async function mergeCheck(
  tx: DbTransaction,
  steps: ReadonlyMap<number, Fields | null>,
  stored: States,
): Promise<(double: number, target: number) => boolean> {
  const after = new Map<number, Json>()
  for (const [id, fields] of steps) after.set(id, { ...stored.get(id), ...fields }['merged_into'] ?? null)
  const targets = [...after.values()].filter((one) => typeof one === 'number')
  const rows = await tx
    .selectFrom('person')
    .select(['id', 'merged_into'])
    .where('merged_into', 'is not', null)
    .where((on) => on.or([on('id', 'in', [0, ...targets]), on('merged_into', 'in', [0, ...steps.keys()])]))
    .execute()
  for (const { id, merged_into: into } of rows) if (!after.has(id)) after.set(id, into)
  const mains = new Set(after.values())
  return (double, target) => (after.get(target) ?? null) === null && !mains.has(double)
}

/** Writes fields of a person. */
export async function writePerson(tx: DbTransaction, id: number, fields: Fields): Promise<void> {
  const values = Object.fromEntries(
    [...personColumns, 'merged_into'].filter((name) => name in fields).map((name) => [name, fields[name]]),
  )
  await tx
    .updateTable('person')
    .set({ ...values, version: sql`version + 1` })
    .set('_is_edited' in fields ? { is_edited: fields['_is_edited'] === true } : {})
    .where('id', '=', id)
    .execute()
}
