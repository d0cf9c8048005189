/** Drafts of the guide on a real database and real files: nothing changes before, and what was applied is taken back. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listChanges } from '#server/changes/changes.ts'
import { undoContent } from '#server/editing/editing.ts'
import {
  addProgramme,
  changeProgramme,
  editionDifferences,
  loadDelivered,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import {
  type GuideDraftDeps,
  appendToGuideDraft,
  applyGuideDraft,
  checkGuideDraft,
  discardGuideDraft,
  inspectSchedule,
  listGuideDrafts,
  loadGuideDraft,
  startGuideDraft,
  storeGuideFile,
} from './guide-drafts.ts'
import { confirmMatch, forgetDecision } from '#server/imports/guide/decide-match.ts'
import { purgeGuideDrafts } from './list-guide-drafts.ts'

const nowMs = Date.UTC(2026, 10, 28, 6)
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const kamola = { by: { staffId: 7, name: 'Kamola' }, nowMs }
const window = { fromMs: nowMs - 20 * dayMs, toMs: nowMs + 20 * dayMs }

let database: TestDatabase
let deps: GuideDraftDeps
let [one, two] = [0, 0]
beforeAll(async () => {
  database = await createTestDatabase()
  deps = { db: database.db, dataDir: await mkdtemp(join(tmpdir(), 'ekran-guide-drafts-')) }
  const channels = await publishChannels(
    database.db,
    ['one', 'two'].map((key) =>
      buildChannel(key, {
        tvgId: `${key}.uz`,
        source: { kind: 'recorded', sources: [{ url: `http://tv.example/${key}.ts`, protocol: 'http-ts' }] },
      }),
    ),
    nowMs,
  )
  ;[one = 0, two = 0] = channels.map(({ cid }) => cid)
})
afterAll(async () => {
  await database.drop()
  await rm(deps.dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const table of ['guide_draft', 'programme', 'programme_edit', 'guide_publication'] as const)
    await database.db.deleteFrom(table).execute()
  await rm(join(deps.dataDir, 'guide'), { recursive: true, force: true })
})

interface Shown {
  readonly at: number
  readonly title: string
  readonly hours?: number
  readonly text?: string
}

/** An XMLTV guide; `at` in hours from now on. */
function guide(channels: Readonly<Record<string, readonly Shown[]>>): Buffer {
  const stamp = (hours: number) =>
    new Date(nowMs + hours * hourMs).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
  const programmes = Object.entries(channels).flatMap(([channel, all]) =>
    all.map(
      ({ at, title, hours = 1, text = '' }) =>
        `<programme channel="${channel}.uz" start="${stamp(at)}" stop="${stamp(at + hours)}">` +
        `<title lang="ru">${title}</title><desc lang="ru">${text}</desc></programme>`,
    ),
  )
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><tv>${programmes.join('\n')}</tv>`)
}

/** Hourly programmes with titles of their own. */
function hourly(from: number, count: number, name = 'P'): readonly Shown[] {
  return Array.from({ length: count }, (_, hour) => ({ at: from + hour, title: `${name}${from + hour}` }))
}

async function* bytesOf(buffer: Buffer) {
  yield await Promise.resolve(buffer)
}

async function draftOf(buffer: Buffer, name = 'guide.xml'): Promise<number> {
  const stored = await storeGuideFile(deps, { name, by: kamola.by, nowMs, bytes: bytesOf(buffer) })
  if (stored.kind !== 'stored') throw new Error(stored.why)
  expect(await checkGuideDraft(deps, stored.draftId, { nowMs })).toEqual({ kind: 'checked' })
  return stored.draftId
}

async function apply(draftId: number, taken: Parameters<typeof applyGuideDraft>[2] = { take: 'all' }) {
  const outcome = await applyGuideDraft(deps, draftId, taken, kamola)
  if (outcome.kind !== 'applied') throw new Error(outcome.kind)
  return outcome
}

async function titles(cid = one) {
  const programmes = await loadDelivered(database.db, window, [cid])
  return programmes.map(({ title }) => title.ru)
}

async function all() {
  return loadDelivered(database.db, window)
}

const taken = { kind: 'undone', conflicts: [] as unknown[] }

describe('[IMPORT-01] a guide as a draft', () => {
  it('changes nothing, and says of each channel what is new, changed and gone', async () => {
    await apply(await draftOf(guide({ one: hourly(0, 6) })))
    const before = await all()
    const next = [
      ...hourly(0, 3),
      { at: 3, title: 'Новое', text: 'другое' },
      { at: 5, title: 'P5', hours: 3 },
    ]
    const draftId = await draftOf(guide({ one: next, two: hourly(2, 2), other: hourly(0, 4) }))
    expect(await all()).toEqual(before)
    const loaded = await loadGuideDraft(database.db, draftId)
    expect(loaded?.draft).toMatchObject({ state: 'open', channels: 3, foreign_programmes: 4 })
    expect(loaded?.draft.sums).toMatchObject({ channels: 2, added: 2, changed: 2, removed: 1, differing: 2 })
    expect(
      loaded?.channels.map(({ channel_id: cid, gaps, gap_minutes: minutes }) => [cid, gaps, minutes]),
    ).toEqual([
      [one, 1, 60],
      [two, 0, 0],
    ])
    const { programmes, more } = await editionDifferences(database.db, draftId, one, 100)
    expect(more).toBe(0)
    expect(programmes.map(({ before: was, after: is }) => [was?.title_ru, is?.title_ru])).toEqual([
      ['P3', 'Новое'],
      ['P4', undefined],
      ['P5', 'P5'],
    ])
  })

  it('shows a programme that moved as one, with both times', async () => {
    await apply(
      await draftOf(
        guide({
          one: [
            { at: 0, title: 'A' },
            { at: 1, title: 'B', hours: 2 },
          ],
        }),
      ),
    )
    const draftId = await draftOf(
      guide({
        one: [
          { at: 0, title: 'A', hours: 2 },
          { at: 2, title: 'B', hours: 2 },
        ],
      }),
    )
    const { programmes } = await editionDifferences(database.db, draftId, one, 100)
    expect(programmes.map(({ before, after }) => [before?.title_ru, before?.begin, after?.begin])).toEqual([
      ['A', nowMs, nowMs],
      ['B', nowMs + hourMs, nowMs + 2 * hourMs],
    ])
  })

  it('arrives in pieces on disk, and goes on where it was broken off', async () => {
    const bytes = guide({ one: hourly(0, 3) })
    const draftId = await startGuideDraft(database.db, {
      ...{ name: 'guide.xml', by: kamola.by, nowMs, sizeBytes: bytes.length },
    })
    const half = Math.floor(bytes.length / 2)
    const append = (at: number, piece: Buffer) => appendToGuideDraft(deps, draftId, at, piece)
    expect(await append(0, bytes.subarray(0, half))).toEqual({ kind: 'appended', receivedBytes: half })
    expect(await append(half + 5, bytes.subarray(half + 5))).toEqual({
      kind: 'appended',
      receivedBytes: half,
    })
    expect(await checkGuideDraft(deps, draftId, { nowMs })).toEqual({ kind: 'incomplete' })
    expect(await append(half, bytes.subarray(half))).toEqual({
      kind: 'appended',
      receivedBytes: bytes.length,
    })
    expect(await checkGuideDraft(deps, draftId, { nowMs })).toEqual({ kind: 'checked' })
    expect((await loadGuideDraft(database.db, draftId))?.draft.sums.added).toBe(3)
  })

  it('is refused as a whole when it is broken, with the reason, and cannot be applied', async () => {
    const draftId = await draftOf(Buffer.from('<tv><programme'))
    expect((await loadGuideDraft(database.db, draftId))?.draft.refused_whole).toMatch(/the XML is broken/)
    expect(await applyGuideDraft(deps, draftId, { take: 'all' }, kamola)).toEqual({ kind: 'not_found' })
    expect(await discardGuideDraft(deps, draftId, nowMs)).toBe(true)
    expect(await readdir(join(deps.dataDir, 'guide', 'drafts'))).toEqual([])
  })

  it('is read again in another zone', async () => {
    const draftId = await draftOf(guide({ one: hourly(0, 2) }))
    await checkGuideDraft(deps, draftId, { nowMs, zone: 'Asia/Tashkent' })
    const loaded = await loadGuideDraft(database.db, draftId)
    expect(loaded?.channels[0]?.begin_at.getTime()).toBe(nowMs - 5 * hourMs)
    expect(await checkGuideDraft(deps, draftId, { nowMs, zone: 'Mars' })).toEqual({ kind: 'unknown_zone' })
  })

  it('is read again by several people at once', async () => {
    const draftId = await draftOf(guide({ one: hourly(0, 2) }))
    const outcomes = await Promise.all([1, 2, 3].map(() => checkGuideDraft(deps, draftId, { nowMs })))
    expect(outcomes).toEqual([1, 2, 3].map(() => ({ kind: 'checked' })))
    expect(await apply(draftId)).toMatchObject({ kind: 'applied' })
  })

  it('marks a loss, times that are shifted by hours, another channel, and a guide that ends soon', async () => {
    await apply(await draftOf(guide({ one: hourly(0, 40), two: hourly(0, 40) })))
    const marks = async (shown: readonly Shown[]) => {
      const draftId = await draftOf(guide({ one: shown }))
      const loaded = await loadGuideDraft(database.db, draftId)
      return [loaded?.channels[0]?.marks, loaded?.channels[0]?.shifted_hours]
    }
    expect(await marks(hourly(0, 40))).toEqual([[], 0])
    expect(await marks([...hourly(0, 10), { at: 39, title: 'P39' }])).toEqual([['loss'], 0])
    expect(await marks(hourly(0, 40).map(({ at, title }) => ({ at: at + 3, title })))).toEqual([
      ['shifted'],
      3,
    ])
    expect(await marks(hourly(0, 40).map(({ at, title }) => ({ at: at - 2, title })))).toEqual([
      ['shifted'],
      -2,
    ])
    expect(await marks(hourly(0, 40, 'X'))).toEqual([['other'], 0])
    expect(await marks(hourly(0, 12))).toEqual([['ends_soon'], 0])
  })

  it('is applied once, as a whole or for the chosen channels, as one set of changes', async () => {
    const draftId = await draftOf(guide({ one: hourly(0, 3), two: hourly(0, 2) }))
    expect(await applyGuideDraft(deps, draftId, { take: 'only' }, kamola)).toEqual({ kind: 'nothing_taken' })
    const { changeId, changed } = await apply(draftId, { take: 'except', cids: [two] })
    expect(changed).toBe(1)
    expect([await titles(one), await titles(two)]).toEqual([['P0', 'P1', 'P2'], []])
    const [change] = await listChanges(database.db, { limit: 1 })
    expect(change).toMatchObject({
      changeId,
      kind: 'import',
      section: 'guide',
      title: 'guide.xml',
      changed: 1,
    })
    expect(await applyGuideDraft(deps, draftId, { take: 'all' }, kamola)).toEqual({ kind: 'not_found' })
    expect(await readdir(join(deps.dataDir, 'guide', 'drafts'))).toEqual([])
    expect((await listGuideDrafts(database.db))[0]).toMatchObject({ state: 'applied', change_id: changeId })
  })

  it('is not applied as it was chosen before another comparison', async () => {
    const draftId = await draftOf(guide({ one: hourly(0, 3) }))
    const before = (await loadGuideDraft(database.db, draftId))?.draft.comparison ?? 0
    await checkGuideDraft(deps, draftId, { nowMs, zone: 'Asia/Tashkent' })
    const outdated = await applyGuideDraft(deps, draftId, { take: 'all', comparison: before }, kamola)
    expect(outdated).toEqual({ kind: 'outdated' })
    expect(await all()).toEqual([])
    const { comparison } = (await loadGuideDraft(database.db, draftId))?.draft ?? {}
    await apply(draftId, { take: 'all', comparison })
    expect(await titles()).toHaveLength(3)
  })

  it('[IMPORT-01] says after it was applied what it brought, when, and until when it reaches', async () => {
    const draftId = await draftOf(guide({ one: hourly(1, 5), two: hourly(1, 3) }))
    await apply(draftId, { take: 'only', cids: [one] })
    const loaded = await loadGuideDraft(database.db, draftId)
    expect(loaded?.channels.map(({ channel_id: cid, added }) => [cid, added])).toEqual([[one, 5]])
    expect(loaded?.draft.sums).toMatchObject({ channels: 1, until: Math.floor((nowMs + 6 * hourMs) / 1000) })
    expect(loaded?.draft.ended_at).toEqual(new Date(nowMs))
  })

  it('[GUIDE-01] has channels that are decided without a source, and is compared with the decision', async () => {
    const draftId = await draftOf(guide({ one: hourly(1, 5) }))
    const pair = { cid: two, guideId: 'one.uz' }
    expect(await confirmMatch(database.db, { ...pair, guideId: 'nobody.uz' }, kamola)).toEqual({
      kind: 'unknown',
    })
    expect(await confirmMatch(database.db, pair, kamola)).toEqual({ kind: 'decided', lostBy: [] })
    await checkGuideDraft(deps, draftId, { nowMs })
    const decided = await loadGuideDraft(database.db, draftId)
    expect(decided?.channels.map(({ channel_id: cid, matched_by: by }) => [cid, by])).toContainEqual([
      two,
      'alias',
    ])
    expect(await forgetDecision(database.db, pair, kamola)).toBe(true)
    await checkGuideDraft(deps, draftId, { nowMs })
    const forgotten = await loadGuideDraft(database.db, draftId)
    expect(forgotten?.channels.map(({ channel_id: cid }) => cid)).toEqual([one])
  })

  it('is deleted with its file after two weeks', async () => {
    const draftId = await draftOf(guide({ one: hourly(0, 3) }))
    expect(await purgeGuideDrafts(deps, nowMs + 13 * dayMs)).toBe(0)
    expect(await purgeGuideDrafts(deps, nowMs + 15 * dayMs)).toBe(1)
    expect(await loadGuideDraft(database.db, draftId)).toBeUndefined()
    expect(await readdir(join(deps.dataDir, 'guide', 'drafts'))).toEqual([])
  })
})

describe('[IMPORT-02] a guide that is taken back', () => {
  it('leaves the programmes as they were, with their ids, and can be applied again by an undo of the undo', async () => {
    await apply(await draftOf(guide({ one: hourly(0, 6), two: hourly(0, 3) })))
    const before = await all()
    const draftId = await draftOf(
      guide({
        one: [{ at: 1, title: 'Новое', hours: 3 }, { at: 4, title: 'P4', text: 'x' }, ...hourly(9, 2)],
      }),
    )
    const { changeId } = await apply(draftId)
    const after = await all()
    expect(after).not.toEqual(before)
    const undone = await undoContent(database.db, changeId, kamola)
    expect(undone).toMatchObject(taken)
    expect(await all()).toEqual(before)
    expect(await undoContent(database.db, changeId, kamola)).toEqual({ kind: 'undone_already' })
    const again = undone.kind === 'undone' ? (undone.changeId ?? 0) : 0
    expect(await undoContent(database.db, again, kamola)).toMatchObject(taken)
    const withoutIds = (programmes: Awaited<ReturnType<typeof all>>) =>
      programmes.map((programme) => ({ ...programme, pid: 0 }))
    expect(withoutIds(await all())).toEqual(withoutIds(after))
  })

  it('leaves alone what a later guide covers and what was edited by hand, and says so', async () => {
    await apply(await draftOf(guide({ one: hourly(0, 10) })))
    const { changeId } = await apply(await draftOf(guide({ one: hourly(0, 10, 'N'), two: hourly(0, 2) })))
    // A later guide gives the end of the first channel once more.
    const later = hourly(7, 3, 'N').map(({ at, title }) => ({
      beginMs: nowMs + at * hourMs,
      endMs: nowMs + (at + 1) * hourMs,
      title: { ru: title, uz: '' },
      ...{ description: { ru: '', uz: '' }, genreCode: null, ageRating: '', assetId: null },
    }))
    await publishGuide(database.db, new Map([[one, later]]))
    const pid = (await all()).find(({ title, cid }) => cid === one && title.ru === 'N2')?.pid ?? 0
    await changeProgramme(database.db, { cid: one, pid, fields: { title_uz: 'Bizniki' } }, kamola)
    const outcome = await undoContent(database.db, changeId, kamola)
    if (outcome.kind !== 'undone') throw new Error(outcome.kind)
    expect(outcome.undone).toBe(2)
    expect(outcome.conflicts.map(({ entityId, field, now }) => [entityId, field, now])).toEqual([
      [one, 'guide_edited', '2026-11-28 13:00 (1)'],
      [one, 'guide_later', '2026-11-28 18:00 – 2026-11-28 20:00 (3)'],
    ])
    expect(await titles()).toEqual(['P0', 'P1', 'N2', 'P3', 'P4', 'P5', 'P6', 'N7', 'N8', 'N9'])
    expect(await titles(two)).toEqual([])
  })

  it('does not touch programmes that were added by hand', async () => {
    const { changeId } = await apply(await draftOf(guide({ one: hourly(0, 4) })))
    const times = { beginMs: nowMs + hourMs, endMs: nowMs + 2 * hourMs }
    await addProgramme(database.db, { cid: one, times, fields: { title_ru: 'Своё' } }, kamola)
    expect(await undoContent(database.db, changeId, kamola)).toMatchObject(taken)
    expect(await titles()).toEqual([])
    expect(await database.db.selectFrom('programme_edit').select('id').execute()).toHaveLength(1)
  })

  it('is possible for seven days', async () => {
    const { changeId } = await apply(await draftOf(guide({ one: hourly(0, 4) })))
    const late = { ...kamola, nowMs: nowMs + 8 * dayMs }
    expect(await undoContent(database.db, changeId, late)).toEqual({ kind: 'too_late' })
    expect(await titles()).toHaveLength(4)
  })
})

describe('[IMPORT-01] [GUIDE-07] a JSON schedule as a draft', () => {
  it('is read by what is recognised in it, and by a mapping that is corrected', async () => {
    const rows = hourly(0, 3).map(({ at, title }) => ({
      ...{ tvg_id: 'one.uz', begin: (nowMs + at * hourMs) / 1000, minutes: 60, title, kanal: 'two.uz' },
    }))
    const draftId = await draftOf(Buffer.from(JSON.stringify({ rows })), 'schedule.json')
    const inspected = await inspectSchedule(deps, draftId)
    if (inspected === undefined || inspected === 'incomplete') throw new Error(String(inspected))
    expect(inspected.mapping).toMatchObject({ list: 'rows[]', channel: 'schedule' })
    expect(inspected.first[0]).toMatchObject({ channel: 'one.uz', title: 'P0' })
    expect((await loadGuideDraft(database.db, draftId))?.channels.map((row) => row.channel_id)).toEqual([one])
    const fields = { ...inspected.mapping.fields, channel: 'rows[].kanal' }
    await checkGuideDraft(deps, draftId, { nowMs, mapping: { ...inspected.mapping, fields } })
    await apply(draftId)
    expect([await titles(one), await titles(two)]).toEqual([[], ['P0', 'P1', 'P2']])
  })

  it('that is not recognised is refused with what to say, and read when it is said', async () => {
    const rows = [{ vaqt: nowMs / 1000, nom: 'A', kanal: 'one.uz' }]
    const draftId = await draftOf(Buffer.from(JSON.stringify(rows)), 'x.json')
    const refused = await loadGuideDraft(database.db, draftId)
    expect(refused?.draft).toMatchObject({ is_json: true, refused_whole: expect.stringMatching(/start/) })
    const fields = { start: '[].vaqt', title_uz: '[].nom', channel: '[].kanal' }
    const mapping = { list: '[]', fields, channel: '', duration: 'seconds' } as const
    await checkGuideDraft(deps, draftId, { nowMs, mapping })
    expect((await loadGuideDraft(database.db, draftId))?.draft).toMatchObject({
      refused_whole: '',
      sums: { added: 1 },
    })
  })
})
