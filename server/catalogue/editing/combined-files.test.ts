/** Files with several episodes beside episodes that are stored already, on a real database. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { followEpisodes, undoContent } from '#server/editing/editing.ts'
import {
  type PublishedEpisode,
  type PublishedTitle,
  type TerritoryWindow,
  filesOfEpisodes,
  findStaffTitle,
  hideEpisodes,
  importTitles,
  listStaffEpisodes,
  loadEpisodeRows,
  moveEpisodes,
  openCatalogue,
  publishTitles,
  setPartWindows,
  withdrawAsset,
} from '#server/catalogue/catalogue.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 28, 9)
const who = { by: { staffId: 7, name: 'Дилноза' }, nowMs, follow: followEpisodes }
const words = { ru: '', uz: '' }

/** `1x2` or `1x2-4`, each with a file of its own. */
function series(...places: readonly string[]): PublishedTitle {
  const seasons = Map.groupBy(places, (place) => Number(place.split('x')[0]))
  return buildFilm('combined', {
    isSeries: true,
    seasons: [...seasons].map(([season, own]) => ({
      ...{ number: season, name: words },
      episodes: own.map((place): PublishedEpisode => {
        const [number = 0, last] = (place.split('x')[1] ?? '').split('-').map(Number)
        const file = { assetId: `c-${season}-${number}`, durationMs: 60_000 }
        return {
          ...{ number, name: words, description: words, still: null, file },
          ...(last === undefined ? {} : { last }),
        }
      }),
    })),
  })
}

let vid = 0
beforeEach(async () => {
  await sql`truncate title cascade`.execute(db)
})

async function publish(...places: readonly string[]): Promise<void> {
  vid = (await publishTitles(db, [series(...places)], nowMs))[0]?.vid ?? 0
}

function placeText(season: number, { number, last = number }: { number: number; last?: number }): string {
  return last > number ? `${season}x${number}-${last}` : `${season}x${number}`
}

/** By the staff's list: `1x1-2 c-1-1`. */
async function stored(): Promise<readonly string[]> {
  const listed = await listStaffEpisodes(db, vid)
  return (listed?.episodes ?? []).map((one) => `${placeText(one.season, one)} ${one.assetId}`)
}

async function seen(): Promise<readonly string[]> {
  const catalogue = await openCatalogue(db)
  const seasons = catalogue.now().title(vid)?.seasons ?? []
  return seasons.flatMap(({ number, episodes }) => episodes.map((one) => placeText(number, one)))
}

async function idOf(assetId: string): Promise<number> {
  const listed = await listStaffEpisodes(db, vid)
  return listed?.episodes.find((one) => one.assetId === assetId)?.id ?? 0
}

async function move(assetId: string, season: number, number: number | null) {
  const ids = [await idOf(assetId)]
  return moveEpisodes(db, { vid, version: undefined, ids, target: { vid, season, number } }, who)
}

async function importing(title: PublishedTitle): Promise<number> {
  const folder = { title: 'folder', by: undefined, nowMs }
  const done = await db
    .transaction()
    .execute((tx) => importTitles(tx, [{ title, takesFields: true }], folder))
  return done.changeId
}

async function undo(changeId: number): Promise<number> {
  const outcome = await undoContent(db, changeId, who)
  expect(outcome).toMatchObject({ kind: 'undone', conflicts: [] })
  return outcome.kind === 'undone' ? (outcome.changeId ?? 0) : 0
}

describe('[OPS-01] [EDIT-01] a file with several episodes over ones that are stored', () => {
  it('covers only up to the next one that viewers see, and each can be moved', async () => {
    await publish('1x1', '1x2', '1x3')
    await publish('1x1-2', '1x2', '1x3')
    expect(await seen()).toEqual(['1x1', '1x2', '1x3'])
    expect((await findStaffTitle(db, vid))?.seasons).toEqual([{ number: 1, episodes: 3 }])
    expect(await move('c-1-1', 1, null)).toMatchObject({ kind: 'changed' })
    expect(await stored()).toEqual(['1x1 c-1-2', '1x2 c-1-3', '1x3 c-1-1'])
  })

  it('covers what was hidden, until that is shown again', async () => {
    await publish('1x1', '1x2', '1x3')
    const ids = [await idOf('c-1-2')]
    await hideEpisodes(db, { vid, ids, isHidden: true }, who)
    await publish('1x1-2', '1x2', '1x3')
    expect(await seen()).toEqual(['1x1-2', '1x3'])
    expect(await move('c-1-3', 1, 1)).toMatchObject({ kind: 'changed' })
    expect(await seen()).toEqual(['1x1', '1x2-3'])
    expect(await move('c-1-3', 1, null)).toMatchObject({ kind: 'changed' })
    await hideEpisodes(db, { vid, ids, isHidden: false }, who)
    expect(await move('c-1-1', 1, null)).toMatchObject({ kind: 'changed' })
    const numbers = (await stored()).map((one) => one.split(' ')[0])
    expect(new Set(numbers).size).toBe(3)
  })

  it('does not drive numbers below the first one', async () => {
    await publish('1x1-4')
    await publish('1x1-4', '1x2', '1x3', '1x4')
    expect(await seen()).toEqual(['1x1', '1x2', '1x3', '1x4'])
    expect(await move('c-1-4', 1, 1)).toMatchObject({ kind: 'changed' })
    expect(await stored()).toEqual(['1x1 c-1-4', '1x2 c-1-1', '1x3 c-1-2', '1x4 c-1-3'])
  })

  it('is followed by an episode whose own number is taken', async () => {
    await publish('1x1', '1x2')
    await move('c-1-1', 2, 1)
    await move('c-1-2', 1, 1)
    await publish('1x2', '1x5-8', '1x1')
    expect(await move('c-1-1', 1, 3)).toMatchObject({ kind: 'changed' })
    await publish('1x2', '1x3', '1x5-8', '1x1')
    expect(await seen()).toContain('1x5-8')
    expect(await stored()).toContain('1x9 c-1-3')
  })
})

it('[OPS-01] the length of a moved episode may have a fraction of a millisecond', async () => {
  await publish('1x1', '1x2')
  await move('c-1-1', 1, null)
  const title = series('1x1', '1x2')
  const seasons = title.seasons.map((season) => ({
    ...season,
    episodes: season.episodes.map((one) => ({ ...one, file: { ...one.file, durationMs: 1000.5 } })),
  }))
  await publishTitles(db, [{ ...title, seasons }], nowMs)
  const lengths = (await listStaffEpisodes(db, vid))?.episodes.map(({ durationMs }) => durationMs)
  expect(lengths).toEqual([1001, 1001])
})

describe('[EDIT-01] the windows of a season', () => {
  const closed: readonly TerritoryWindow[] = [
    { fromMs: nowMs + 30 * 86_400_000, untilMs: null, territory: 'everywhere' },
  ]
  const close = (season: number) =>
    setPartWindows(db, { vid, part: { season }, version: undefined, windows: closed }, who)
  const windowsOf = async (season: number) =>
    (await listStaffEpisodes(db, vid))?.seasons.find(({ number }) => number === season)?.windows

  it('are there again when the import that added it is taken back and made again', async () => {
    await publish('1x1')
    const changeId = await importing(series('1x1', '2x1', '2x2'))
    expect(await close(2)).toMatchObject({ kind: 'changed' })
    const undone = await undo(changeId)
    expect(await seen()).toEqual(['1x1'])
    expect((await listStaffEpisodes(db, vid))?.seasons.map(({ number }) => number)).toEqual([1])
    await undo(undone)
    expect(await windowsOf(2)).toEqual(closed)
  })

  it('stay when its last file turns out not to be playable', async () => {
    await publish('1x1', '2x1')
    await close(2)
    expect(await withdrawAsset(db, 'c-2-1')).toBe(true)
    expect(await seen()).toEqual(['1x1'])
    await publish('1x1', '2x1')
    expect(await windowsOf(2)).toEqual(closed)
  })
})

it('[EDIT-04] reads more episodes at once than a statement has parameters', async () => {
  await publish('1x1')
  const ids = [await idOf('c-1-1'), ...Array.from({ length: 70_000 }, (_, at) => 1_000_000 + at)]
  expect([...(await loadEpisodeRows(db, ids)).keys()]).toEqual(ids.slice(0, 1))
  expect(await db.transaction().execute((tx) => filesOfEpisodes(tx, ids))).toMatchObject([{ vid }])
  const hidden = { vid, ids: ids.slice(0, 1), isHidden: true }
  expect(await hideEpisodes(db, hidden, who)).toMatchObject({ kind: 'changed', changed: 1 })
})
