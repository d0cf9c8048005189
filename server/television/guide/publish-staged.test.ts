import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import { planGuide, tidyGuide } from '#tests/kit/models/guide-model.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import type { GuideProgramme, RawProgramme } from '#server/television/channels/channel.ts'
import { loadProgrammes } from '#server/television/programmes/load-programmes.ts'
import { publishChannels } from '#server/television/channels/publish-channels.ts'
import { publishGuide } from './publish-guide.ts'
import { stageGuide } from './stage-guide.ts'

const minuteMs = 60_000
const baseMs = Date.UTC(2026, 0, 10)

function raw(beginMin: number, endMin?: number, title = `p${beginMin}`): RawProgramme {
  return {
    beginMs: baseMs + beginMin * minuteMs,
    ...(endMin === undefined ? {} : { endMs: baseMs + endMin * minuteMs }),
    title: { ru: title, uz: '' },
    description: { ru: '', uz: '' },
    genreCode: null,
    ageRating: '',
    assetId: null,
  }
}

function minutes(programmes: readonly GuideProgramme[]) {
  return programmes.map(({ beginMs, endMs }) => [(beginMs - baseMs) / minuteMs, (endMs - baseMs) / minuteMs])
}

const anyRaw = fc
  .record({
    begin: fc.integer({ min: -600, max: 3000 }),
    length: fc.option(fc.integer({ min: -30, max: 2000 }), { nil: undefined }),
    title: fc.string({ maxLength: 5 }),
  })
  .map(({ begin, length, title }) => raw(begin, length === undefined ? undefined : begin + length, title))
const anyDelivery = fc.array(anyRaw, { maxLength: 40 })

describe('a cleaned guide delivery', () => {
  it('[GUIDE-07] is sorted, gets missing ends, and has no overlaps', () => {
    const { programmes, repairs } = tidyGuide([raw(60, 100), raw(0, 70), raw(120), raw(180, 200), raw(200)])
    expect(minutes(programmes)).toEqual([
      [0, 60],
      [60, 100],
      [120, 180],
      [180, 200],
      [200, 230],
    ])
    expect(repairs).toMatchObject({ overlapsCut: 1, endsInferred: 2, outOfOrder: 1, dropped: 0 })
  })

  it('[GUIDE-07] keeps the fuller of two with one start, keeps gaps, infers no end across a gap', () => {
    const { programmes, repairs } = tidyGuide([raw(0), raw(0, 30, 'whole'), raw(60, 50), raw(600, 700)])
    expect(minutes(programmes)).toEqual([
      [0, 30],
      [60, 60 + 360],
      [600, 700],
    ])
    expect(programmes[0]?.title.ru).toBe('whole')
    expect(repairs.duplicates).toBe(1)
  })

  it('[GUIDE-07] drops programmes without a valid start', () => {
    const broken = { ...raw(0), beginMs: Number.NaN }
    const ancient = { ...raw(0), beginMs: 0 }
    expect(tidyGuide([broken, ancient])).toMatchObject({ programmes: [], repairs: { dropped: 2 } })
  })

  it('[GUIDE-07] always has ordered programmes that do not overlap, each start once, whatever arrives', () => {
    fc.assert(
      fc.property(anyDelivery, (delivery) => {
        const { programmes } = tidyGuide(delivery)
        programmes.forEach((programme, index) => {
          expect(programme.endMs).toBeGreaterThan(programme.beginMs)
          const next = programmes[index + 1]
          if (next !== undefined) expect(next.beginMs).toBeGreaterThanOrEqual(programme.endMs)
        })
        expect(new Set(programmes.map(({ beginMs }) => beginMs))).toEqual(
          new Set(delivery.map(({ beginMs }) => beginMs)),
        )
      }),
    )
  })

  it('[GUIDE-07] is the same for the same delivery in any order, where starts differ', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyRaw, { selector: ({ beginMs }) => beginMs, maxLength: 20 }),
        fc.infiniteStream(fc.nat()),
        (delivery, weights) => {
          const shuffled = delivery
            .map((programme) => ({ programme, weight: weights.next().value ?? 0 }))
            .sort((a, b) => a.weight - b.weight)
            .map(({ programme }) => programme)
          expect(tidyGuide(shuffled).programmes).toEqual(tidyGuide(delivery).programmes)
        },
      ),
    )
  })

  it('is unchanged when it is clean already', () => {
    fc.assert(
      fc.property(anyDelivery, (delivery) => {
        const { programmes } = tidyGuide(delivery)
        expect(tidyGuide(programmes).programmes).toEqual(programmes)
      }),
    )
  })
})

/** The guide after a plan was executed. */
function after(stored: readonly GuideProgramme[], plan: ReturnType<typeof planGuide>): GuideProgramme[] {
  const guide = new Map(stored.map((programme) => [programme.beginMs, programme]))
  for (const beginMs of plan.removeBegins) guide.delete(beginMs)
  for (const { beginMs, endMs } of plan.shorten) {
    const cut = guide.get(beginMs)
    if (cut !== undefined) guide.set(beginMs, { ...cut, endMs })
  }
  for (const programme of plan.write) guide.set(programme.beginMs, programme)
  return [...guide.values()].sort((a, b) => a.beginMs - b.beginMs)
}

describe('a delivery merged into the stored guide', () => {
  it('[GUIDE-07] replaces only the time it covers', () => {
    const stored = tidyGuide([raw(0, 60), raw(60, 120), raw(120, 180), raw(180, 240)]).programmes
    const plan = planGuide(stored, tidyGuide([raw(90, 120, 'new'), raw(120, 180)]).programmes)
    expect(minutes(after(stored, plan))).toEqual([
      [0, 60],
      [60, 90],
      [90, 120],
      [120, 180],
      [180, 240],
    ])
    expect(plan).toMatchObject({ added: 1, changed: 0, unchanged: 1 })
  })

  it('[GUIDE-07] changes nothing before or after, contains what was delivered, and never overlaps', () => {
    fc.assert(
      fc.property(anyDelivery, anyDelivery, (first, second) => {
        const stored = tidyGuide(first).programmes
        const { programmes } = tidyGuide(second)
        const result = after(stored, planGuide(stored, programmes))
        const begin = programmes[0]?.beginMs
        const end = programmes.at(-1)?.endMs
        if (begin === undefined || end === undefined) {
          expect(result).toEqual(stored)
          return
        }
        expect(result.filter(({ beginMs }) => beginMs >= begin && beginMs < end)).toEqual(programmes)
        expect(result.filter(({ endMs }) => endMs < begin)).toEqual(
          stored.filter(({ endMs }) => endMs < begin),
        )
        expect(result.filter(({ beginMs }) => beginMs >= end)).toEqual(
          stored.filter(({ beginMs }) => beginMs >= end),
        )
        result.forEach((programme, index) => {
          const next = result[index + 1]
          if (next !== undefined) expect(next.beginMs).toBeGreaterThanOrEqual(programme.endMs)
        })
      }),
    )
  })

  it('[OPS-01] changes nothing the second time', () => {
    fc.assert(
      fc.property(anyDelivery, anyDelivery, (first, second) => {
        const stored = tidyGuide(first).programmes
        const { programmes } = tidyGuide(second)
        const again = planGuide(after(stored, planGuide(stored, programmes)), programmes)
        expect([again.write, again.removeBegins, again.shorten]).toEqual([[], [], []])
      }),
    )
  })
})

describe('a delivery written to the database', () => {
  let database: TestDatabase
  let db: Db
  let cids: number[]
  beforeAll(async () => {
    database = await createTestDatabase()
    ;({ db } = database)
    const channels = [1, 2, 3, 4].map((one) =>
      buildChannel(`k${one}`, { name: { ru: `Канал ${one}`, uz: '' } }),
    )
    cids = (await publishChannels(db, channels, baseMs)).map(({ cid }) => cid)
  })
  afterAll(() => database.drop())

  const everything = { fromMs: baseMs - 400 * minuteMs * 60, toMs: baseMs + 400 * minuteMs * 60 }
  const stored = (cid: number) => loadProgrammes(db, everything, [cid])
  const bare = (programmes: readonly GuideProgramme[]) =>
    programmes.map(({ beginMs, endMs, title }) => [beginMs, endMs, title.ru])
  const clear = () => db.deleteFrom('programme').execute()
  const titles = fc.string({ maxLength: 5, unit: fc.constantFrom('a', 'я', 'ʻ', '"', '\\', '😀') })
  const anyFull = fc
    .record({ programme: anyRaw, title: titles, text: titles })
    .map(({ programme, title, text }) => ({
      ...programme,
      title: { ru: title, uz: '' },
      description: { ru: text, uz: '' },
    }))
  const anyFullDelivery = fc.array(anyFull, { maxLength: 30 })

  it('[GUIDE-07] gives the result of the rules for any deliveries, with the same counts', async () => {
    const [cid = 0] = cids
    await fc.assert(
      fc.asyncProperty(anyFullDelivery, anyFullDelivery, async (first, second) => {
        await clear()
        let model: readonly GuideProgramme[] = []
        for (const delivery of [first, second, second]) {
          const { programmes, repairs } = tidyGuide(delivery)
          const plan = planGuide(model, programmes)
          model = after(model, plan)
          const [outcome] = await publishGuide(db, new Map([[cid, delivery]]))
          expect(bare(await stored(cid))).toEqual(bare(model))
          expect(outcome).toMatchObject({
            added: plan.added,
            changed: plan.changed,
            unchanged: plan.unchanged,
            removed: plan.removeBegins.length,
            repairs,
          })
        }
      }),
      { numRuns: 40, seed: 20_260_110 },
    )
  }, 120_000)

  it('[GUIDE-07] [OPS-01] keeps the pid of an unchanged start and does not write unchanged rows', async () => {
    const [cid = 0] = cids
    await clear()
    const rows = () =>
      db
        .selectFrom('programme')
        .select(['id', 'begin_at'])
        .select(sql<string>`xmin`.as('version'))
        .execute()
    await publishGuide(db, new Map([[cid, [raw(0, 60), raw(60, 120), raw(120, 180)]]]))
    const before = await rows()
    await publishGuide(db, new Map([[cid, [raw(0, 60), raw(60, 120, 'other'), raw(120, 180)]]]))
    const changed = await rows()
    expect(changed.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
    const versions = new Map(before.map(({ id, version }) => [id, version]))
    expect(changed.filter(({ id, version }) => versions.get(id) !== version)).toHaveLength(1)
  })

  it('accepts a title with characters that the database cannot store', async () => {
    const [cid = 0] = cids
    await clear()
    await publishGuide(db, new Map([[cid, [raw(0, 60, 'a\u0000b'), raw(60, 120, 'c\ud800')]]]))
    expect((await stored(cid)).map(({ title }) => title.ru)).toEqual(['ab', 'c\ufffd'])
  })

  it('[GUIDE-07] shifts the times for a shifted channel, and feeds several channels from one', async () => {
    const [first = 0, second = 0] = cids
    await clear()
    await stageGuide(db, async (staging) => {
      await staging.add([{ ...raw(0, 60), from: 9 }])
      await staging.add([{ ...raw(60), from: 9 }])
      await staging.publish([
        { from: 9, cid: first, shiftMin: 0 },
        { from: 9, cid: second, shiftMin: -90 },
      ])
    })
    expect(minutes(await stored(first))).toEqual([
      [0, 60],
      [60, 90],
    ])
    expect(minutes(await stored(second))).toEqual([
      [-90, -30],
      [-30, 0],
    ])
  })

  const hours = (from: number, to: number, step = 60) => {
    const programmes: RawProgramme[] = []
    for (let at = from; at < to; at += step) programmes.push(raw(at, at + step))
    return programmes
  }
  const deliver = (
    values: readonly (readonly [cid: number, programmes: readonly RawProgramme[]])[],
    expected: number[],
  ) =>
    stageGuide(db, async (staging) => {
      for (const [cid, programmes] of values)
        await staging.add(programmes.map((programme) => ({ ...programme, from: cid })))
      return staging.publish(
        values.map(([cid]) => ({ from: cid, cid, shiftMin: 0 })),
        { guard: { nowMs: baseMs - minuteMs, expectedCids: expected } },
      )
    })

  it('[GUIDE-07] is blocked when it would lose more than a fifth of the coming programmes, and only then', async () => {
    const [first = 0, second = 0, third = 0] = cids
    await clear()
    await publishGuide(
      db,
      new Map([
        [first, hours(-600, 3000)],
        [second, hours(0, 3000)],
        [third, hours(0, 600)],
      ]),
    )
    const before = await stored(first)
    // Every third programme is missing: a third of 50 on one channel of two, 16 of 100.
    const thin = hours(0, 3000).filter((_, index) => index % 3 !== 0 || index === 0)
    expect(
      await deliver(
        [
          [first, thin],
          [second, thin],
        ],
        [],
      ),
    ).toMatchObject({
      kind: 'held',
      loss: { ahead: 100, lost: 32 },
    })
    expect(await stored(first)).toEqual(before)
    // Another schedule of the day with as many programmes is no loss, nor is a shorter reach.
    expect(
      await deliver(
        [
          [first, hours(-30, 2970)],
          [second, hours(0, 300)],
        ],
        [],
      ),
    ).toMatchObject({
      kind: 'published',
    })
    // Past programmes may be lost, and those of a channel that this guide never contained.
    expect(await deliver([[first, hours(-600, 0, 300)]], [first])).toMatchObject({ kind: 'published' })
    // A channel that it contained before and no longer does: 10 of about 60 are lost, then 50 of 60.
    expect(await deliver([[second, hours(0, 3000)]], [second, third])).toMatchObject({ kind: 'published' })
    expect(await deliver([[third, hours(0, 600)]], [second, third])).toMatchObject({
      kind: 'held',
      loss: { ahead: 60, lost: 50, worst: [{ cid: second, ahead: 50, lost: 50 }] },
    })
  })
})
