/** People by hand: names, texts and photos, and merging doubles. Each change is a set that can be taken back. */
import { isDeepStrictEqual } from 'node:util'
import { type Fields, diffStates, listChanges, recordChange } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { TitleAuthor } from '#server/catalogue/editing/edit-titles.ts'
import { announceTitles } from '#server/catalogue/editing/title-states.ts'
import {
  lockPeople,
  type personColumns,
  personEntity,
  personLabel,
  personStates,
  writePerson,
} from './person-states.ts'

/** What is changed of a person; a field that is absent stays. */
export type PersonEdit = Partial<Readonly<Record<(typeof personColumns)[number], string | null>>>

export type PeopleChanged =
  | {
      readonly kind: 'changed'
      /** 0 when nothing differed. */
      readonly changeId: number
      readonly changed: number
    }
  /** `merged`: a person stands for another one already. */
  | { readonly kind: 'not_found' | 'nameless' | 'merged' }
  /** Somebody changed the person since; '' is the command line. */
  | { readonly kind: 'changed_since'; readonly who: string }

type Refused = Exclude<PeopleChanged, { readonly kind: 'changed' }>

/** Corrects a person; imports leave who was corrected. `version`: the one that was shown. */
export async function editPerson(
  db: Db,
  { id, version, edit }: { readonly id: number; readonly version?: number; readonly edit: PersonEdit },
  who: TitleAuthor,
): Promise<PeopleChanged> {
  return changing(
    db,
    'person',
    async () => [id],
    who,
    async (tx, states) => {
      const state = states.get(id)
      if (state === undefined) return { kind: 'not_found' }
      const row = await tx
        .selectFrom('person')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (version !== undefined && row.version !== version) {
        const [last] = await listChanges(tx, { entity: personEntity, entityId: id, limit: 1 })
        return { kind: 'changed_since', who: last?.staffName ?? '' }
      }
      if (personLabel({ ...state, ...edit }) === '') return { kind: 'nameless' }
      const differs = Object.entries(edit).some(([name, value]) => !isDeepStrictEqual(value, state[name]))
      if (differs) await writePerson(tx, id, { ...edit, _is_edited: true })
      return undefined
    },
  )
}

/**
 * Makes `doubles` stand for `into`: their credits are the person's. Photo and texts that the person lacks come from
 * the first double that has them.
 */
export async function mergePeople(
  db: Db,
  { into, doubles }: { readonly into: number; readonly doubles: readonly number[] },
  who: TitleAuthor,
): Promise<PeopleChanged> {
  const chosen = [...new Set(doubles)].filter((id) => id !== into)
  const idsOf = async (tx: DbTransaction) => {
    const followers = await tx
      .selectFrom('person')
      .select('id')
      .where('merged_into', 'in', [0, ...chosen])
      .execute()
    return [into, ...chosen, ...followers.map(({ id }) => id)]
  }
  return changing(db, 'person_merge', idsOf, who, async (tx, states) => {
    const target = states.get(into)
    if (target === undefined || chosen.length === 0 || chosen.some((id) => !states.has(id)))
      return { kind: 'not_found' }
    if ([into, ...chosen].some((id) => states.get(id)?.['merged_into'] !== null)) return { kind: 'merged' }
    for (const id of states.keys()) if (id !== into) await writePerson(tx, id, { merged_into: into })
    const missing = missingOf(
      target,
      chosen.map((id) => states.get(id) ?? {}),
    )
    if (Object.keys(missing).length > 0) await writePerson(tx, into, { ...missing, _is_edited: true })
    return undefined
  })
}

/** What a person lacks and a double has. */
function missingOf(target: Fields, doubles: readonly Fields[]): Fields {
  const names = ['name_ru', 'name_uz', 'name_original', 'about_ru', 'about_uz', 'photo']
  const isEmpty = (value: unknown) => value === null || value === ''
  return Object.fromEntries(
    names.flatMap((name) => {
      const match = doubles.find((one) => !isEmpty(one[name]))
      return isEmpty(target[name]) && match !== undefined ? [[name, match[name] ?? null] as const] : []
    }),
  )
}

async function changing(
  db: Db,
  title: 'person' | 'person_merge',
  /** Who may change; read after other edits have ended. */
  idsOf: (tx: DbTransaction) => Promise<readonly number[]>,
  { by, nowMs }: TitleAuthor,
  change: (tx: DbTransaction, states: ReadonlyMap<number, Fields>) => Promise<Refused | undefined>,
): Promise<PeopleChanged> {
  return db.transaction().execute(async (tx): Promise<PeopleChanged> => {
    await lockPeople(tx)
    const ids = await idsOf(tx)
    const before = await personStates(tx, ids)
    // It refuses before it writes, so that nothing has to be rolled back.
    const refused = await change(tx, before)
    if (refused !== undefined) return refused
    const entries = diffStates(personEntity, before, await personStates(tx, ids), personLabel)
    const changeId = await recordChange(tx, { kind: 'edit', section: 'films', title, by, nowMs, entries })
    if (changeId > 0) await announceTitles(tx)
    return { kind: 'changed', changeId, changed: entries.length }
  })
}
