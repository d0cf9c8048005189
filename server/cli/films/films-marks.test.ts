import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { createEngine, type Engine, findMediaBinaries, type DetectedMarker } from '#media/media.ts'
import { editMarks, loadMarks, openCatalogue } from '#server/catalogue/catalogue.ts'
import { undoContent } from '#server/editing/editing.ts'
import { findSkipMarks, skipMarksOf } from '#server/imports/packaging/skip-marks.ts'
import { importFilms } from '#server/imports/films/import-films.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { filmsMarks } from './films-marks.ts'

const binaries = findMediaBinaries({})
let database: TestDatabase
let dir = ''
let tools: CommandTools
let engine: Engine
let episodes: readonly string[] = []

function newEngine() {
  return createEngine({
    storeDir: join(dir, 'media'),
    role: 'reads',
    ...binaries,
    clock: () => Date.now(),
    ticketSecrets: ['a secret of sixteen letters'],
    log: silentLog,
  })
}

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-marks-'))
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const folder = join(dir, 'Кино', 'Сериал (2020)', 'Сезон 1')
  await mkdir(folder, { recursive: true })
  for (const number of [1, 2]) {
    const made = await runFfmpeg({
      ffmpegPath: binaries.ffmpegPath,
      args: [
        ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=160x90:r=10:d=${10 * number}`],
        ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${10 * number}`],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', join(folder, `0${number}.mkv`)],
      ],
      timeoutMs: 60_000,
    }).exit
    expect(made.lastLines).toEqual([])
  }
  await writeFile(join(folder, '03.mkv'), 'not a film')
  const pictures = await openPictures({ dir: join(dir, 'images'), log: silentLog })
  const options = { folder: join(dir, 'Кино'), pictures, again: false, nowMs: 0 }
  const { assetIds } = await importFilms(database.db, options)
  engine = newEngine()
  for (const row of await packagingRows(database.db, assetIds)) {
    const job = { assetId: row.asset_id, sourcePath: row.source_path, encoderEffort: 'fast' } as const
    await engine.packageAsset({ ...job, mayGoOn: () => Promise.resolve(false) })
  }
  episodes = (await packagingRows(database.db)).map(({ asset_id }) => asset_id)
  await mkdir(join(dir, 'empty'))
}, 120_000)
afterAll(async () => {
  await engine.close()
  await database.drop()
  await rm(dir, { recursive: true })
})

const never = new AbortController().signal

async function marks(words: string[], options: Record<string, string> = {}, isClear = false) {
  const input = { words, flag: () => isClear, text: (name: string) => options[name] }
  const outcome = await filmsMarks.run(input, tools)
  return outcome.kind === 'refused' ? `refused: ${outcome.why}` : outcome.lines.join('\n')
}

/** A player's marks, read from the store by another reader. */
async function played(assetId: string) {
  const other = newEngine()
  const result = other.describeAsset(assetId)?.markers ?? []
  await other.close()
  return result.map(({ kind, beginMs, endMs }) => `${kind} ${beginMs}-${endMs}`)
}

function detectedAt(kind: DetectedMarker['kind'], beginMs: number, endMs: number): DetectedMarker {
  return {
    ...{ kind, beginMs, endMs, origin: 'sound', confidence: 0.7 },
  }
}

describe('marks of a season', { timeout: 60_000 }, () => {
  it('[OPS-02] are detected once all its episodes play, again for a new one, and never over an operator’s', async () => {
    const catalogue = await openCatalogue(database.db)
    const searches: string[][] = []
    const deps = {
      db: database.db,
      catalogue,
      engine: {
        describeAsset: engine.describeAsset.bind(engine),
        setMarkers: engine.setMarkers.bind(engine),
        findMarkers: (files: readonly { readonly assetId: string }[]) => {
          searches.push(files.map(({ assetId }) => assetId))
          const result = [detectedAt('intro', 1000, 3000), detectedAt('titles', 8000, 9500)]
          return Promise.resolve(new Map(files.map(({ assetId }) => [assetId, result])))
        },
      },
    }
    await findSkipMarks(deps, never)
    expect(searches).toEqual([])
    const [first = '', second = '', third = ''] = episodes
    const set = (assetId: string, values: object) =>
      database.db.updateTable('packaging').set(values).where('asset_id', '=', assetId).execute()
    for (const assetId of [first, second]) await set(assetId, { state: 'waiting', step: 'better' })
    await set(third, { state: 'refused', reason: 'no film' })
    expect(await marks([first], { intro: '0:02-0:04.5' })).toMatch(
      new RegExp(
        String.raw`^Сериал S1E1 \(${first}\)\n {2}intro {2}0:02-0:04\.5 {2}said by the operator\nTo undo it: .* changes undo \d+$`,
      ),
    )
    await findSkipMarks(deps, never)
    expect(searches.map((ids) => ids.length)).toEqual([3])
    expect(await played(first)).toEqual(['intro 2000-4500', 'titles 8000-9500'])
    expect(await played(second)).toEqual(['intro 1000-3000', 'titles 8000-9500'])
    await findSkipMarks(deps, never)
    expect(searches.length).toBe(1)
    // Removed marks stay removed, also when the season is analysed again.
    await marks(['S1E2'], {}, true)
    expect(await played(second)).toEqual([])
    await database.db.deleteFrom('skip_search').where('asset_id', '=', first).execute()
    await findSkipMarks(deps, never)
    expect(searches.length).toBe(2)
    expect(await played(second)).toEqual([])
    expect((await skipMarksOf(database.db, [first])).map(({ origin }) => origin)).toEqual(['hand', 'sound'])
    expect(await marks([])).toBe(
      `Сериал S1E1 (${first})\n  intro  0:02-0:04.5  said by the operator\n` +
        '  titles 0:08-0:09.5  found by the sound that episodes share, 70 % sure',
    )
  })

  it('[OPS-02] are refused with a reason when they are invalid', async () => {
    expect(await marks([], { intro: '1-2' })).toContain('refused: say which film')
    expect(await marks(['S1E9'], { intro: '1-2' })).toContain('no packaged film or episode is called S1E9')
    expect(await marks(['сериал'], { intro: '1-2' })).toContain('say its asset id')
    for (const wrong of ['5', '5-5', '9-3', 'a-b', '1-2-3', '-3-5', '1e3-2e3', ''])
      expect(await marks(['S1E1'], { intro: wrong })).toContain('is not a stretch of time')
    expect(await marks(['S1E1'], { titles: '5-300' })).toContain('--titles ends at 5:00, and it lasts 0:10')
    expect(await marks(['S1E1'], { intro: '1-1.5' })).toContain('a mark lasts a second at least')
    expect(await marks(['S1E1'], { intro: '1-6', titles: '5-8' })).toContain('the intro ends before')
    expect(await marks(['S1E3'], { titles: '5-8' })).toContain('does not play yet')
  })

  it('[EDIT-02] are changes: taken back with who found them, and refused over a colleague’s', async () => {
    const [first = ''] = episodes
    const loaded = async () => (await loadMarks(database.db, [first])).get(first)
    const stored = () => skipMarksOf(database.db, [first])
    await database.db.deleteFrom('skip_mark').where('asset_id', '=', first).execute()
    const detected = { begin_ms: 1000, end_ms: 3000, origin: 'sound', confidence: 0.5 } as const
    await database.db
      .insertInto('skip_mark')
      .values({ asset_id: first, kind: 'intro', ...detected })
      .execute()
    const before = await stored()
    const { version } = (await loaded()) ?? { version: '' }
    const edit = {
      ...{ assetId: first, version, durationMs: 10_000, fingerprint: 'print' },
      marks: { intro: null, titles: { beginMs: 8000, endMs: 10_000 } },
    }
    const who = { by: undefined, nowMs: Date.now() }
    const changed = await editMarks(database.db, edit, who)
    expect(changed).toMatchObject({ kind: 'changed' })
    expect((await stored()).map(({ kind, origin }) => `${kind} ${origin}`)).toEqual(['titles hand'])
    expect(await editMarks(database.db, edit, who)).toEqual({ kind: 'changed_since', who: '' })
    expect(await editMarks(database.db, { ...edit, version: undefined }, who)).toEqual({
      kind: 'changed',
      changeId: 0,
    })
    const changeId = changed.kind === 'changed' ? changed.changeId : 0
    const undone = await undoContent(database.db, changeId, who)
    expect(undone).toMatchObject({ kind: 'undone', conflicts: [] })
    expect(await stored()).toEqual(before)
    expect((await loaded())?.version).toBe(version)
  })

  it('[EDIT-02] an undo leaves a part where another one has been set since', async () => {
    const [first = ''] = episodes
    const who = { by: undefined, nowMs: Date.now() }
    const set = async (intro: number, titles: number | null) => {
      const marks = {
        intro: { beginMs: 0, endMs: intro },
        titles: titles === null ? null : { beginMs: titles, endMs: 10_000 },
      }
      const edit = { assetId: first, version: undefined, durationMs: 10_000, fingerprint: 'print', marks }
      const changed = await editMarks(database.db, edit, who)
      return changed.kind === 'changed' ? changed.changeId : 0
    }
    await set(6000, null)
    const shortened = await set(3000, null)
    await set(3000, 4000)
    const undone = await undoContent(database.db, shortened, who)
    expect(undone).toMatchObject({ kind: 'undone', conflicts: [{ entity: 'marks', field: 'intro' }] })
    const stored = await skipMarksOf(database.db, [first])
    expect(stored.map(({ kind, end_ms: endMs }) => `${kind} ${endMs}`).toSorted()).toEqual([
      'intro 3000',
      'titles 10000',
    ])
  })
})
