/** A title that is published again with other facts: what was measured and drawn meanwhile stays. */
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import {
  editEpisode,
  editTitles,
  givePictures,
  listStaffEpisodes,
  noteAssetReady,
  publishTitles,
  type PublishedTitle,
} from '#server/catalogue/catalogue.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 28, 9)
const words = { ru: '', uz: '' }
const plain = { poster: null, backdrop: null, durationMin: 0 }

function film(more: Partial<PublishedTitle> = {}): PublishedTitle {
  return buildFilm('again-film', { ...plain, film: { assetId: 'again', durationMs: 0 }, ...more })
}

function series(year: number, assetId = 'again-1'): PublishedTitle {
  const episode = { number: 1, name: { ru: 'Первая', uz: '' }, description: words, still: null }
  return buildFilm('again-series', {
    ...{ ...plain, year, isSeries: true },
    seasons: [{ number: 1, name: words, episodes: [{ ...episode, file: { assetId, durationMs: 0 } }] }],
  })
}

async function stored(key: string) {
  return db
    .selectFrom('title')
    .leftJoin('video_file', 'video_file.title_id', 'title.id')
    .leftJoin('episode', 'episode.id', 'video_file.episode_id')
    .select(['title.id', 'title.year', 'title.duration_min', 'title.poster', 'title.backdrop'])
    .select(['title.name_uz', 'video_file.duration_ms', 'episode.still'])
    .where('title.key', '=', key)
    .executeTakeFirstOrThrow()
}

it('[OPS-01] [EDIT-01] a film keeps its measured length, its pictures and what was edited', async () => {
  const [{ vid = 0 } = {}] = await publishTitles(db, [film()], nowMs)
  await noteAssetReady(db, 'again', 5_400_000)
  await givePictures(db, 'again', { upright: 'frame-p', wide: 'frame-w' })
  const edit = { columns: { name_uz: 'Yana' } }
  await editTitles(db, [{ vid, edit }], { by: undefined, nowMs })
  await publishTitles(db, [film({ year: 1987 })], nowMs)
  const measured = { duration_min: 90, duration_ms: 5_400_000, name_uz: 'Yana' }
  expect(await stored('again-film')).toMatchObject({
    ...{ ...measured, year: 1987, poster: 'frame-p', backdrop: 'frame-w' },
  })
  // What an import brings counts.
  await publishTitles(db, [film({ year: 2020, poster: 'own', durationMin: 95 })], nowMs)
  expect(await stored('again-film')).toMatchObject({ ...measured, duration_min: 95, poster: 'own' })
  // Another file has another length.
  await publishTitles(db, [film({ year: 2020, film: { assetId: 'other', durationMs: 0 } })], nowMs)
  expect((await stored('again-film')).duration_ms).toBe(0)
})

beforeEach(() => sql`truncate title cascade`.execute(db))

it('[OPS-01] a film that is replaced has the length of its new file', async () => {
  const [{ vid = 0 } = {}] = await publishTitles(db, [film()], nowMs)
  const lengths = async () =>
    (({ duration_min, duration_ms }) => [duration_min, duration_ms])(await stored('again-film'))
  await noteAssetReady(db, 'again', 5_400_000)
  expect(vid).toBeGreaterThan(0)
  await publishTitles(db, [film({ film: { assetId: 'cut', durationMs: 0 } })], nowMs)
  expect(await lengths()).toEqual([0, 0])
  await noteAssetReady(db, 'cut', 6_600_000)
  expect(await lengths()).toEqual([110, 6_600_000])
  // Another file in the same place has the same asset, and is measured again.
  await noteAssetReady(db, 'cut', 7_200_000)
  expect(await lengths()).toEqual([120, 7_200_000])
  // The length that a description says stays.
  await publishTitles(db, [film({ durationMin: 125, film: { assetId: 'cut', durationMs: 0 } })], nowMs)
  await noteAssetReady(db, 'cut', 7_260_000)
  expect(await lengths()).toEqual([125, 7_260_000])
  const further = film({ year: 1990, film: { assetId: 'long', durationMs: 9_000_000 } })
  await publishTitles(db, [further], nowMs)
  expect(await lengths()).toEqual([150, 9_000_000])
})

it('[OPS-01] [EDIT-01] an episode keeps its measured length, its still and its corrected texts', async () => {
  const [{ vid = 0 } = {}] = await publishTitles(db, [series(2001)], nowMs)
  await noteAssetReady(db, 'again-1', 61_000)
  await givePictures(db, 'again-1', { upright: 'still-p', wide: 'still-w' })
  const [episode] = (await listStaffEpisodes(db, vid))?.episodes ?? []
  const texts = { name_uz: 'Birinchi' }
  const who = { by: undefined, nowMs, follow: async () => undefined }
  await editEpisode(db, { vid, id: episode?.id ?? 0, version: undefined, texts }, who)
  await publishTitles(db, [series(2002)], nowMs)
  expect(await stored('again-series')).toMatchObject({ year: 2002, duration_ms: 61_000, still: 'still-w' })
  expect((await listStaffEpisodes(db, vid))?.episodes[0]?.texts.name_uz).toBe('Birinchi')
  await publishTitles(db, [series(2002, 'again-2')], nowMs)
  expect((await stored('again-series')).duration_ms).toBe(0)
})
