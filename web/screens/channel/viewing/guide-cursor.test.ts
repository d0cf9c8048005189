import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Channel, Programme } from '#contract/channels/channels.ts'
import { actOf, channelsAround, channelStep, programmeBeside, programmeOf } from './guide-cursor.ts'

const nowSec = 1_800_000_000

function programme(pid: number, url: string | null = `/${pid}`): Programme {
  return {
    pid,
    cid: 1,
    title: `programme ${pid}`,
    sub_title: '',
    season: null,
    episode: null,
    description: '',
    category: '',
    age_rating: '',
    begin_time: nowSec + (pid - 3) * 3600 - 1800,
    end_time: nowSec + (pid - 2) * 3600 - 1800,
    url,
  }
}

/** The third is the current one; the first has no recording; the last two have not started. */
const programmes = [programme(1, null), programme(2), programme(3), programme(4, null), programme(5, null)]

function channel(id: number): Channel {
  return {
    id,
    number: id,
    name: `channel ${id}`,
    logo: '',
    category: 1,
    category_id: 1,
    additional_categories: [],
    is_favorited: 0,
    is_available: 1,
    is_social: 0,
    is_radio: 0,
    has_archive: 1,
    now: programme(3),
    next: programme(4, null),
  }
}

describe('the mini-guide', () => {
  it('[TV-09] moves through the channels with wrap-around and always starts at the current programme', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: -30, max: 30 }), (count, steps) => {
        const line = Array.from({ length: count }, (_, index) => channel(index + 1))
        const there = channelStep(line, { cid: 1, pid: 9 }, steps)
        if (steps !== 0) expect(there).toEqual({ cid: (((steps % count) + count) % count) + 1, pid: null })
        const around = channelsAround(line, there.cid, 2).map(({ id }) => id)
        expect(new Set(around).size).toBe(around.length)
        expect(around[(around.length - 1) / 2]).toBe(there.cid)
      }),
    )
  })

  it('[TV-09] [GUIDE-03] moves along the programmes to the past and the future and stops at the ends', () => {
    const present = programmeOf(channel(1), programmes, null, nowSec)
    expect(present?.pid).toBe(3)
    expect(programmeBeside(programmes, present, -1, nowSec)?.pid).toBe(2)
    expect(programmeBeside(programmes, present, 1, nowSec)?.pid).toBe(4)
    expect(programmeBeside(programmes, programme(1), -1, nowSec)).toBeNull()
    expect(programmeBeside(programmes, programme(5), 1, nowSec)).toBeNull()
    // Before the guide of a channel has loaded, its list contains the current programme.
    expect(programmeOf(channel(2), [], null, nowSec)?.pid).toBe(3)
  })

  it('[GUIDE-03] [GUIDE-05] OK runs the action available for each programme, and never another', () => {
    const act = (pid: number, isPresent: boolean, isLive = true) =>
      actOf({ programme: programmeOf(channel(1), programmes, pid, nowSec), isPresent, isLive, nowSec })
    expect([1, 2, 3, 4, 5].map((pid) => act(pid, true))).toEqual([
      'not_recorded',
      'archive',
      'start_over',
      'future',
      'future',
    ])
    expect(act(3, true, false)).toBe('watch')
    expect(act(3, false)).toBe('watch')
    expect(actOf({ programme: null, isPresent: true, isLive: true, nowSec })).toBe('watching')
    expect(actOf({ programme: null, isPresent: false, isLive: true, nowSec })).toBe('watch')
  })
})
