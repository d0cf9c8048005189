import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { undoContent } from '#server/editing/editing.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { findStaffPage, listPageVersions, listStaffPages, removePage, savePage } from './edit-pages.ts'
import { findInformationPage, importInformationPages } from './stored-pages.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
beforeEach(() => db.deleteFrom('information_page').execute())

const nowMs = Date.UTC(2026, 10, 20, 9)
const who = { by: { staffId: 1, name: 'Лола' }, nowMs }
const textsOf = (title: string) => ({
  ru: { title, lead: 'Вступление', body: '## Раздел {#one}\n\nТекст' },
  uz: { title: 'Sahifa', lead: 'Kirish', body: '## Boʻlim {#one}\n\nMatn' },
})

async function save(id: number | null, version: number, title: string, slug = 'summer') {
  const outcome = await savePage(db, { id, version, slug, texts: textsOf(title) }, who)
  if (outcome.kind !== 'changed') throw new Error(outcome.kind)
  return outcome
}
const titleOf = async (slug: string) => (await findInformationPage(db, slug))?.ru.title

describe('[INFO-01] pages of text by hand', () => {
  it('are created, changed and deleted, as sets that are taken back', async () => {
    const made = await save(null, 0, 'Лето')
    expect(await titleOf('summer')).toBe('Лето')
    const changed = await save(made.id, 1, 'Осень')
    expect(
      await savePage(db, { id: made.id, version: 1, slug: 'summer', texts: textsOf('Зима') }, who),
    ).toEqual({
      kind: 'changed_since',
      who: 'Лола',
    })
    await undoContent(db, changed.changeId, who)
    expect(await titleOf('summer')).toBe('Лето')
    const removed = await removePage(db, made.id, who)
    expect(await titleOf('summer')).toBeUndefined()
    if (removed.kind !== 'changed') throw new Error(removed.kind)
    await undoContent(db, removed.changeId, who)
    expect(await titleOf('summer')).toBe('Лето')
    // Nobody has seen this version: an editor with an older one is told.
    expect((await findStaffPage(db, made.id))?.version).toBe(4)
    expect(await removePage(db, 2_000_000, who)).toEqual({ kind: 'not_found' })
  })

  it('that came with the product get their text back, and go on counting', async () => {
    const before = await titleOf('about')
    await save(1, 0, 'О нас')
    expect(await titleOf('about')).toBe('О нас')
    const removed = await removePage(db, 1, who)
    expect(await titleOf('about')).toBe(before)
    await save(1, 0, 'Снова о нас')
    const page = await findStaffPage(db, 1)
    expect([page?.slug, page?.version, page?.isBuiltIn]).toEqual(['about', 2, true])
    if (removed.kind !== 'changed') throw new Error(removed.kind)
    expect(await undoContent(db, removed.changeId, who)).toMatchObject({ conflicts: [{ entityId: 1 }] })
  })

  it('have their versions, each with who and when', async () => {
    const { id } = await save(null, 0, 'Первая', 'versions')
    await save(id, 1, 'Вторая', 'versions')
    const removed = await removePage(db, id, who)
    if (removed.kind !== 'changed') throw new Error(removed.kind)
    await undoContent(db, removed.changeId, { by: undefined, nowMs: nowMs + 1000 })
    const versions = await listPageVersions(db, id)
    expect(versions.map(({ texts, staffName, madeMs }) => [texts?.ru.title, staffName, madeMs])).toEqual([
      ['Вторая', '', nowMs + 1000],
      [undefined, 'Лола', nowMs],
      ['Вторая', 'Лола', nowMs],
      ['Первая', 'Лола', nowMs],
    ])
    const [first] = (await listPageVersions(db, 7)).toReversed()
    expect([first?.changeId, first?.texts?.ru.title]).toEqual([0, await titleOf('samsung')])
  })

  it('refuse a name that is taken and a text that is not understood', async () => {
    await save(null, 0, 'Лето')
    for (const slug of ['summer', 'about'])
      expect(await savePage(db, { id: null, version: 0, slug, texts: textsOf('Ещё') }, who)).toEqual({
        kind: 'slug_taken',
      })
    const wrong = { ...textsOf('Ещё'), uz: { title: 'x', lead: 'y', body: 'Matn' } }
    expect(await savePage(db, { id: null, version: 0, slug: 'new', texts: wrong }, who)).toEqual({
      kind: 'text',
      language: 'uz',
      line: 1,
      reason: 'before_section',
    })
  })

  it('stay as they are when nothing differs, and an import of a file is a change too', async () => {
    const { id } = await save(null, 0, 'Лето')
    expect(await save(id, 1, 'Лето')).toMatchObject({ changeId: 0 })
    expect((await findStaffPage(db, id))?.version).toBe(1)
    const stored = await findInformationPage(db, 'summer')
    const file = JSON.stringify({ slug: 'summer', ru: { ...stored?.ru, title: 'Из файла' }, uz: stored?.uz })
    const looked = await importInformationPages(db, file, who, true)
    expect(looked).toMatchObject({
      changeId: 0,
      changed: ['summer'],
      entries: [{ after: { title_ru: 'Из файла' } }],
    })
    expect(await titleOf('summer')).toBe('Лето')
    const taken = await importInformationPages(db, file, who)
    if (taken.kind !== 'taken') throw new Error(taken.kind)
    expect((await listStaffPages(db)).find((page) => page.id === id)?.texts.ru.title).toBe('Из файла')
    await undoContent(db, taken.changeId, who)
    expect(await titleOf('summer')).toBe('Лето')
  })
})
