/** A folder of films as a draft, on a real database and real files: looked through, corrected, applied, taken back. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listStaffEpisodes, editTitles, noteAssetReady } from '#server/catalogue/catalogue.ts'
import { undoContent } from '#server/editing/editing.ts'
import { removeNaming, saveNaming } from '#server/imports/films/naming-rules.ts'
import { importFilms } from '#server/imports/films/import-films.ts'
import type { FileNaming, FolderNaming } from '#server/imports/nfo/naming.ts'
import { TooManyFiles, scanFolder } from '#server/imports/source/scan-folder.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { applyFolder, discardFolder, findPlace, loadFolder, lookAgain, lookThrough } from './folders.ts'

const nowMs = Date.UTC(2026, 10, 28, 9)
const who = { by: { staffId: 1, name: 'Камола' }, nowMs }
let database: TestDatabase
let dir = ''
let pictures: Pictures

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await realpath(await mkdtemp(join(tmpdir(), 'ekran-folder-')))
  pictures = await openPictures({ dir: join(dir, 'images'), log: silentLog })
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

let count = 0

/** A new folder with these files; a number is the size of a file without text. */
async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  count += 1
  const root = join(dir, `films-${count}`)
  await mkdir(root)
  for (const [path, text] of Object.entries(files)) await put(root, path, text)
  return root
}

async function put(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function look(root: string, folder = ''): Promise<number> {
  const looked = await lookThrough(database.db, { root, folder }, who)
  if (looked.kind !== 'looked') throw new Error(looked.kind)
  return looked.draftId
}

async function draftOf(draftId: number) {
  const loaded = await loadFolder(database.db, draftId, { view: 'all', fromItem: 0, limit: 1000 })
  if (loaded === undefined) throw new Error(`there is no draft ${draftId}`)
  return loaded
}

async function itemOf(draftId: number, path: string) {
  const item = (await draftOf(draftId)).items.find((one) => one.path === path && one.what !== 'series')
  if (item === undefined) throw new Error(`${path} is not in the draft`)
  return item
}

function apply(draftId: number, taken: Parameters<typeof applyFolder>[2] = { take: 'all' }) {
  return applyFolder({ db: database.db, pictures }, draftId, taken, who)
}

async function applied(draftId: number, taken?: Parameters<typeof applyFolder>[2]) {
  const outcome = await apply(draftId, taken)
  if (outcome.kind !== 'applied') throw new Error(outcome.kind)
  return outcome
}

/** Names of the titles of a root that viewers may see. */
async function titles(root: string) {
  const rows = await database.db
    .selectFrom('title')
    .select(['id', 'name_ru', 'year', 'is_series', 'description_ru'])
    .where('key', 'like', `folder:${root.slice(root.lastIndexOf('/') + 1)}/%`)
    .where('deleted_at', 'is', null)
    .orderBy('name_ru')
    .execute()
  return rows
}

async function episodes(vid: number) {
  const rows = await database.db
    .selectFrom('episode')
    .innerJoin('season', 'season.id', 'episode.season_id')
    .select(['season.number as season', 'episode.number as episode'])
    .where('title_id', '=', vid)
    .orderBy('season.number')
    .orderBy('episode.number')
    .execute()
  return rows.map(({ season, episode }) => `${season}x${episode}`)
}

async function rule(path: string, value: FolderNaming): Promise<void> {
  await saveNaming(database.db, { path, is_folder: true, rule: value }, who)
}
async function correct(path: string, value: FileNaming): Promise<void> {
  await saveNaming(database.db, { path, is_folder: false, rule: value }, who)
}

const movie = (title: string, plot: string) =>
  `<movie><title>${title}</title><plot>${plot}</plot><year>2020</year></movie>`

describe('[IMPORT-01] a folder of films', () => {
  it('becomes a draft with what is new and why it was understood so; nothing is published', async () => {
    const root = await folderOf({
      'Кеш (2021).mkv': 'film',
      'Show/Season 02/Show 2x05 Name.mkv': 'five',
      'Show/Season 02/Show 2x07.mkv': 'seven',
      'Show/Season 02/Show 2x07.cs.srt': '1\n00:00:01,000 --> 00:00:02,000\nAhoj\n',
      'sar_2x1.mp4': 'a picture of another ratio',
      'The Best of 1980-1990.mkv': 'best',
      'readme.txt': 'no film',
    })
    const draftId = await look(root)
    const { draft, items, counts } = await draftOf(draftId)
    expect([draft.passed_count, counts.new, counts.changed, counts.gone]).toEqual([1, 6, 0, 0])
    expect(await titles(root)).toEqual([])
    expect(await packagingRows(database.db)).toEqual([])
    expect(items.map(({ what, label }) => `${what} ${label}`)).toContain('series Show (2026)')
    const five = await itemOf(draftId, 'Show/Season 02/Show 2x05 Name.mkv')
    expect(five.guess).toMatchObject({ kind: 'episode', series: 'Show', season: 2, episode: 5 })
    expect(five.reasons).toEqual(
      expect.arrayContaining([
        { what: 'series', value: 'Show', from: 'folder', by: 'Show' },
        { what: 'season', value: '2', from: 'name', by: '2x05' },
        { what: 'episode', value: '5', from: 'name', by: '2x05' },
      ]),
    )
    const seven = await itemOf(draftId, 'Show/Season 02/Show 2x07.mkv')
    expect(seven.marks).toEqual(['jump'])
    expect(seven.reasons).toContainEqual({
      what: 'language',
      value: 'cs',
      from: 'name',
      by: 'Show 2x07.cs.srt',
    })
    const ratio = await itemOf(draftId, 'sar_2x1.mp4')
    expect([ratio.what, ratio.marks.includes('cross')]).toEqual(['film', true])
    const best = await itemOf(draftId, 'The Best of 1980-1990.mkv')
    expect([best.guess.title, best.marks]).toEqual(['The Best of 1980-1990', ['year']])
    const film = await itemOf(draftId, 'Кеш (2021).mkv')
    expect([film.marks, film.reasons]).toEqual([
      [],
      expect.arrayContaining([{ what: 'year', value: '2021', from: 'name', by: '(2021)' }]),
    ])
  })

  it('[IMPORT-02] is applied in part, taken back by its number, and applied again', async () => {
    const root = await folderOf({
      'One (2001).mkv': 'one',
      'Two (2002).mkv': 'two',
      'Show/Season 1/01.mkv': 'first',
      'Show/Season 1/02.mkv': 'second',
    })
    const first = await look(root)
    const chosen = [await itemOf(first, 'One (2001).mkv'), await itemOf(first, 'Show/Season 1/01.mkv')]
    const done = await applied(first, { take: 'only', items: chosen.map(({ item }) => item) })
    expect([done.left, done.assetIds.length]).toEqual([[], 2])
    expect((await titles(root)).map(({ name_ru: name }) => name)).toEqual(['One', 'Show'])
    // Once: the draft has ended.
    expect(await apply(first)).toEqual({ kind: 'not_found' })
    // The next look has the rest only; applying it adds an episode to the series that is there.
    const second = await look(root)
    expect((await draftOf(second)).items.map(({ what, path }) => `${what} ${path}`)).toEqual([
      'film Two (2002).mkv',
      'episode Show/Season 1/02.mkv',
    ])
    const rest = await applied(second)
    const show = (await titles(root)).find(({ name_ru: name }) => name === 'Show')
    expect(await episodes(show?.id ?? 0)).toEqual(['1x1', '1x2'])
    expect((await draftOf(await look(root))).counts.all).toBe(0)
    const undone = await undoContent(database.db, rest.changeId, who)
    expect(undone).toMatchObject({ kind: 'undone', undone: 2, conflicts: [] })
    expect((await titles(root)).map(({ name_ru: name }) => name)).toEqual(['One', 'Show'])
    expect(await episodes(show?.id ?? 0)).toEqual(['1x1'])
    // The files are still packaged, and an import by itself does not bring back what was taken back.
    expect((await packagingRows(database.db)).filter(({ folder }) => folder === root)).toHaveLength(4)
    if (undone.kind !== 'undone' || undone.changeId === undefined) throw new Error('it was not taken back')
    expect(await undoContent(database.db, undone.changeId, who)).toMatchObject({ undone: 2, conflicts: [] })
    expect(await episodes(show?.id ?? 0)).toEqual(['1x1', '1x2'])
    await undoContent(database.db, done.changeId, who)
    const third = await look(root)
    expect((await itemOf(third, 'One (2001).mkv')).marks).toEqual(['removed'])
    await applied(third)
    expect((await titles(root)).map(({ name_ru: name }) => name)).toEqual(['One', 'Show', 'Two'])
  })

  it('leaves a new series that has got episodes since, and takes one back with its own', async () => {
    const root = await folderOf({ 'Show/S01E01.mkv': 'one', 'Other/S01E01.mkv': 'another' })
    const first = await applied(await look(root))
    await put(root, 'Show/S01E02.mkv', 'two')
    await applied(await look(root))
    const [show] = (await titles(root)).filter(({ name_ru: name }) => name === 'Show')
    expect(await undoContent(database.db, first.changeId, who)).toMatchObject({
      undone: 1,
      conflicts: [{ entity: 'title', entityId: show?.id, field: '', now: true }],
    })
    expect(await titles(root)).toEqual([show])
    expect(await episodes(show?.id ?? 0)).toEqual(['1x1', '1x2'])
    const whole = await folderOf({ 'Two/S01E01.mkv': 'one', 'Two/S01E02.mkv': 'two' })
    const { changeId } = await applied(await look(whole))
    expect(await undoContent(database.db, changeId, who)).toMatchObject({ undone: 1, conflicts: [] })
    expect(await titles(whole)).toEqual([])
  })

  it('takes back a new film although the service has given it a picture meanwhile', async () => {
    const root = await folderOf({ 'Bare (2001).mkv': 'one' })
    const { changeId } = await applied(await look(root))
    const [bare] = await titles(root)
    await database.db
      .updateTable('title')
      .set({ poster: 'p', backdrop: 'b' })
      .where('id', '=', bare?.id ?? 0)
      .execute()
    expect(await undoContent(database.db, changeId, who)).toMatchObject({ conflicts: [] })
    expect(await titles(root)).toEqual([])
  })

  it('takes back a new film whose trailer was packaged meanwhile', async () => {
    const root = await folderOf({ 'Kesh (2001).mkv': 'film', 'Kesh (2001)-trailer.mkv': 'trailer' })
    const { changeId, assetIds } = await applied(await look(root))
    expect(assetIds).toHaveLength(2)
    for (const assetId of assetIds) await noteAssetReady(database.db, assetId, 61_000)
    const ready = await database.db
      .selectFrom('video_file')
      .select(['kind', 'duration_ms'])
      .where('asset_id', 'in', [...assetIds])
      .orderBy('kind')
      .execute()
    expect(ready).toEqual([
      { kind: 'film', duration_ms: 61_000 },
      { kind: 'trailer', duration_ms: 61_000 },
    ])
    expect(await undoContent(database.db, changeId, who)).toMatchObject({ undone: 1, conflicts: [] })
    expect(await titles(root)).toEqual([])
  })

  it('[IMPORT-03] changes field by field, leaves what was edited by hand, and is taken back but for later edits', async () => {
    const root = await folderOf({ 'a.mkv': 'film', 'a.nfo': movie('Кеш', 'Раз.') })
    await applied(await look(root))
    const [film] = await titles(root)
    const vid = film?.id ?? 0
    expect(film).toMatchObject({ name_ru: 'Кеш', description_ru: 'Раз.', year: 2020 })
    await editTitles(database.db, [{ vid, edit: { columns: { year: 2019 } } }], who)
    await put(root, 'a.nfo', '<movie><title>Кеш 2</title><plot>Два.</plot><year>2022</year></movie>')
    const draftId = await look(root)
    const item = await itemOf(draftId, 'a.mkv')
    expect([item.kind, item.before, item.after, item.locked]).toEqual([
      'changed',
      { name_ru: 'Кеш', description_ru: 'Раз.' },
      { name_ru: 'Кеш 2', description_ru: 'Два.' },
      ['year'],
    ])
    const { changeId } = await applied(draftId)
    expect((await titles(root))[0]).toMatchObject({ name_ru: 'Кеш 2', description_ru: 'Два.', year: 2019 })
    expect((await draftOf(await look(root))).counts.all).toBe(0)
    await editTitles(database.db, [{ vid, edit: { columns: { name_ru: 'Моё' } } }], who)
    expect(await undoContent(database.db, changeId, who)).toMatchObject({
      conflicts: [{ field: 'name_ru', now: 'Моё' }],
    })
    expect((await titles(root))[0]).toMatchObject({ name_ru: 'Моё', description_ru: 'Раз.' })
  })

  it('leaves what changed since the look: a file, the catalogue, another draft', async () => {
    const root = await folderOf({ 'A (2001).mkv': 'a', 'B (2002).mkv': 'b' })
    const [first, second] = [await look(root), await look(root)]
    await put(root, 'A (2001).mkv', 'another film of another size')
    const done = await applied(first)
    expect(done.left).toEqual(['A (2001).mkv'])
    expect((await titles(root)).map(({ name_ru: name }) => name)).toEqual(['B'])
    // The other draft has the same two: one is another file, one is there.
    expect(await apply(second)).toEqual({ kind: 'changed_since' })
    const { comparison } = await draftOf(second)
    await lookAgain(database.db, second, nowMs)
    // Its items have other numbers now.
    expect(await apply(second, { take: 'only', items: [0], comparison })).toEqual({ kind: 'outdated' })
    expect((await draftOf(second)).items.map(({ path }) => path)).toEqual(['A (2001).mkv'])
    const both = await Promise.all([apply(second), apply(second)])
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['applied', 'not_found'])
    const gone = await look(root)
    expect((await draftOf(gone)).counts.all).toBe(0)
    expect(await apply(gone)).toEqual({ kind: 'nothing_taken' })
    expect(await discardFolder(database.db, gone, nowMs)).toBe(true)
    expect(await discardFolder(database.db, gone, nowMs)).toBe(false)
  })

  it('names films whose files are gone, and deletes none', async () => {
    const root = await folderOf({ 'A (2001).mkv': 'a', 'Serial 05.mkv': 'five' })
    await applied(await look(root))
    await rm(join(root, 'A (2001).mkv'))
    await correct(join(root, 'Serial 05.mkv'), { kind: 'episode', series: 'Serial', season: 1, episode: 5 })
    const draftId = await look(root)
    const gone = (await draftOf(draftId)).items.filter(({ kind }) => kind === 'gone')
    expect(gone.map(({ path, marks }) => [path, marks])).toEqual([
      ['A (2001).mkv', []],
      ['Serial 05.mkv', ['otherwise']],
    ])
    await applied(draftId)
    expect((await titles(root)).map(({ name_ru: name }) => name)).toEqual(['A', 'Serial', 'Serial 05'])
  })

  it('[OPS-01] says that a combined file ends before an episode that is in the catalogue, and why', async () => {
    const root = await folderOf({ 'Show/S01E01.mkv': 'one', 'Show/S01E02.mkv': 'two' })
    await applied(await look(root))
    await rm(join(root, 'Show/S01E01.mkv'))
    await rm(join(root, 'Show/S01E02.mkv'))
    await writeFile(join(root, 'Show/S01E01-E03.mkv'), 'one to three')
    const draftId = await look(root)
    const combined = await itemOf(draftId, 'Show/S01E01-E03.mkv')
    expect(combined.label).toMatch(/^Show S1E1(?![–-])/)
    expect(combined.reasons).toContainEqual({ what: 'episode', value: '1', from: 'catalogue', by: 'S1E2' })
    await applied(draftId)
    const [show] = await titles(root)
    const staff = await listStaffEpisodes(database.db, show?.id ?? 0)
    expect(staff?.episodes.map(({ number, last }) => [number, last])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it('says that a file has several episodes, by its name or by its NFO, and why', async () => {
    const part = (episode: number) =>
      `<episodedetails><title>Part ${episode}</title><season>1</season><episode>${episode}</episode>` +
      `<plot>About ${episode}</plot><aired>2025-09-0${episode}</aired></episodedetails>`
    const root = await folderOf({
      'Show/S01E01.mkv': 'one to four',
      'Show/S01E01.nfo': [1, 2, 3, 4].map(part).join('\n'),
      'Show/S01E05.mkv': 'five',
      'Show/S01E06E07.mkv': 'six and seven',
      'Show/S01E09.mkv': 'nine',
    })
    const draftId = await look(root)
    const four = await itemOf(draftId, 'Show/S01E01.mkv')
    expect(four.label).toBe('Show S1E1–4 Part 1 / Part 2 / Part 3 / Part 4')
    expect(four.reasons).toContainEqual({ what: 'episode', value: '1–4', from: 'nfo', by: 'S01E01.nfo' })
    expect(four.marks).toEqual(['several'])
    expect(four.after).toMatchObject({ episode: 1, last_episode: 4, aired_on: '2025-09-01' })
    const marksOf = async (name: string) => (await itemOf(draftId, `Show/${name}.mkv`)).marks
    expect([await marksOf('S01E05'), await marksOf('S01E06E07'), await marksOf('S01E09')]).toEqual([
      [],
      [],
      ['jump'],
    ])
    await applied(draftId)
    const [show] = await titles(root)
    const staff = await listStaffEpisodes(database.db, show?.id ?? 0)
    expect(staff?.episodes.map(({ number, last, airedOn }) => [number, last, airedOn])).toEqual([
      [1, 4, '2025-09-01'],
      [5, 5, ''],
      [6, 7, ''],
      [9, 9, ''],
    ])
    expect(staff?.episodes[0]?.texts.description_ru).toBe('About 1\n\nAbout 2\n\nAbout 3\n\nAbout 4')
    // Looked through again, nothing differs.
    expect((await draftOf(await look(root))).items).toEqual([])
  })

  it('is suspicious of a title that looks like an existing one, and of two files of one episode', async () => {
    const root = await folderOf({
      'copy/Кеш - 2 (2022).mkv': 'x',
      'Show S01E01.mkv': 'one',
      'Show S01E01.avi': 'the same',
    })
    const other = await folderOf({ 'Кеш 2 (2021).mkv': 'x' })
    await applied(await look(other))
    const draftId = await look(root)
    expect(await itemOf(draftId, 'copy/Кеш - 2 (2022).mkv')).toMatchObject({
      marks: ['similar'],
      similar_to: 'Кеш 2 (2021)',
    })
    const doubles = (await draftOf(draftId)).items.filter(({ marks }) => marks.includes('double'))
    expect(doubles).toHaveLength(1)
    expect((await draftOf(draftId)).draft.refused.map(({ why }) => why)).toEqual([
      expect.stringContaining('it is the same episode as'),
    ])
  })
})

describe('[IMPORT-01] the names of a folder', () => {
  it('are read by the rule of the folder at every import, and guessed again without it', async () => {
    const root = await folderOf({
      'Serial/kino 3 part 11.mkv': 'a',
      'Serial/kino 3 part 12.mkv': 'b',
      'Serial/kino 3 part 12.srt': 'x',
    })
    await rule(join(root, 'Serial'), {
      series: 'Qadimiy',
      season: 3,
      episode: 'last',
      subtitles: { '': 'uz' },
    })
    const draftId = await look(root, 'Serial')
    const twelve = await itemOf(draftId, 'Serial/kino 3 part 12.mkv')
    expect(twelve.guess).toMatchObject({ kind: 'episode', series: 'Qadimiy', season: 3, episode: 12 })
    expect(twelve.reasons).toEqual([
      { what: 'kind', value: 'episode', from: 'rule', by: '' },
      { what: 'series', value: 'Qadimiy', from: 'rule', by: '' },
      { what: 'season', value: '3', from: 'rule', by: '' },
      { what: 'episode', value: '12', from: 'rule', by: '12' },
      { what: 'language', value: 'uz', from: 'rule', by: 'kino 3 part 12.srt' },
    ])
    // The command line and the watched folder read them in the same way, and know what was applied.
    await applied(draftId)
    const { report } = await importFilms(database.db, { folder: root, pictures, again: false, nowMs })
    expect(report.sums.slice(0, 3)).toEqual([
      ['new', 0],
      ['changed', 0],
      ['unchanged', 1],
    ])
    await removeNaming(database.db, join(root, 'Serial'))
    const guessed = await look(root, 'Serial')
    expect((await itemOf(guessed, 'Serial/kino 3 part 12.mkv')).guess.kind).toBe('film')
  })

  it('are corrected file by file, and a file may be left', async () => {
    const root = await folderOf({
      'x/Show 2x1.mkv': 'a',
      'x/Show 2x1.nfo': movie('NFO', ''),
      'x/note.mkv': 'b',
    })
    const draftId = await look(root)
    expect((await itemOf(draftId, 'x/Show 2x1.mkv')).marks).toContain('cross')
    await correct(join(root, 'x/Show 2x1.mkv'), { kind: 'film', title: 'Мой фильм', year: 2011 })
    await correct(join(root, 'x/note.mkv'), { kind: 'left' })
    await lookAgain(database.db, draftId, nowMs)
    const { items } = await draftOf(draftId)
    expect(items.map(({ label, marks }) => [label, marks])).toEqual([['Мой фильм (2011)', []]])
    expect(items[0]?.reasons).toContainEqual({ what: 'year', value: '2011', from: 'correction', by: '' })
  })
})

describe('[IMPORT-01] a correction that names a series of the catalogue', () => {
  const tvshow = '<tvshow><title>Сериал</title><plot>О нём.</plot><year>2011</year></tvshow>'

  it('adds the episode to it, also when only the folder of the file is looked through', async () => {
    const root = await folderOf({
      'Serial/S01E01.mkv': 'one',
      'Serial/S01E02.mkv': 'two',
      'Serial/tvshow.nfo': tvshow,
      'new/x.mkv': 'three',
      'new/y.mkv': 'a second of the same number',
    })
    await applied(await look(root, 'Serial'))
    const [serial] = await titles(root)
    // By the name of its folder, and by that of its description.
    await correct(join(root, 'new/x.mkv'), { kind: 'episode', series: 'Serial', season: 1, episode: 3 })
    await correct(join(root, 'new/y.mkv'), { kind: 'episode', series: 'сериал', season: 1, episode: 2 })
    const draftId = await look(root, 'new')
    const { draft, items } = await draftOf(draftId)
    expect(items.map(({ what, path, title_id: vid }) => `${what} ${path} ${vid}`)).toEqual([
      `episode new/x.mkv ${serial?.id}`,
    ])
    expect(draft.refused).toEqual([
      { where: 'new/y.mkv', what: '', why: 'it is the same episode as Serial/S01E02.mkv' },
    ])
    await applied(draftId)
    expect(await titles(root)).toEqual([serial])
    expect(serial).toMatchObject({ name_ru: 'Сериал', year: 2011, description_ru: 'О нём.' })
    expect(await episodes(serial?.id ?? 0)).toEqual(['1x1', '1x2', '1x3'])
    // The watched folder and the command line understand it in the same way.
    expect((await draftOf(await look(root))).counts.all).toBe(0)
    const { report } = await importFilms(database.db, { folder: root, pictures, again: false, nowMs })
    expect(report.sums[0]).toEqual(['new', 0])
    expect(await titles(root)).toEqual([serial])
    expect(await episodes(serial?.id ?? 0)).toEqual(['1x1', '1x2', '1x3'])
  })

  it('finds it by the name that it had before it was edited, and where its episodes are loose files', async () => {
    const root = await folderOf({ 'Loose S01E01.mkv': 'one', 'new/x.mkv': 'two' })
    await applied(await look(root))
    const loose = (await titles(root)).find((one) => one.is_series)
    const vid = loose?.id ?? 0
    await editTitles(database.db, [{ vid, edit: { columns: { name_ru: 'Сами по себе' } } }], who)
    const path = join(root, 'new/x.mkv')
    for (const series of ['Loose', 'Сами по себе']) {
      await correct(path, { kind: 'episode', series, season: 1, episode: 2 })
      const { items } = await draftOf(await look(root, 'new'))
      expect(items.filter(({ kind }) => kind === 'new').map((one) => [one.what, one.title_id])).toEqual([
        ['episode', vid],
      ])
    }
  })
})

describe('[IMPORT-01] the folders that may be looked through', () => {
  it('are those below the root, whatever is typed and wherever links lead', async () => {
    const root = await folderOf({ 'in/a.mkv': 'a' })
    await symlink(dirname(root), join(root, 'out'))
    await symlink(join(root, 'in'), join(root, 'again'))
    expect(await findPlace(root, 'in')).toEqual({ kind: 'folder', root, folder: 'in' })
    expect(await findPlace(root, '')).toEqual({ kind: 'folder', root, folder: '' })
    expect(await findPlace(root, 'again')).toEqual({ kind: 'folder', root, folder: 'in' })
    for (const typed of ['..', '../films-1', 'in/../..', 'out', 'out/films-1', 'in\0'])
      expect(await findPlace(root, typed), typed).toEqual({ kind: 'outside' })
    // An absolute path is one below the root.
    expect(await findPlace(root, '/etc')).toMatchObject({ kind: 'unreadable' })
    expect(await findPlace(root, 'in/a.mkv')).toMatchObject({ kind: 'unreadable' })
  })

  it('are read to a depth, without links, and with names that are no UTF-8 refused', async () => {
    const root = await folderOf({ [`${'d/'.repeat(14)}deep.mkv`]: 'x' })
    await symlink('/etc/passwd', join(root, 'link.mkv'))
    await writeFile(Buffer.from(`${root}/\xE9t\xE9.mkv`, 'latin1'), 'x')
    const { draft, counts } = await draftOf(await look(root))
    expect([counts.all, draft.passed_count]).toEqual([0, 1])
    expect(draft.refused.map(({ why }) => why)).toEqual([
      'it is more than 12 folders deep',
      'its name is not in UTF-8; give it another one',
    ])
    await expect(scanFolder(dir, { maxFiles: 3 })).rejects.toBeInstanceOf(TooManyFiles)
    await expect(scanFolder(dir, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
    expect(await lookThrough(database.db, { root: join(dir, 'none'), folder: '' }, who)).toEqual({
      kind: 'unreadable',
      why: 'it does not exist',
    })
  })
})
