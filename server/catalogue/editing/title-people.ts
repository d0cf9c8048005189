/** People of a title by their names. */
import { randomUUID } from 'node:crypto'
import type { Fields } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { CreditField } from './title-states.ts'

interface Cast {
  readonly actors: readonly string[] | undefined
  readonly directors: readonly string[] | undefined
}

/**
 * The people of a title with other actors or directors: a person of the title stays with the role, one with this name
 * in any language joins, and a new name becomes a new person. People with other work stay.
 */
export async function creditsOf(
  tx: DbTransaction,
  state: Fields,
  { actors, directors }: Cast,
): Promise<readonly CreditField[]> {
  const before = state['credits'] as readonly CreditField[]
  const others = before.filter(({ kind }) => kind !== 'actor' && kind !== 'director')
  const of = async (kind: 'actor' | 'director', names: readonly string[] | undefined) => {
    const present = before.filter((credit) => credit.kind === kind)
    if (names === undefined) return present
    const credits: CreditField[] = []
    for (const name of new Set(names.map((one) => one.trim()).filter(Boolean))) {
      const personId = await personOf(tx, name, present)
      if (credits.some((credit) => credit.person_id === personId)) continue
      const same = present.find((credit) => credit.person_id === personId)
      credits.push(same ?? { person_id: personId, kind, role_ru: '', role_uz: '' })
    }
    return credits
  }
  const [stars, makers] = [await of('actor', actors), await of('director', directors)]
  // The order of an import is the page's too: it changes only where somebody changes it.
  const isSame = stars.length + makers.length + others.length === before.length
  const sorted = [...makers, ...stars, ...others]
  return isSame && sorted.every((credit) => before.includes(credit)) ? inOrder(before, stars, makers) : sorted
}

/** The same people: at each place of a kind stands the next one of it. */
function inOrder(
  before: readonly CreditField[],
  stars: readonly CreditField[],
  makers: readonly CreditField[],
): readonly CreditField[] {
  const queues = { actor: [...stars], director: [...makers] }
  return before.map((credit) =>
    credit.kind === 'actor' || credit.kind === 'director' ? (queues[credit.kind].shift() ?? credit) : credit,
  )
}

async function personOf(tx: DbTransaction, name: string, present: readonly CreditField[]): Promise<number> {
  const rows = await tx
    .selectFrom('person')
    .select((on) => ['id', on.fn.coalesce('merged_into', 'id').as('main_id')])
    .where((on) =>
      on.or([on('name_ru', '=', name), on('name_uz', '=', name), on('name_original', '=', name)]),
    )
    .orderBy('id')
    .limit(100)
    .execute()
  const [first] = rows
  if (first !== undefined) {
    const mains = new Set(rows.map(({ main_id: main }) => main))
    // A double that the title names already stays, with its role.
    const own = await tx
      .selectFrom('person')
      .select('id')
      .where('id', 'in', [0, ...present.map((credit) => credit.person_id)])
      .where((on) => on(on.fn.coalesce('merged_into', 'id'), 'in', [...mains]))
      .orderBy('id')
      .executeTakeFirst()
    return own?.id ?? first.main_id
  }
  const { id } = await tx
    .insertInto('person')
    .values({ key: `console:${randomUUID()}`, name_ru: name, name_uz: name, photo: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
