import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadChange } from '#server/changes/changes.ts'
import { undoContent } from '#server/editing/editing.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  type LiveCatalogue,
  type PublishedTitle,
  editTitles,
  findStaffTitle,
  listStaffTitles,
  addFilmGenre,
  listTitleChoices,
  openCatalogue,
  publishTitles,
  releaseTitleFields,
  removeTitles,
} from '#server/catalogue/catalogue.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 20, 9)
const who = { by: { staffId: 7, name: 'Дилноза' }, nowMs }
const drama = { key: 'drama', ru: 'Драма', uz: 'Drama' }
const comedy = { key: 'comedy', ru: 'Комедия', uz: 'Komediya' }

function person(name: string, kind: 'actor' | 'director', role = '') {
  return {
    personKey: `p:${name}`,
    name: { ru: name, uz: name, original: '' },
    kind,
    role: { ru: role, uz: '' },
  }
}

function film(key: string, more: Partial<PublishedTitle> = {}): PublishedTitle {
  const credits = [person('Нора', 'director'), person('Азиз', 'actor', 'Отец'), person('Лола', 'actor')]
  return buildFilm(key, {
    genres: [drama],
    credits,
    film: { assetId: `asset-${key}`, durationMs: 60_000 },
    ...more,
  })
}

const vids = new Map<string, number>()
let catalogue: LiveCatalogue
const vidOf = (key: string) => vids.get(key) ?? 0
const one = async (key: string) => {
  const title = await findStaffTitle(db, vidOf(key))
  if (title === undefined) throw new Error(`${key} does not exist`)
  return title
}

beforeAll(async () => {
  const titles = [
    ...['names', 'people', 'deleted', 'versions', 'bulk'].map((key) => film(key)),
    film('other', { genres: [comedy] }),
  ]
  for (const { key, vid } of await publishTitles(db, titles, nowMs)) vids.set(key, vid)
  catalogue = await openCatalogue(db)
})

describe('a film edited by hand', () => {
  it('is what viewers see, and imports leave the field until it is released', async () => {
    const vid = vidOf('names')
    const edit = { columns: { name_uz: 'Togʻdagi archa', year: 2021 } }
    const outcome = await editTitles(db, [{ vid, version: 0, edit }], who)
    expect(outcome).toMatchObject({ kind: 'changed', changed: 1 })
    await catalogue.reload()
    expect(catalogue.now().anyTitle(vid)).toMatchObject({ name: { uz: 'Togʻdagi archa' }, year: 2021 })
    await publishTitles(db, [film('names', { year: 2019, ageRating: '16+' })], nowMs)
    const after = await one('names')
    expect(after.fields).toMatchObject({ name_uz: 'Togʻdagi archa', year: 2021, age_rating: '16+' })
    expect(after.locked.toSorted()).toEqual(['name_uz', 'year'])
    await releaseTitleFields(db, vid, ['year'], who)
    const released = await one('names')
    expect(released.fields).toMatchObject({ name_uz: 'Togʻdagi archa', year: 2019 })
    expect(released.locked).toEqual(['name_uz'])
    expect(released.last).toEqual({ who: 'Дилноза', madeMs: nowMs })
  })

  it('returns to what it was by an undo, with its lock', async () => {
    const vid = vidOf('names')
    const outcome = await editTitles(db, [{ vid, edit: { columns: { age_rating: '18+' } } }], who)
    const changeId = outcome.kind === 'changed' ? outcome.changeId : 0
    expect((await loadChange(db, changeId, 10))?.change).toMatchObject({ section: 'films', changed: 1 })
    expect((await one('names')).locked).toContain('age_rating')
    expect(await undoContent(db, changeId, who)).toMatchObject({ kind: 'undone', undone: 1, conflicts: [] })
    expect((await one('names')).fields).toMatchObject({ age_rating: '16+' })
    expect((await one('names')).locked).not.toContain('age_rating')
  })

  it('has other people by name: those of the title stay with their roles, new ones are created', async () => {
    const vid = vidOf('people')
    const edit = { actors: ['Лола', 'Азиз', 'Шерзод'], genres: [] }
    const outcome = await editTitles(db, [{ vid, edit }], who)
    const people = await one('people')
    expect(people.actors).toEqual(['Лола', 'Азиз', 'Шерзод'])
    expect(people.directors).toEqual(['Нора'])
    expect(JSON.stringify(people.fields['credits'])).toContain('Отец')
    expect(people.locked.toSorted()).toEqual(['credits', 'genres'])
    await publishTitles(db, [film('people', { year: 1999 })], nowMs)
    expect((await one('people')).actors).toEqual(['Лола', 'Азиз', 'Шерзод'])
    await undoContent(db, outcome.kind === 'changed' ? outcome.changeId : 0, who)
    expect((await one('people')).actors).toEqual(['Азиз', 'Лола'])
    expect((await one('people')).locked).toEqual([])
  })

  it('that was deleted is in no list, no import brings it back, and an undo does', async () => {
    const vid = vidOf('deleted')
    const outcome = await removeTitles(db, [vid], who)
    await publishTitles(db, [film('deleted', { year: 2001 })], nowMs)
    await catalogue.reload()
    expect(catalogue.now().anyTitle(vid)).toBeUndefined()
    expect(await findStaffTitle(db, vid)).toBeUndefined()
    await undoContent(db, outcome.kind === 'changed' ? outcome.changeId : 0, who)
    await catalogue.reload()
    expect(catalogue.now().anyTitle(vid)).toMatchObject({ vid, genreIds: [expect.any(Number)] })
  })

  it('tells the later of two people who was first', async () => {
    const vid = vidOf('versions')
    await editTitles(db, [{ vid, version: 0, edit: { columns: { year: 2011 } } }], who)
    const later = await editTitles(db, [{ vid, version: 0, edit: { columns: { year: 2012 } } }], who)
    expect(later).toEqual({ kind: 'changed_since', who: 'Дилноза' })
    expect((await one('versions')).fields['year']).toBe(2011)
  })

  it('is not changed without a name, with a period that ends first, or by what does not exist', async () => {
    const vid = vidOf('versions')
    const kindOf = async (edit: Parameters<typeof editTitles>[1][number]['edit']) =>
      (await editTitles(db, [{ vid, edit }], who)).kind
    expect(await kindOf({ columns: { name_ru: '', name_uz: '', name_original: '' } })).toBe('nameless')
    const period = { available_from: '2026-02-01T00:00:00.000Z', available_until: '2026-01-01T00:00:00.000Z' }
    expect(await kindOf({ columns: period })).toBe('period')
    expect(await kindOf({ columns: { category_id: 99_999 } })).toBe('unknown')
    expect(await kindOf({ genres: [99_999] })).toBe('unknown')
    expect((await editTitles(db, [{ vid: 99_999, edit: {} }], who)).kind).toBe('not_found')
  })

  it('[OPS-01] [VOD-02] gets a genre that was added by hand, once, and not without both names of its own', async () => {
    const names = { nameRu: 'Вестерн', nameUz: 'Vestern' }
    const outcome = await addFilmGenre(db, names, who)
    if (outcome.kind !== 'added') throw new Error(outcome.kind)
    expect((await listTitleChoices(db)).genres).toContainEqual(
      expect.objectContaining({ id: outcome.genreId, name_ru: 'Вестерн', name_uz: 'Vestern' }),
    )
    const again = await addFilmGenre(db, { nameRu: 'Другой', nameUz: 'vestern' }, who)
    expect(again).toEqual({ kind: 'named', name: 'Вестерн' })
    expect((await loadChange(db, outcome.changeId, 10))?.change).toMatchObject({
      ...{ section: 'films', kind: 'edit', title: 'film_genre' },
    })
  })

  it('changes together with others, all or none', async () => {
    const { genres } = await listTitleChoices(db)
    const comedyId = genres.find((genre) => genre.name_ru === 'Комедия')?.id ?? 0
    const edit = { columns: { free_movie: true }, moreGenres: [comedyId] }
    const both = [vidOf('bulk'), vidOf('other')]
    const outcome = await editTitles(
      db,
      [...both, 99_999].map((vid) => ({ vid, edit })),
      who,
    )
    expect(outcome.kind).toBe('not_found')
    expect((await one('bulk')).fields['free_movie']).toBe(false)
    await editTitles(
      db,
      both.map((vid) => ({ vid, edit })),
      who,
    )
    expect((await one('bulk')).fields).toMatchObject({
      free_movie: true,
      genres: [expect.any(Number), comedyId],
    })
    expect((await one('other')).fields).toMatchObject({ free_movie: true, genres: [comedyId] })
  })
})

describe('the table of films', () => {
  const list = (more: Partial<Parameters<typeof listStaffTitles>[1]>) =>
    listStaffTitles(db, {
      ...{ text: '', view: 'all', sort: 'name', isDescending: false, page: 1, pageSize: 50 },
      ...{ refusedAssets: [], nowMs },
      ...more,
    })
  const keysOf = (names: Awaited<ReturnType<typeof list>>) => names.titles.map((title) => title.nameOriginal)

  it('finds words in any name and signs as they are', async () => {
    expect(keysOf(await list({ text: 'archa togʻ' }))).toEqual(['names'])
    expect(keysOf(await list({ text: '%' }))).toEqual([])
    expect(keysOf(await list({ text: '_' }))).toEqual([])
    expect(keysOf(await list({ text: String(vidOf('bulk')) }))).toContain('bulk')
  })

  it('counts the views and shows each', async () => {
    await editTitles(db, [{ vid: vidOf('bulk'), edit: { columns: { is_hidden: true } } }], who)
    const { counts } = await list({ refusedAssets: ['asset-other'] })
    expect(counts).toMatchObject({ all: 6, movies: 6, series: 0, unpublished: 1, noPoster: 6, refused: 1 })
    expect(keysOf(await list({ view: 'unpublished' }))).toEqual(['bulk'])
    expect(keysOf(await list({ view: 'refused', refusedAssets: ['asset-other'] }))).toEqual(['other'])
    expect((await list({ view: 'edited' })).titles.every((title) => title.locked.length > 0)).toBe(true)
  })

  it('has pages without gaps and doubles', async () => {
    const all = keysOf(await list({ sort: 'year' }))
    const pages = await Promise.all([1, 2, 3].map((page) => list({ sort: 'year', page, pageSize: 2 })))
    expect(pages.flatMap(keysOf)).toEqual(all)
  })
})
