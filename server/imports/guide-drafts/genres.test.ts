/** Words of guides and their genres on a real database: decided by a table, used at once, taken back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { undoContent } from '#server/editing/editing.ts'
import { applyGuide } from '#server/imports/guide/apply-guide.ts'
import { readZone } from '#server/imports/source/zone.ts'
import {
  listCategoryWords,
  listGenreRules,
  loadDelivered,
  publishChannels,
  removeGenre,
  setGenre,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const nowMs = Date.UTC(2026, 10, 28, 6)
const hourMs = 3_600_000
const kamola = { by: { staffId: 7, name: 'Kamola' }, nowMs }
const [films, news, sport, children, learning] = [2, 3, 4, 5, 8]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await publishChannels(database.db, [buildChannel('one', { tvgId: 'one.uz' })], nowMs)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.deleteFrom('programme').execute()
  await sql`delete from guide_genre where staff_name <> ''`.execute(database.db)
})

/** Imports hourly programmes, each with its categories. */
async function importGuide(...categories: readonly (readonly string[])[]): Promise<void> {
  const stamp = (hour: number) =>
    new Date(nowMs + hour * hourMs).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
  const programmes = categories.map(
    (own, hour) =>
      `<programme channel="one.uz" start="${stamp(hour)}" stop="${stamp(hour + 1)}"><title>P${hour}</title>${own
        .map((word) => `<category>${word}</category>`)
        .join('')}</programme>`,
  )
  async function* source() {
    yield await Promise.resolve(Buffer.from(`<tv>${programmes.join('')}</tv>`))
  }
  const zone = readZone('+00:00') ?? expect.fail()
  const outcome = await applyGuide(database.db, {
    ...{ source: source(), zone, shiftMin: 0, nowMs, force: true },
  })
  expect(outcome.kind).toBe('read')
}

async function genres() {
  const window = { fromMs: nowMs - hourMs, toMs: nowMs + 100 * hourMs }
  return (await loadDelivered(database.db, window)).map(({ genreCode }) => genreCode)
}

function changeOf(outcome: Awaited<ReturnType<typeof setGenre>>): number {
  if (outcome.kind !== 'changed') throw new Error(outcome.kind)
  return outcome.changeId
}

describe('[GUIDE-07] the genre of a programme', () => {
  it('follows from the words that came with Ekran, whatever their language and letter case', async () => {
    await importGuide(
      ['Новости'],
      ['Winter SPORT'],
      ['Мультфильм'],
      ['Документальный фильм'],
      ['Yangiliklar'],
      ['Прочее'],
      [],
    )
    expect(await genres()).toEqual([news, sport, children, learning, news, null, null])
  })

  it('changes at once for what is stored and for the next import, and is taken back', async () => {
    await importGuide(['Кинозал'], ['Шоу'], ['Шоу', 'Новости'])
    expect(await genres()).toEqual([films, null, news])
    const outcome = await setGenre(database.db, { word: ' ШОУ ', isPart: false, genreCode: children }, kamola)
    expect(outcome).toMatchObject({ kind: 'changed', programmes: 2 })
    expect(await genres()).toEqual([films, children, children])
    await importGuide(['Кинозал'], ['шоу'], ['Новости', 'Шоу'], ['шоу'])
    expect(await genres()).toEqual([films, children, news, children])
    const undone = await undoContent(database.db, changeOf(outcome), kamola)
    expect(undone).toMatchObject({ kind: 'undone', conflicts: [] })
    expect(await genres()).toEqual([films, null, news, null])
  })

  it('is not said by a word that is ignored; the next category decides', async () => {
    await importGuide(['Спорт', 'Новости'], ['Спорт'])
    await setGenre(database.db, { word: 'спорт', isPart: false, genreCode: null }, kamola)
    expect(await genres()).toEqual([news, null])
    await removeGenre(database.db, { word: 'спорт', isPart: false }, kamola)
    expect(await genres()).toEqual([sport, sport])
    expect(await removeGenre(database.db, { word: 'спорт', isPart: false }, kamola)).toEqual({
      kind: 'unknown_word',
    })
  })

  it('can be said of a part; the last one said comes first, and a whole category before parts', async () => {
    await importGuide(['Вокруг кино'], ['Кино'])
    await setGenre(database.db, { word: 'вокруг', isPart: true, genreCode: learning }, kamola)
    expect(await genres()).toEqual([learning, films])
    await setGenre(database.db, { word: 'вокруг кино', isPart: false, genreCode: news }, kamola)
    expect(await genres()).toEqual([news, films])
  })

  it('is asked for words without a meaning first, with counts and examples', async () => {
    await importGuide(['Новости'], ['Новости'], ['Прочее'], ['Спорт'])
    await setGenre(database.db, { word: 'спорт', isPart: false, genreCode: null }, kamola)
    const words = await listCategoryWords(database.db)
    expect(words.map(({ word, programmes, meaning }) => [word, programmes, meaning])).toEqual([
      ['прочее', 1, 'none'],
      ['новости', 2, 'genre'],
      ['спорт', 1, 'ignored'],
    ])
    expect(words[1]).toMatchObject({ genreCode: news, part: 'новост' })
    expect(words[0]?.examples).toEqual([{ title: 'P2', channel: '1 one' }])
    expect((await listGenreRules(database.db)).filter(({ staffName }) => staffName !== '')).toHaveLength(1)
  })
})
