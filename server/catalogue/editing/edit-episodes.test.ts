/** Episodes put into order by hand, on a real database: with undo, conflicts and imports in between. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { followEpisodes, undoContent } from '#server/editing/editing.ts'
import {
  type EpisodesChanged,
  type PublishedTitle,
  editEpisode,
  hideEpisodes,
  importTitles,
  listStaffEpisodes,
  moveEpisodes,
  numberAsFiles,
  openCatalogue,
  publishTitles,
  releaseEpisode,
} from '#server/catalogue/catalogue.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 20, 9)
const who = { by: { staffId: 7, name: 'Дилноза' }, nowMs, follow: followEpisodes }

function series(
  key: string,
  seasons: Readonly<Record<number, readonly number[]>>,
  more = '',
): PublishedTitle {
  return buildFilm(key, {
    isSeries: true,
    seasons: Object.entries(seasons).map(([season, numbers]) => ({
      number: Number(season),
      name: { ru: '', uz: '' },
      episodes: numbers.map((number) => ({
        ...{ number, still: null, description: { ru: more, uz: '' } },
        name: { ru: `${key} ${season}x${number}`, uz: '' },
        file: { assetId: `${key}-${season}-${number}`, durationMs: 60_000 },
      })),
    })),
  })
}

let [a, b] = [0, 0]
let round = 0
const key = (name: string) => `${name}${round}`
const delivered = (more = '') => series(key('a'), { 1: [1, 2, 3], 2: [1] }, more)

beforeEach(async () => {
  round += 1
  const titles = [delivered(), series(key('b'), { 1: [1] })]
  const outcomes = await publishTitles(db, titles, nowMs)
  ;[a = 0, b = 0] = outcomes.map(({ vid }) => vid)
})

async function shown(vid = a) {
  const listed = await listStaffEpisodes(db, vid)
  return (listed?.episodes ?? []).map(
    ({ season, number, assetId }) => `${season}x${number} ${assetId.replace(/^([ab])\d+/, '$1')}`,
  )
}

/** The id of an episode by the end of its asset's name. */
async function idOf(asset: string, vid = a): Promise<number> {
  const listed = await listStaffEpisodes(db, vid)
  return listed?.episodes.find(({ assetId }) => assetId === key(asset[0] ?? '') + asset.slice(1))?.id ?? 0
}

async function move(asset: string, season: number, number: number | null, into = a, from = a) {
  const ids = [await idOf(asset, from)]
  return moveEpisodes(db, { vid: from, version: undefined, ids, target: { vid: into, season, number } }, who)
}

function changeOf(outcome: EpisodesChanged): number {
  expect(outcome).toMatchObject({ kind: 'changed' })
  return outcome.kind === 'changed' ? outcome.changeId : 0
}

const atFirst = ['1x1 a-1-1', '1x2 a-1-2', '1x3 a-1-3', '2x1 a-2-1']

describe('[EDIT-01] [EDIT-02] an episode that is moved by hand', () => {
  it('takes its place within the season, in another and in a new one; each is taken back', async () => {
    const first = changeOf(await move('a-1-3', 1, 1))
    expect(await shown()).toEqual(['1x1 a-1-3', '1x2 a-1-1', '1x3 a-1-2', '2x1 a-2-1'])
    const second = changeOf(await move('a-1-1', 2, 1))
    expect(await shown()).toEqual(['1x1 a-1-3', '1x2 a-1-2', '2x1 a-1-1', '2x2 a-2-1'])
    const third = changeOf(await move('a-1-2', 5, 1))
    expect(await shown()).toContain('5x1 a-1-2')
    for (const changeId of [third, second, first])
      expect(await undoContent(db, changeId, who)).toMatchObject({ kind: 'undone', conflicts: [] })
    expect(await shown()).toEqual(atFirst)
    const rows = await sql<{ moved: number }>`
      select count(*)::integer as moved from episode where source_title = ${a}`.execute(db)
    expect(rows.rows).toEqual([{ moved: 0 }])
  })

  it('takes positions, marks and files into another series, and back with the undo', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from video_file where asset_id = ${`${key('a')}-1-2`}`.execute(db)
    const vfid = rows[0]?.id ?? 0
    const account = await sql<{ account_id: number }>`
      insert into account (abonement, password_hash, created_at) values ('400001', '$argon2id$v', now())
      returning account_id`.execute(db)
    const positions = async () =>
      (
        await sql<{ title_id: number; position_sec: number }>`
          select title_id, position_sec from watching where file_id = ${vfid}`.execute(db)
      ).rows
    await sql`
      insert into watching (account_id, title_id, file_id, position_sec, is_finished, watched_at)
      values (${account.rows[0]?.account_id}, ${a}, ${vfid}, 31, false, now())`.execute(db)
    await sql`
      insert into skip_mark (asset_id, kind, begin_ms, end_ms, origin, confidence)
      values (${`${key('a')}-1-2`}, 'intro', 1000, 9000, 'hand', 1)`.execute(db)
    const catalogue = await openCatalogue(db)
    const changeId = changeOf(await move('a-1-2', 1, 1, b))
    expect([await shown(), await shown(b)]).toEqual([
      ['1x1 a-1-1', '1x2 a-1-3', '2x1 a-2-1'],
      ['1x1 a-1-2', '1x2 b-1-1'],
    ])
    expect(await positions()).toEqual([{ title_id: b, position_sec: 31 }])
    await catalogue.reload()
    const file = catalogue.now().title(b)?.seasons[0]?.episodes[0]?.file
    expect(file).toMatchObject({ vfid, assetId: `${key('a')}-1-2` })
    expect(await undoContent(db, changeId, who)).toMatchObject({ conflicts: [] })
    expect([await shown(), await shown(b)]).toEqual([atFirst, ['1x1 b-1-1']])
    expect(await positions()).toEqual([{ title_id: a, position_sec: 31 }])
  })

  it('is refused where it does not exist, into a film, and when somebody changed the order since', async () => {
    const [film] = await publishTitles(db, [buildFilm(key('film'))], nowMs)
    expect(await move('a-1-1', 1, 1, film?.vid ?? 0)).toEqual({ kind: 'no_series' })
    expect(await move('a-9-9', 1, 1)).toEqual({ kind: 'not_found' })
    expect(await move('a-1-1', 2, 9999)).toMatchObject({ kind: 'changed' })
    expect(await move('a-1-2', 2, 9999)).toEqual({ kind: 'full' })
    const version = (await listStaffEpisodes(db, a))?.version
    const target = { vid: a, season: 1, number: 1 }
    const ids = [await idOf('a-1-3')]
    await move('a-1-3', 3, 1)
    expect(await moveEpisodes(db, { vid: a, version, ids, target }, who)).toEqual({
      kind: 'changed_since',
      who: 'Дилноза',
    })
  })

  it('leaves to an undo what somebody moved since, as a conflict', async () => {
    const first = changeOf(await move('a-1-3', 1, 1))
    changeOf(await move('a-1-3', 4, 1))
    const undone = await undoContent(db, first, who)
    expect(undone).toMatchObject({ kind: 'undone' })
    const conflicts = undone.kind === 'undone' ? undone.conflicts : []
    expect(conflicts.length).toBeGreaterThan(0)
    expect(conflicts.map(({ label }) => label)).toContainEqual(expect.stringContaining('S1E1'))
    expect(await shown()).toContain('4x1 a-1-3')
  })
})

describe('[IMPORT-03] an import of a series that was put into order by hand', () => {
  it('leaves the order, finds each episode by its file, and adds new ones beside it', async () => {
    await move('a-1-3', 1, 1)
    await move('a-2-1', 1, 1, b)
    const [order, other] = [await shown(), await shown(b)]
    await publishTitles(db, [delivered('again')], nowMs)
    expect([await shown(), await shown(b)]).toEqual([order, other])
    const texts = (await listStaffEpisodes(db, b))?.episodes.map(
      ({ texts: { description_ru: text } }) => text,
    )
    expect(texts).toEqual(['again', ''])
    await move('a-1-2', 1, 4)
    await publishTitles(db, [series(key('a'), { 1: [1, 2, 3, 4], 2: [1] })], nowMs)
    expect(await shown()).toEqual(['1x1 a-1-3', '1x2 a-1-1', '1x4 a-1-2', '1x5 a-1-4'])
    await publishTitles(db, [series(key('a'), { 1: [1, 2, 3, 4], 2: [1] }, 'once more')], nowMs)
    expect(await shown()).toEqual(['1x1 a-1-3', '1x2 a-1-1', '1x4 a-1-2', '1x5 a-1-4'])
  })

  it('of a chosen folder does not undo it either', async () => {
    await move('a-1-3', 1, 1)
    const order = await shown()
    const folder = { title: 'folder', by: undefined, nowMs }
    const result = await db
      .transaction()
      .execute((tx) => importTitles(tx, [{ title: delivered('chosen'), takesFields: true }], folder))
    expect(result.changed).toBeGreaterThan(0)
    expect(await shown()).toEqual(order)
  })

  it('numbers episodes as files again when that is what is chosen', async () => {
    await move('a-1-3', 1, 1)
    await move('a-1-1', 7, 3)
    const changeId = changeOf(await numberAsFiles(db, { vid: a, version: undefined }, who))
    expect(await shown()).toEqual(atFirst)
    await undoContent(db, changeId, who)
    expect(await shown()).toContain('7x3 a-1-1')
  })
})

describe('[EDIT-01] [IMPORT-03] the texts of an episode', () => {
  it('stay over imports until they are given back, and an undo restores them', async () => {
    const id = await idOf('a-1-1')
    const one = async () => (await listStaffEpisodes(db, a))?.episodes.find((episode) => episode.id === id)
    const version = (await one())?.version
    const edit = { vid: a, id, version, texts: { name_ru: 'Начало', description_uz: 'Boshi' } }
    const changeId = changeOf(await editEpisode(db, edit, who))
    expect(await editEpisode(db, edit, who)).toEqual({ kind: 'changed_since', who: 'Дилноза' })
    await publishTitles(db, [delivered('later')], nowMs)
    expect(await one()).toMatchObject({
      texts: { name_ru: 'Начало', description_ru: 'later', description_uz: 'Boshi' },
      locked: ['name_ru', 'description_uz'],
    })
    changeOf(await releaseEpisode(db, { vid: a, id }, who))
    expect(await one()).toMatchObject({
      texts: { name_ru: `${key('a')} 1x1`, description_uz: '' },
      locked: [],
    })
    expect(await undoContent(db, changeId, who)).toMatchObject({ undone: 0 })
  })
})

describe('[EDIT-01] [EDIT-02] a hidden episode', () => {
  it('is not in what viewers see, over imports, until it is shown or the hiding is taken back', async () => {
    const catalogue = await openCatalogue(db)
    const seen = async () => {
      await catalogue.reload()
      return catalogue
        .now()
        .title(a)
        ?.seasons.flatMap(({ number, episodes }) => episodes.map((one) => `${number}x${one.number}`))
    }
    const ids = [await idOf('a-2-1'), await idOf('a-1-2')]
    const changeId = changeOf(await hideEpisodes(db, { vid: a, ids, isHidden: true }, who))
    await publishTitles(db, [delivered('new')], nowMs)
    expect(await seen()).toEqual(['1x1', '1x3'])
    expect(await undoContent(db, changeId, who)).toMatchObject({ conflicts: [] })
    expect(await seen()).toEqual(['1x1', '1x2', '1x3', '2x1'])
    changeOf(await hideEpisodes(db, { vid: a, ids: ids.slice(0, 1), isHidden: true }, who))
    changeOf(await hideEpisodes(db, { vid: a, ids, isHidden: false }, who))
    expect(await seen()).toContain('2x1')
  })
})
