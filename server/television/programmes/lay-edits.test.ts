import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tidyGuide } from '#tests/kit/models/guide-model.ts'
import type { ProgrammeRecord } from '#server/television/channels/channel.ts'
import { attachEdits, reachOf } from './attach-edits.ts'
import { gapsOf } from './channel-timeline.ts'
import { layEdits, publishedOf } from './lay-edits.ts'
import type { ProgrammeEdit, ProgrammeShift } from './programme-edit.ts'

const minuteMs = 60_000
const baseMs = Date.UTC(2026, 10, 27)
const seed = 20_261_127

function delivered(pid: number, beginMin: number, endMin: number, title = `p${pid}`): ProgrammeRecord {
  return {
    pid,
    cid: 1,
    beginMs: baseMs + beginMin * minuteMs,
    endMs: baseMs + endMin * minuteMs,
    title: { ru: title, uz: '' },
    description: { ru: '', uz: '' },
    genreCode: null,
    ageRating: '',
    assetId: null,
  }
}

function editOf(
  id: number,
  source: ProgrammeRecord | null,
  more: Partial<ProgrammeEdit> = {},
): ProgrammeEdit {
  return {
    id,
    cid: 1,
    pid: 10_000 + id,
    source,
    fields: { title_ru: `edited ${id}` },
    isHidden: false,
    version: 1,
    staffName: '',
    changedMs: id,
    ...more,
  }
}

function timesOf(beginMin: number, endMin: number) {
  return { beginMs: baseMs + beginMin * minuteMs, endMs: baseMs + endMin * minuteMs }
}

function shiftOf(id: number, fromMin: number, toMin: number | null, minutes: number): ProgrammeShift {
  const toMs = toMin === null ? null : baseMs + toMin * minuteMs
  return { id, cid: 1, fromMs: baseMs + fromMin * minuteMs, toMs, minutes, staffName: '' }
}

function shown(programmes: readonly ProgrammeRecord[]) {
  return programmes.map(({ beginMs, endMs, title }) => [
    (beginMs - baseMs) / minuteMs,
    (endMs - baseMs) / minuteMs,
    title.ru,
  ])
}

const lay = (...all: Parameters<typeof layEdits>) => shown(publishedOf(layEdits(...all)))
const hours = [0, 1, 2, 3].map((hour) => delivered(hour + 1, hour * 60, hour * 60 + 60))

describe('[MATCH-04] edits laid over what was delivered', () => {
  it('replace the fields they set, and nothing else', () => {
    expect(lay(hours, [editOf(1, hours[1] ?? null)], [])).toEqual([
      [0, 60, 'p1'],
      [60, 120, 'edited 1'],
      [120, 180, 'p3'],
      [180, 240, 'p4'],
    ])
  })

  it('let an added programme take its time from what overlaps it, and leave the longest part', () => {
    const news = editOf(1, null, { fields: { title_ru: 'news' }, times: timesOf(70, 80) })
    expect(lay(hours, [news], [])).toEqual([
      [0, 60, 'p1'],
      [70, 80, 'news'],
      [80, 120, 'p2'],
      [120, 180, 'p3'],
      [180, 240, 'p4'],
    ])
    const long = editOf(1, null, { fields: { title_ru: 'match' }, times: timesOf(50, 130) })
    expect(lay(hours, [long], [])).toEqual([
      [0, 50, 'p1'],
      [50, 130, 'match'],
      [130, 180, 'p3'],
      [180, 240, 'p4'],
    ])
  })

  it('hide a programme and leave a gap', () => {
    const laid = layEdits(hours, [editOf(1, hours[1] ?? null, { fields: {}, isHidden: true })], [])
    expect(shown(publishedOf(laid))).toEqual([
      [0, 60, 'p1'],
      [120, 180, 'p3'],
      [180, 240, 'p4'],
    ])
    expect(laid.find(({ state }) => state === 'hidden')?.delivered?.pid).toBe(2)
    expect(gapsOf(publishedOf(laid), { fromMs: baseMs, toMs: baseMs + 300 * minuteMs })).toEqual([
      timesOf(60, 120),
      timesOf(240, 300),
    ])
  })

  it('shift what starts in a period, one shift after another, and cut what it meets', () => {
    expect(lay(hours, [], [shiftOf(1, 60, 180, 10)])).toEqual([
      [0, 60, 'p1'],
      [70, 130, 'p2'],
      [130, 190, 'p3'],
      [190, 240, 'p4'],
    ])
    expect(lay(hours, [], [shiftOf(1, 60, null, 10), shiftOf(2, 130, 180, -5)])).toEqual([
      [0, 60, 'p1'],
      [70, 125, 'p2'],
      [125, 185, 'p3'],
      [190, 250, 'p4'],
    ])
  })

  it('hold times set by hand when the programme is delivered no more, and wait without them', () => {
    const [first, second, ...others] = hours
    const pinned = editOf(1, second ?? null, { times: timesOf(65, 115) })
    expect(lay(others, [pinned], [])[0]).toEqual([65, 115, 'edited 1'])
    const waiting = layEdits(others, [editOf(1, second ?? null)], [])
    expect(waiting.find(({ state }) => state === 'waiting')?.programme.title.ru).toBe('edited 1')
    expect(shown(publishedOf(waiting))).toEqual(shown(others))
    expect(
      lay([...(first === undefined ? [] : [first]), ...hours.slice(1)], [editOf(1, second ?? null)], []),
    ).toContainEqual([60, 120, 'edited 1'])
  })
})

describe('[MATCH-04] the delivered programme of an edit', () => {
  const of = (edit: ProgrammeEdit, ...programmes: readonly ProgrammeRecord[]) =>
    attachEdits(
      programmes.toSorted((a, b) => a.beginMs - b.beginMs),
      [edit],
    ).get(edit.id)?.pid

  it('is the moved one rather than another that starts at its moment now', () => {
    const edit = editOf(1, delivered(1, 60, 120, 'Film'))
    expect(of(edit, delivered(7, 60, 80, 'News'), delivered(8, 80, 140, 'film '))).toBe(8)
    expect(of(edit, delivered(7, 60, 80, 'The film'))).toBe(7)
    expect(of(edit, delivered(7, 62, 120, 'The film'))).toBeUndefined()
  })

  it('is none that another episode is, or that starts as far away as the programme is long', () => {
    const episode = (pid: number, begin: number, number: number) => ({
      ...delivered(pid, begin, begin + 30, 'Series'),
      episode: number,
    })
    const edit = editOf(1, episode(1, 60, 4))
    expect(of(edit, episode(7, 65, 5))).toBeUndefined()
    expect(of(edit, episode(7, 80, 4), episode(8, 50, 5))).toBe(7)
    expect(of(edit, episode(7, 90, 4))).toBeUndefined()
  })

  it('belongs to one edit only', () => {
    const film = delivered(1, 60, 120, 'Film')
    const edits = [editOf(1, { ...film, beginMs: film.beginMs - 5 * minuteMs }), editOf(2, film)]
    expect([...attachEdits([film], edits).keys()]).toEqual([2])
  })
})

const anyRaw = fc.record({
  begin: fc.integer({ min: 0, max: 2880 }),
  length: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
  title: fc.constantFrom('news', 'film', 'series', 'sport', 'music'),
})

/** Any delivery as it is stored: in order, without overlaps. */
const anyDelivery = fc.array(anyRaw, { maxLength: 40 }).map((raws) => {
  const { programmes } = tidyGuide(
    raws.map(({ begin, length, title }) => ({
      ...delivered(0, begin, begin + 1, title),
      endMs: length === undefined ? Number.NaN : baseMs + (begin + length) * minuteMs,
    })),
  )
  return programmes.map((programme, index): ProgrammeRecord => ({ ...programme, pid: index + 1, cid: 1 }))
})
const anyTimes = fc
  .tuple(fc.integer({ min: -100, max: 3000 }), fc.integer({ min: 1, max: 300 }))
  .map(([begin, length]) => timesOf(begin, begin + length))
const anyEdit = fc.record({
  of: fc.option(fc.nat(60), { nil: undefined }),
  times: fc.option(anyTimes, { nil: undefined }),
  other: anyTimes,
  isHidden: fc.boolean(),
})
const anyEdits = fc.tuple(anyDelivery, fc.array(anyEdit, { maxLength: 12 })).map(([first, edits]) =>
  edits.map(({ of, times, other, isHidden }, index): ProgrammeEdit => {
    const source = of === undefined ? null : (first[of % Math.max(1, first.length)] ?? null)
    const own = source === null ? (times ?? other) : times
    return editOf(index + 1, source, { isHidden, ...(own === undefined ? {} : { times: own }) })
  }),
)
const anyShifts = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 2000 }),
      fc.option(fc.integer({ min: 1, max: 1500 }), { nil: null }),
      fc.integer({ min: -300, max: 300 }),
    ),
    { maxLength: 3 },
  )
  .map((shifts) =>
    shifts.map(([from, length, minutes], id) =>
      shiftOf(id, from, length === null ? null : from + length, minutes),
    ),
  )

describe('[MATCH-04] whatever is delivered and edited', () => {
  it('is published without overlaps, in order, each with an id of its own', () => {
    fc.assert(
      fc.property(anyDelivery, anyEdits, anyShifts, (now, edits, shifts) => {
        const laid = layEdits(now, edits, shifts)
        const published = publishedOf(laid)
        published.forEach(({ beginMs, endMs }, index) => {
          expect(endMs).toBeGreaterThan(beginMs)
          expect(published[index + 1]?.beginMs ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(endMs)
        })
        expect(new Set(laid.map(({ programme }) => programme.pid)).size).toBe(laid.length)
        expect(laid.filter(({ edit }) => edit !== null)).toHaveLength(edits.length)
        expect(laid.filter((one) => one.delivered !== null)).toHaveLength(now.length)
      }),
      { seed, numRuns: 400 },
    )
  })

  it('is as delivered without edits', () => {
    fc.assert(
      fc.property(anyDelivery, (now) => {
        expect(publishedOf(layEdits(now, [], []))).toEqual(now)
      }),
      { seed },
    )
  })

  it('is there at the times set by hand, where those of two do not overlap', () => {
    fc.assert(
      fc.property(anyDelivery, anyEdits, anyShifts, (now, all, shifts) => {
        const edits = all.filter(
          ({ times, isHidden, id }) =>
            times !== undefined &&
            !isHidden &&
            !all.some(
              (other) =>
                other.id !== id &&
                other.times !== undefined &&
                other.times.beginMs < times.endMs &&
                other.times.endMs > times.beginMs,
            ),
        )
        const published = publishedOf(layEdits(now, edits, shifts))
        for (const { id, times } of edits)
          expect(published.find(({ title }) => title.ru === `edited ${id}`)).toMatchObject(times ?? {})
      }),
      { seed, numRuns: 300 },
    )
  })

  it('stays edited over imports that move programmes a little or rename them', () => {
    const step = fc.record({ move: fc.integer({ min: -14, max: 14 }), isRenamed: fc.boolean() })
    const anyLength = fc.integer({ min: 30, max: 90 })
    fc.assert(
      fc.property(
        fc.array(anyLength, { minLength: 3, maxLength: 12 }),
        fc.array(fc.array(step, { minLength: 12, maxLength: 12 }), { maxLength: 6 }),
        fc.uniqueArray(fc.nat(11), { maxLength: 6 }),
        (lengths, imports, edited) => {
          let atMin = 0
          let now = lengths.map((length, index) => {
            const programme = delivered(index + 1, atMin, atMin + length)
            atMin += 3 * length
            return programme
          })
          let edits = edited.flatMap((index) => {
            const source = now[index]
            return source === undefined ? [] : [editOf(source.pid, source)]
          })
          for (const [round, steps] of imports.entries()) {
            now = now.map((programme, index) => {
              const { move = 0, isRenamed = false } = steps[index] ?? {}
              const byMs = isRenamed ? 0 : move * minuteMs
              if (Math.abs(byMs) >= reachOf(programme)) return programme
              const title = isRenamed ? `${round} ${programme.pid}` : programme.title.ru
              return {
                ...programme,
                beginMs: programme.beginMs + byMs,
                endMs: programme.endMs + byMs,
                title: { ru: title, uz: '' },
              }
            })
            const attached = attachEdits(
              now.toSorted((a, b) => a.beginMs - b.beginMs),
              edits,
            )
            edits = edits.map((edit) => {
              const programme = attached.get(edit.id)
              expect(programme?.pid).toBe(edit.id)
              return { ...edit, source: programme ?? null }
            })
          }
        },
      ),
      { seed, numRuns: 300 },
    )
  })
})
