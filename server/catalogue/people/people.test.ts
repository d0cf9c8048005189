/** People corrected and merged, on a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undoContent } from '#server/editing/editing.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  type LiveCatalogue,
  editPerson,
  editTitles,
  findStaffPerson,
  findStaffTitle,
  listDoubles,
  listStaffPeople,
  mergePeople,
  openCatalogue,
  publishTitles,
} from '#server/catalogue/catalogue.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 20, 9)
const who = { by: { staffId: 7, name: 'Дилноза' }, nowMs }

function actor(key: string, ru: string, uz: string, role = '') {
  const words = { ru: role, uz: '' }
  return { personKey: key, name: { ru, uz, original: '' }, kind: 'actor' as const, role: words }
}

const films = [
  buildFilm('first', { credits: [actor('a', 'Шухрат Иргашев', '', 'Отец')] }),
  buildFilm('second', { credits: [actor('b', '', 'Shuhrat Irgashev', 'Сын')] }),
  buildFilm('both', { credits: [actor('a', 'Шухрат Иргашев', ''), actor('b', '', 'Shuhrat Irgashev')] }),
  buildFilm('other', { credits: [actor('c', 'Нора Каримова', 'Nora Karimova')] }),
]
let catalogue: LiveCatalogue
const vids = new Map<string, number>()
const idOf = async (name: string) => {
  const { people } = await listStaffPeople(db, { text: name, page: 1, pageSize: 50 })
  return people[0]?.id ?? 0
}
const creditsOf = (key: string) =>
  catalogue
    .now()
    .anyTitle(vids.get(key) ?? 0)
    ?.credits.map(({ personId }) => personId)

beforeAll(async () => {
  for (const { key, vid } of await publishTitles(db, films, nowMs)) vids.set(key, vid)
  catalogue = await openCatalogue(db)
})

describe('[EDIT-01] people', () => {
  it('in two scripts are one person after a merge, two again after its undo, and imports change neither', async () => {
    const [main, double] = [await idOf('Шухрат'), await idOf('Shuhrat')]
    const [group] = await listDoubles(db, 10)
    expect(group?.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      [main, double].toSorted((a, b) => a - b),
    )
    const outcome = await mergePeople(db, { into: main, doubles: [double] }, who)
    if (outcome.kind !== 'changed') throw new Error(outcome.kind)
    await publishTitles(
      db,
      films.map((film) => ({ ...film, year: 2020 })),
      nowMs,
    )
    await catalogue.reload()
    expect([creditsOf('first'), creditsOf('second'), creditsOf('both')]).toEqual([[main], [main], [main]])
    expect(catalogue.now().titlesOfPerson(main)).toHaveLength(3)
    expect(catalogue.now().content.people.has(double)).toBe(false)
    // What the person lacked comes from the double.
    expect(catalogue.now().content.people.get(main)?.name.uz).toBe('Shuhrat Irgashev')
    expect(await findStaffPerson(db, main)).toMatchObject({ titles: 3, merged: [{ id: double }] })
    expect(await listDoubles(db, 10)).toEqual([])
    await undoContent(db, outcome.changeId, who)
    await catalogue.reload()
    expect([creditsOf('second'), creditsOf('both')]).toEqual([[double], [main, double]])
  })

  it('keep their role when a film of a double is saved unchanged', async () => {
    const [main, double] = [await idOf('Шухрат'), await idOf('Shuhrat')]
    const merged = await mergePeople(db, { into: main, doubles: [double] }, who)
    if (merged.kind !== 'changed') throw new Error(merged.kind)
    const vid = vids.get('second') ?? 0
    const title = await findStaffTitle(db, vid)
    expect(title?.actors).toEqual(['Шухрат Иргашев'])
    const edit = { actors: title?.actors ?? [] }
    expect(await editTitles(db, [{ vid, edit }], who)).toMatchObject({ kind: 'changed', changed: 0 })
    await undoContent(db, merged.changeId, who)
  })

  it('are no doubles of a double after an undo was taken back', async () => {
    const [main, double, other] = [await idOf('Шухрат'), await idOf('Shuhrat'), await idOf('Нора')]
    const merged = await mergePeople(db, { into: main, doubles: [double] }, who)
    if (merged.kind !== 'changed') throw new Error(merged.kind)
    const undone = await undoContent(db, merged.changeId, who)
    if (undone.kind !== 'undone') throw new Error(undone.kind)
    const next = await mergePeople(db, { into: other, doubles: [main] }, who)
    if (next.kind !== 'changed') throw new Error(next.kind)
    expect(await undoContent(db, undone.changeId ?? 0, who)).toMatchObject({
      conflicts: [{ field: 'merged_into' }],
    })
    expect(await findStaffPerson(db, double)).toMatchObject({ id: double, titles: 2 })
    await undoContent(db, next.changeId, who)
  })

  it('are not merged twice, nor with somebody who does not exist', async () => {
    const [main, double, other] = [await idOf('Шухрат'), await idOf('Shuhrat'), await idOf('Нора')]
    expect((await mergePeople(db, { into: main, doubles: [99_999] }, who)).kind).toBe('not_found')
    await mergePeople(db, { into: main, doubles: [double] }, who)
    expect((await mergePeople(db, { into: other, doubles: [double] }, who)).kind).toBe('merged')
    // What was merged into a double follows it.
    await mergePeople(db, { into: other, doubles: [main] }, who)
    await catalogue.reload()
    expect(creditsOf('second')).toEqual([other])
  })

  it('who were corrected are left by imports; a change of somebody else is noticed', async () => {
    const id = await idOf('Нора')
    const { version } = (await findStaffPerson(db, id)) ?? { version: -1 }
    const edit = { name_uz: 'Nora Karim qizi' }
    expect((await editPerson(db, { id, version, edit }, who)).kind).toBe('changed')
    expect(await editPerson(db, { id, version, edit: { name_uz: 'X' } }, who)).toEqual({
      ...{ kind: 'changed_since', who: 'Дилноза' },
    })
    expect((await editPerson(db, { id, edit: { name_ru: '', name_uz: '' } }, who)).kind).toBe('nameless')
    await publishTitles(
      db,
      films.map((film) => ({ ...film, year: 2021 })),
      nowMs,
    )
    expect(await findStaffPerson(db, id)).toMatchObject({ nameUz: 'Nora Karim qizi' })
  })
})
