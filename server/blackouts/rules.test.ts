import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blackoutDevices, blackoutHolds, blackoutTargets, territories } from '#contract/form/blackouts.ts'
import { blackoutWords } from '#contract/form/blackouts.ts'
import {
  type ActiveBlackout,
  channelClosure,
  closesWhole,
  concerns,
  deviceGroup,
  nextTitleClosure,
  overlapsClosed,
  titleClosure,
  wordsOf,
} from './rules.ts'

const hourMs = 3_600_000
const startMs = Date.UTC(2026, 0, 15, 12)

function blackout(more: Partial<ActiveBlackout> = {}): ActiveBlackout {
  return {
    ...{ id: 1, target: 'hours', cid: 5, pid: null, vid: null },
    ...{ fromMs: startMs, untilMs: startMs + hourMs },
    ...{ territories, devices: blackoutDevices, holds: blackoutHolds, words: { ru: '', uz: '' } },
    ...more,
  }
}

const insideTv = { region: 'inside', device: 'tv' } as const

function live(one: ActiveBlackout, nowMs: number) {
  return channelClosure([one], insideTv, 'live', nowMs).all !== undefined
}

function archived(one: ActiveBlackout, atMs: number, nowMs: number) {
  const { all, times } = channelClosure([one], insideTv, 'archive', nowMs)
  return all === undefined && !overlapsClosed(times, atMs, atMs + 1000)
}

describe('a blackout of a channel', () => {
  it('[CHAN-05] closes live from its first millisecond up to its last', () => {
    const one = blackout()
    expect([-1, 0, hourMs - 1, hourMs].map((ms) => live(one, startMs + ms))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(live(blackout({ untilMs: null }), startMs + 1000 * hourMs)).toBe(true)
    expect(live(blackout({ holds: ['archive'] }), startMs)).toBe(false)
  })

  it('[CHAN-05] closes what was on the air in these hours for good, and nothing else of the archive', () => {
    const later = startMs + 48 * hourMs
    expect(archived(blackout(), startMs + 1000, later)).toBe(false)
    expect(archived(blackout(), startMs - hourMs, later)).toBe(true)
    expect(archived(blackout(), startMs - hourMs, startMs + 1000)).toBe(true)
  })

  it('[CHAN-05] of the whole channel closes its whole archive while it lasts', () => {
    const whole = blackout({ target: 'channel' })
    expect(archived(whole, startMs - 9 * hourMs, startMs + 1000)).toBe(false)
    expect(archived(whole, startMs - 9 * hourMs, startMs + 2 * hourMs)).toBe(true)
    expect(archived(whole, startMs + 1000, startMs + 2 * hourMs)).toBe(false)
  })

  it('[CHAN-05] of live alone closes start-over until it ends, then its archive is open', () => {
    const one = blackout({ holds: ['live'] })
    expect(archived(one, startMs + 1000, startMs + 2000)).toBe(false)
    expect(archived(one, startMs + 1000, startMs + hourMs)).toBe(true)
  })

  it('[CHAN-05] that was ended before its programme moved to a later time closes nothing', () => {
    const one = blackout({ fromMs: startMs + hourMs, untilMs: startMs })
    expect(live(one, startMs + 2 * hourMs)).toBe(false)
    expect(closesWhole(channelClosure([one], insideTv, 'archive', startMs).times, startMs, startMs + 1)).toBe(
      undefined,
    )
  })
})

describe('whom a blackout is for', () => {
  it('[CHAN-05] is decided by the network and the kind of device; one that cannot be told is any of them', () => {
    const phonesAbroad = { territories: ['outside'], devices: ['phone'] } as const
    const concerned = (region: 'inside' | 'outside', kind: string | undefined) =>
      concerns(phonesAbroad, { region, device: deviceGroup(kind) })
    expect([concerned('outside', 'phone'), concerned('outside', 'tablet')]).toEqual([true, true])
    expect([concerned('outside', 'other'), concerned('outside', undefined)]).toEqual([true, true])
    expect([concerned('inside', 'phone'), concerned('inside', undefined)]).toEqual([false, false])
    expect([concerned('outside', 'tv'), concerned('outside', 'computer')]).toEqual([false, false])
  })
})

describe('a blackout of a title', () => {
  it('[CHAN-05] closes watching and downloading each by itself, and says when the next one begins', () => {
    const title = blackout({ target: 'title', cid: null, vid: 7, holds: ['download'] })
    expect(titleClosure([title], insideTv, 'archive', startMs)).toBeUndefined()
    expect(titleClosure([title], insideTv, 'download', startMs)).toBe(title)
    expect(nextTitleClosure([title], insideTv, 'download', startMs - 1)).toBe(startMs)
    expect(nextTitleClosure([title], insideTv, 'download', startMs)).toBeNull()
  })
})

describe('a window of the archive', () => {
  it('[CHAN-05] is closed whole only when no moment of it is left', () => {
    const [first, second] = [
      blackout(),
      blackout({ fromMs: startMs + hourMs, untilMs: startMs + 2 * hourMs }),
    ]
    const { times } = channelClosure([second, first], insideTv, 'archive', startMs + 9 * hourMs)
    expect(closesWhole(times, startMs, startMs + 2 * hourMs)).toBe(second)
    expect(closesWhole(times, startMs - 1, startMs + hourMs)).toBeUndefined()
    expect(closesWhole(times, startMs, startMs + 2 * hourMs + 1)).toBeUndefined()
  })

  it('[CHAN-05] is closed whole exactly when every moment of it is (property)', () => {
    const minute = fc.integer({ min: 0, max: 20 })
    const pair = fc.tuple(minute, minute)
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), pair, (closed, [from, length]) => {
        const times = closed.map(([fromMs, more]) => ({
          ...{ fromMs, toMs: fromMs + more },
          blackout: blackout(),
        }))
        const moments = Array.from({ length: length + 1 }, (_, index) => from + index)
        const isWhole = moments.every((at) => times.some(({ fromMs, toMs }) => fromMs <= at && at < toMs))
        expect(closesWhole(times, from, from + length + 1) !== undefined).toBe(isWhole)
      }),
    )
  })
})

describe('the words', () => {
  it('[CHAN-05] are the usual ones until others are entered, and those of one language stand for both', () => {
    expect(wordsOf({ words: { ru: '', uz: '' } })).toEqual(blackoutWords)
    expect(wordsOf({ words: { ru: 'Матч не показываем', uz: '' } })).toEqual({
      ru: 'Матч не показываем',
      uz: 'Матч не показываем',
    })
  })
})

it('[CHAN-05] every target is one of a channel or of a title', () => {
  expect(blackoutTargets).toEqual(['channel', 'hours', 'programme', 'title'])
})
