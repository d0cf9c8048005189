/** Programmes edited by hand over deliveries of the guide, on a real database: they stay, and can be taken back. */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listChanges } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  addProgramme,
  changeProgramme,
  clearGuide,
  forgetOldGuide,
  loadDelivered,
  loadProgrammes,
  loadTimeline,
  openTelevision,
  publishChannels,
  publishGuide,
  type ProgrammesChanged,
  type ProgrammesRefused,
  type RawProgramme,
  releaseProgrammes,
  shiftProgrammes,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { mergeContentChannels, undoContent } from './editing.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
const nowMs = Date.UTC(2026, 10, 27, 8)
const who = { by: { staffId: 1, name: 'Aziza' }, nowMs }
const window = { fromMs: nowMs - 7 * dayMs, toMs: nowMs + 7 * dayMs }

let database: TestDatabase
let db: Db
let cid = 0
let linear = 0
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
  const sources = [{ url: 'http://tv.example/1.ts', protocol: 'http-ts' as const }]
  const channels = await publishChannels(
    db,
    [buildChannel('one', { source: { kind: 'recorded', sources } }), buildChannel('two')],
    nowMs,
  )
  ;[cid = 0, linear = 0] = channels.map((one) => one.cid)
})
afterAll(() => database.drop())
beforeEach(async () => {
  for (const one of [cid, linear]) await releaseProgrammes(db, { cid: one }, who)
  await sql`delete from programme`.execute(db)
})

function raw(beginMin: number, endMin: number, title = `p${beginMin}`): RawProgramme {
  return {
    beginMs: nowMs + beginMin * minuteMs,
    endMs: nowMs + endMin * minuteMs,
    title: { ru: title, uz: '' },
    description: { ru: '', uz: '' },
    genreCode: null,
    ageRating: '',
    assetId: null,
  }
}

const hours = [raw(0, 60), raw(60, 120), raw(120, 180)]
const times = (beginMin: number, endMin: number) => ({
  beginMs: nowMs + beginMin * minuteMs,
  endMs: nowMs + endMin * minuteMs,
})
const deliver = (programmes: readonly RawProgramme[], of = cid) =>
  publishGuide(db, new Map([[of, programmes]]))

async function shown() {
  return (await loadProgrammes(db, window, [cid])).map(({ beginMs, endMs, title }) => [
    (beginMs - nowMs) / minuteMs,
    (endMs - nowMs) / minuteMs,
    title.ru,
  ])
}

async function pidAt(beginMin: number, of = cid): Promise<number> {
  const programmes = await loadProgrammes(db, window, [of])
  return programmes.find(({ beginMs }) => beginMs === nowMs + beginMin * minuteMs)?.pid ?? 0
}

function changeIn(outcome: ProgrammesChanged | ProgrammesRefused): number {
  expect(outcome).toMatchObject({ kind: 'changed' })
  return outcome.kind === 'changed' ? outcome.changeId : 0
}

describe('[MATCH-04] a programme edited by hand', () => {
  it('stays edited over imports that change, move or rename it, and returns as the last one delivered it', async () => {
    await deliver(hours)
    const pid = await pidAt(60)
    await changeProgramme(db, { cid, pid, fields: { title_ru: 'Ours', age_rating: '12+' } }, who)
    expect(await shown()).toContainEqual([60, 120, 'Ours'])
    await deliver(hours)
    await deliver([raw(0, 70), raw(70, 125, 'p60'), raw(125, 180)])
    expect(await shown()).toContainEqual([70, 125, 'Ours'])
    await deliver([raw(0, 70), raw(70, 125, 'renamed'), raw(125, 180)])
    await deliver([raw(0, 95), raw(95, 150, 'renamed'), raw(150, 180)])
    expect(await shown()).toContainEqual([95, 150, 'Ours'])
    const programmes = await loadProgrammes(db, window, [cid])
    expect(programmes.find(({ title }) => title.ru === 'Ours')?.ageRating).toBe('12+')
    await releaseProgrammes(db, { cid, programme: { pid: await pidAt(95) } }, who)
    expect(await loadProgrammes(db, window, [cid])).toEqual(await loadDelivered(db, window, [cid]))
  })

  it('holds its times, also when the guide has it no more', async () => {
    await deliver(hours)
    const pid = await pidAt(60)
    await changeProgramme(db, { cid, pid, times: times(65, 130) }, who)
    expect(await shown()).toEqual([
      [0, 60, 'p0'],
      [65, 130, 'p60'],
      [130, 180, 'p120'],
    ])
    await deliver([raw(0, 180, 'long')])
    expect(await shown()).toEqual([
      [0, 65, 'long'],
      [65, 130, 'p60'],
    ])
  })

  it('is no edit when it equals what is delivered', async () => {
    await deliver(hours)
    const pid = await pidAt(60)
    expect(
      await changeProgramme(db, { cid, pid, fields: { title_ru: ' p60 ' }, times: times(60, 120) }, who),
    ).toEqual({ kind: 'changed', changeId: 0, changed: 0 })
  })

  it('is hidden over imports, and shown again', async () => {
    await deliver(hours)
    const pid = await pidAt(60)
    await changeProgramme(db, { cid, pid, isHidden: true }, who)
    await deliver([raw(0, 60), raw(60, 120, 'other'), raw(120, 180)])
    expect((await shown()).map(([, , title]) => title)).toEqual(['p0', 'p120'])
    const timeline = await loadTimeline(db, cid, { fromMs: nowMs, toMs: nowMs + 180 * minuteMs })
    expect(timeline?.gaps).toEqual([times(60, 120)])
    await changeProgramme(db, { cid, pid, isHidden: false }, who)
    expect(await shown()).toContainEqual([60, 120, 'other'])
  })
})

describe('[MATCH-04] a programme added by hand', () => {
  it('fills a gap, and takes its time from what is delivered later', async () => {
    await deliver([raw(0, 60), raw(120, 180)])
    await addProgramme(db, { cid, times: times(60, 120), fields: { title_ru: 'Ours' } }, who)
    expect((await loadTimeline(db, cid, { fromMs: nowMs, toMs: nowMs + 180 * minuteMs }))?.gaps).toEqual([])
    await deliver([raw(0, 60), raw(60, 150, 'new'), raw(150, 180)])
    expect(await shown()).toEqual([
      [0, 60, 'p0'],
      [60, 120, 'Ours'],
      [120, 150, 'new'],
      [150, 180, 'p150'],
    ])
    await releaseProgrammes(db, { cid, programme: { pid: await pidAt(60) } }, who)
    expect(await shown()).toContainEqual([60, 150, 'new'])
  })

  it('is refused without a title, with wrong times, and over another one with times of its own', async () => {
    const add = (begin: number, end: number, title = 'x') =>
      addProgramme(db, { cid, times: times(begin, end), fields: { title_ru: title } }, who)
    expect(await add(0, 60, ' ')).toEqual({ kind: 'untitled' })
    expect(await add(60, 60)).toEqual({ kind: 'times_wrong' })
    expect(await add(0, 1500)).toEqual({ kind: 'times_wrong' })
    expect(await add(-60 * 1440, -60 * 1440 + 5)).toEqual({ kind: 'outside_guide' })
    expect(await add(0, 60, 'first')).toMatchObject({ kind: 'changed' })
    expect(await add(30, 90)).toMatchObject({ kind: 'overlaps_edited', title: 'first' })
    expect(await addProgramme(db, { cid: 99, times: times(0, 5), fields: { title_ru: 'x' } }, who)).toEqual({
      kind: 'unknown_channel',
    })
  })

  it('has an id that no delivered programme gets', async () => {
    await addProgramme(db, { cid, times: times(200, 220), fields: { title_ru: 'Ours' } }, who)
    const own = await pidAt(200)
    await deliver(hours)
    const ids = (await loadProgrammes(db, window, [cid])).map(({ pid }) => pid)
    expect(new Set(ids).size).toBe(4)
    expect(ids).toContain(own)
  })
})

describe('[MATCH-04] a shift', () => {
  it('moves what is delivered now and later, and what has times of its own once', async () => {
    await deliver(hours)
    await addProgramme(db, { cid, times: times(300, 330), fields: { title_ru: 'Ours' } }, who)
    await shiftProgrammes(db, { cid, fromMs: nowMs, toMs: null, minutes: 10 }, who)
    await deliver([raw(180, 240)])
    expect(await shown()).toEqual([
      [10, 70, 'p0'],
      [70, 130, 'p60'],
      [130, 190, 'p120'],
      [190, 250, 'p180'],
      [310, 340, 'Ours'],
    ])
    const [shift] = (await loadTimeline(db, cid, window))?.shifts ?? []
    await releaseProgrammes(db, { cid, shiftId: shift?.id ?? 0 }, who)
    expect((await shown())[0]).toEqual([0, 60, 'p0'])
  })

  it('is refused where a schedule decides about times, and beyond a day', async () => {
    await deliver(hours, linear)
    const shift = (of: number, minutes: number) =>
      shiftProgrammes(db, { cid: of, fromMs: nowMs, toMs: null, minutes }, who)
    expect(await shift(linear, 10)).toEqual({ kind: 'linear' })
    expect(await shift(cid, 721)).toEqual({ kind: 'shifted_too_far' })
    const pid = await pidAt(60, linear)
    expect(await changeProgramme(db, { cid: linear, pid, isHidden: true }, who)).toEqual({ kind: 'linear' })
    const fields = { description_ru: 'about it' }
    expect(await changeProgramme(db, { cid: linear, pid, fields }, who)).toMatchObject({ kind: 'changed' })
  })
})

describe('[MATCH-04] [EDIT-02] an act on programmes', () => {
  it('is a set of changes that can be taken back, and back again', async () => {
    await deliver(hours)
    const before = await shown()
    const undo = async (changeId: number) => {
      const outcome = await undoContent(db, changeId, who)
      expect(outcome).toMatchObject({ kind: 'undone', conflicts: [] })
      return outcome.kind === 'undone' ? (outcome.changeId ?? 0) : 0
    }
    const pid = await pidAt(60)
    const acts = [
      () => changeProgramme(db, { cid, pid, fields: { title_ru: 'Ours' }, times: times(65, 120) }, who),
      () => addProgramme(db, { cid, times: times(180, 240), fields: { title_ru: 'Added' } }, who),
      () => shiftProgrammes(db, { cid, fromMs: nowMs, toMs: nowMs + dayMs, minutes: -15 }, who),
      () => releaseProgrammes(db, { cid }, who),
    ]
    const states = [before]
    const changes: number[] = []
    for (const act of acts) {
      changes.push(changeIn(await act()))
      states.push(await shown())
    }
    for (const changeId of changes.toReversed()) {
      const after = states.pop()
      const again = await undo(await undo(changeId))
      expect(await shown()).toEqual(after)
      await undo(again)
      expect(await shown()).toEqual(states.at(-1))
    }
    expect(await shown()).toEqual(before)
    const [last] = await listChanges(db, { section: 'guide', limit: 1 })
    expect(last).toMatchObject({ kind: 'undo', staffName: 'Aziza' })
  })

  it('does not overwrite what somebody changed since', async () => {
    await deliver(hours)
    const pid = await pidAt(60)
    const change = (title: string, version?: number, name = 'Bobur') =>
      changeProgramme(
        db,
        { cid, pid, version, fields: { title_ru: title } },
        { by: { staffId: 1, name }, nowMs },
      )
    const first = changeIn(await change('First', 0))
    expect(await change('Second', 0)).toEqual({ kind: 'changed_since', who: 'Bobur' })
    await change('Second', 1, 'Aziza')
    expect(await undoContent(db, first, who)).toMatchObject({ undone: 0, conflicts: [{ field: '' }] })
    expect(await shown()).toContainEqual([60, 120, 'Second'])
    expect(await changeProgramme(db, { cid, pid: 999_999, fields: {} }, who)).toEqual({
      kind: 'unknown_programme',
    })
  })

  it('is not deleted with what somebody else changed of it since', async () => {
    await deliver(hours)
    const pid = await pidAt(60)
    const first = changeIn(await changeProgramme(db, { cid, pid, fields: { title_ru: 'First' } }, who))
    await changeProgramme(db, { cid, pid, fields: {}, isHidden: true }, who)
    expect(await undoContent(db, first, who)).toMatchObject({ undone: 0, conflicts: [{ field: '' }] })
    expect((await shown()).map(([begin]) => begin)).not.toContain(60)
  })

  it('is not restored over an edit that somebody made anew', async () => {
    await deliver(hours)
    const pid = await pidAt(60)
    await changeProgramme(db, { cid, pid, fields: { title_ru: 'First' } }, who)
    const release = changeIn(await releaseProgrammes(db, { cid, programme: { pid } }, who))
    await changeProgramme(db, { cid, pid, fields: { title_ru: 'Anew' } }, who)
    expect(await undoContent(db, release, who)).toMatchObject({ conflicts: [{ field: '' }] })
    expect(await shown()).toContainEqual([60, 120, 'Anew'])
  })
})

describe('[MATCH-04] the rest of the service', () => {
  it('follows an edit at once: what is on, in memory', async () => {
    await deliver(hours)
    const television = await openTelevision(db, { nowMs: () => nowMs })
    await changeProgramme(db, { cid, pid: await pidAt(0), fields: { title_ru: 'Ours' } }, who)
    await television.reloadGuide([cid])
    expect(television.now().guide.nowAndNext(cid, nowMs).now?.title.ru).toBe('Ours')
    await clearGuide(db, cid, window)
    await television.reloadGuide()
    expect(television.now().guide.all(cid)).toEqual([])
  })

  it('lets edits follow a channel into another one, and return with the undo', async () => {
    const received = {
      kind: 'recorded',
      sources: [{ url: 'http://tv.example/3.ts', protocol: 'http-ts' }],
    } as const
    const [target] = await publishChannels(db, [buildChannel('three', { source: received })], nowMs)
    const into = target?.cid ?? 0
    await deliver(hours)
    await changeProgramme(db, { cid, pid: await pidAt(60), fields: { title_ru: 'Ours' } }, who)
    await shiftProgrammes(db, { cid, fromMs: nowMs, toMs: null, minutes: 10 }, who)
    const before = await shown()
    const merged = await mergeContentChannels(db, { from: cid, into }, who)
    const titles = async () => (await loadProgrammes(db, window, [into])).map(({ title }) => title.ru)
    expect(await titles()).toEqual(before.map(([, , title]) => title))
    await undoContent(db, merged.kind === 'merged' ? merged.changeId : 0, who)
    expect([await titles(), await shown()]).toEqual([[], before])
    expect((await loadTimeline(db, into, window))?.shifts).toEqual([])
  })

  it('forgets edits with the guide', async () => {
    await deliver(hours)
    await changeProgramme(db, { cid, pid: await pidAt(0), fields: { title_ru: 'Ours' } }, who)
    await addProgramme(db, { cid, times: times(300, 310), fields: { title_ru: 'Added' } }, who)
    await shiftProgrammes(db, { cid, fromMs: nowMs, toMs: nowMs + minuteMs, minutes: 5 }, who)
    const rows = async () =>
      (
        await sql<{
          edits: number
          shifts: number
        }>`select (select count(*)::integer from programme_edit) as edits,
        (select count(*)::integer from programme_shift) as shifts`.execute(db)
      ).rows[0]
    await forgetOldGuide(db, nowMs + 200 * minuteMs)
    expect(await rows()).toEqual({ edits: 1, shifts: 0 })
    await forgetOldGuide(db, nowMs + 400 * minuteMs)
    expect((await rows())?.edits).toBe(0)
  })
})

const anyHours = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom('news', 'film', 'sport')),
  { selector: ([hour]) => hour, maxLength: 12 },
)
const anyAct = fc.record({
  kind: fc.constantFrom('deliver', 'title', 'times', 'hide', 'add', 'shift'),
  hours: anyHours,
  at: fc.nat(30),
  minutes: fc.integer({ min: -40, max: 40 }),
})

describe('[MATCH-04] any deliveries and edits', () => {
  it('never publish overlaps, and are as delivered after everything is released', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { maxLength: 12 }), async (acts) => {
        await releaseProgrammes(db, { cid }, who)
        for (const { kind, hours: some, at, minutes } of acts) {
          const programmes = await loadProgrammes(db, window, [cid])
          const pid = programmes[at % Math.max(1, programmes.length)]?.pid ?? 0
          const free = times(at * 60 + minutes, at * 60 + minutes + 50)
          if (kind === 'deliver')
            await deliver(
              some.map(([hour, title]) => raw(hour * 60 + minutes, hour * 60 + minutes + 50, title)),
            )
          else if (kind === 'title')
            await changeProgramme(db, { cid, pid, fields: { title_ru: `t${minutes}` } }, who)
          else if (kind === 'times') await changeProgramme(db, { cid, pid, times: free }, who)
          else if (kind === 'hide') await changeProgramme(db, { cid, pid, isHidden: true }, who)
          else if (kind === 'add')
            await addProgramme(db, { cid, times: free, fields: { title_ru: 'added' } }, who)
          else
            await shiftProgrammes(db, { cid, fromMs: free.beginMs, toMs: null, minutes: minutes || 1 }, who)
          const after = await loadProgrammes(db, window, [cid])
          after.forEach(({ endMs }, index) =>
            expect(after[index + 1]?.beginMs ?? endMs).toBeGreaterThanOrEqual(endMs),
          )
        }
        await releaseProgrammes(db, { cid }, who)
        expect(await loadProgrammes(db, window, [cid])).toEqual(await loadDelivered(db, window, [cid]))
      }),
      { numRuns: 25, seed: 20_261_127 },
    )
  }, 120_000)
})
