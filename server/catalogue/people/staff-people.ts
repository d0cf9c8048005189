/** People as the staff sees them, with those who may be one person. */
import { foldedWords } from '#contract/search/search-folding.ts'
import type { Db } from '#server/platform/database/database.ts'

export interface StaffPerson {
  readonly id: number
  readonly version: number
  readonly nameRu: string
  readonly nameUz: string
  readonly nameOriginal: string
  readonly aboutRu: string
  readonly aboutUz: string
  readonly photo: string | null
  /** In how many titles the person is named, with those of merged doubles. */
  readonly titles: number
}

/** As many people are compared at most; a catalogue of 50,000 titles names fewer. */
const maxPeople = 200_000

async function readPeople(db: Db, ids?: readonly number[]): Promise<readonly StaffPerson[]> {
  let query = db
    .selectFrom('person')
    .leftJoin('person as double', (join) =>
      join.on((on) => on(on.fn.coalesce('double.merged_into', 'double.id'), '=', on.ref('person.id'))),
    )
    .leftJoin('credit', 'credit.person_id', 'double.id')
    .selectAll('person')
    .select((on) => on.fn.count<string>('credit.title_id').distinct().as('titles'))
    .where('person.merged_into', 'is', null)
    .groupBy('person.id')
    .orderBy('person.id')
    .limit(maxPeople)
  if (ids !== undefined) query = query.where('person.id', 'in', [0, ...ids])
  const rows = await query.execute()
  return rows.map((row) => ({
    ...{ id: row.id, version: row.version, photo: row.photo, titles: Number(row.titles) },
    ...{ nameRu: row.name_ru, nameUz: row.name_uz, nameOriginal: row.name_original },
    ...{ aboutRu: row.about_ru, aboutUz: row.about_uz },
  }))
}

/** A person for the editor, with those who were merged into it. */
export async function findStaffPerson(db: Db, id: number) {
  const [person] = await readPeople(db, [id])
  if (person === undefined) return undefined
  const merged = await db
    .selectFrom('person')
    .select(['id', 'name_ru', 'name_uz', 'name_original'])
    .where('merged_into', '=', id)
    .orderBy('id')
    .execute()
  return { ...person, merged }
}

/** A page of people by a part of a name, in the order of their names, and how many match. */
export async function listStaffPeople(
  db: Db,
  { text, page, pageSize }: { readonly text: string; readonly page: number; readonly pageSize: number },
): Promise<{ readonly people: readonly StaffPerson[]; readonly count: number }> {
  const like = `%${text.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const matching = db
    .selectFrom('person')
    .where('merged_into', 'is', null)
    .where((on) =>
      on.or([on('name_ru', 'ilike', like), on('name_uz', 'ilike', like), on('name_original', 'ilike', like)]),
    )
  const { count } = await matching
    .select((on) => on.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .select('id')
    .orderBy((on) => on.fn('lower', ['name_ru']))
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const ids = rows.map(({ id }) => id)
  const people = new Map((await readPeople(db, ids)).map((person) => [person.id, person]))
  return { people: ids.flatMap((id) => people.get(id) ?? []), count: Number(count) }
}

/** Groups of people with a name that is the same in another script or spelling, the largest first. */
export async function listDoubles(db: Db, max: number): Promise<readonly (readonly StaffPerson[])[]> {
  const groups = doublesAmong(await readPeople(db))
  return groups.toSorted((a, b) => b.length - a.length).slice(0, max)
}

/** People that share a folded name, directly or through another one. */
export function doublesAmong<Person extends Pick<StaffPerson, 'id' | 'nameRu' | 'nameUz' | 'nameOriginal'>>(
  people: readonly Person[],
): readonly (readonly Person[])[] {
  const leaders = new Map<number, number>()
  const leaderOf = (id: number): number => {
    const next = leaders.get(id) ?? id
    return next === id ? id : leaderOf(next)
  }
  const byName = new Map<string, number>()
  for (const person of people) {
    for (const name of [person.nameRu, person.nameUz, person.nameOriginal]) {
      // In any order of the words; one word alone says too little.
      const words = foldedWords(name)
      if (words.length < 2) continue
      const key = words.toSorted().join(' ')
      const other = byName.get(key)
      if (other === undefined) byName.set(key, person.id)
      else leaders.set(leaderOf(person.id), leaderOf(other))
    }
  }
  const groups = Map.groupBy(people, ({ id }) => leaderOf(id))
  return [...groups.values()].filter((group) => group.length > 1)
}
