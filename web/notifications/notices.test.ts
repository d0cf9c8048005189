import { describe, expect, it } from 'vitest'
import type { Call } from '#contract/client.ts'
import { byDays } from '#web/screens/notifications/by-days.ts'
import { countOf, type Bell } from './bell.ts'
import { followBell, pauseAfter } from './follow-bell.ts'
import { eachOnce, moreParts, type ListPart } from './more-parts.ts'
import { paragraphsOf } from './paragraphs.ts'

function answered(lastId: number, unread: number) {
  return { kind: 'ok', data: { last_id: lastId, unread_count: unread } } as const
}

const unreachable = { kind: 'unreachable', reason: 'cut off' } as const

describe('the bell', () => {
  it('[NOTIF-01] shows a number up to 99, and nothing for none', () => {
    const count = (unread: number) => countOf({ lastId: 1, unread })
    expect([count(0), count(1), count(99), count(100), countOf(null)]).toEqual([null, '1', '99', '99+', null])
  })

  it('[NOTIF-01] first requests without a known state, then with it, and from scratch after a failure', async () => {
    const responses = [answered(5, 2), answered(6, 3), unreachable, unreachable, answered(9, 1)]
    const [request, reported, pauses]: [unknown[], Bell[], number[]] = [[], [], []]
    const stop = new AbortController()
    let existing: Bell | null = { lastId: 1, unread: 0 }
    const call = (async (_endpoint: unknown, input: unknown) => {
      request.push(input)
      const next = responses.shift()
      if (responses.length === 0) stop.abort()
      return next
    }) as unknown as Call
    const tell = (next: Bell) => reported.push((existing = next))
    const pause = async (ms: number) => void pauses.push(ms)
    await followBell({ call, current: () => existing, tell, pause }, stop.signal)
    expect(request).toEqual([
      {},
      { last_id: 5, unread_count: 2, last_command: 0 },
      { last_id: 6, unread_count: 3, last_command: 0 },
      {},
      {},
    ])
    expect(reported).toEqual([
      { lastId: 5, unread: 2 },
      { lastId: 6, unread: 3 },
    ])
    expect(pauses).toEqual([700, 700, 2000, 4000])
  })

  it('waits longer after every failure, and as long as a busy server requests', () => {
    expect([1, 2, 5, 6, 60].map((failures) => pauseAfter(unreachable, failures))).toEqual([
      2000, 4000, 32_000, 60_000, 60_000,
    ])
    const busy = { kind: 'refused', failure: 'busy', status: 503, message: '', fields: [] } as const
    expect(pauseAfter({ ...busy, retryAfterSec: 7 }, 1)).toBe(7000)
    expect(pauseAfter(busy, 1)).toBe(30_000)
  })
})

describe('a list that grows', () => {
  interface Item {
    readonly id: number
  }
  const part = (ids: readonly number[], lastPage: number) =>
    ({ kind: 'ok', data: { data: ids.map((id) => ({ id })), last_page: lastPage } }) as const

  it('[NEWS-01] appends one page at a time, keeps the loaded ones when one fails, and shows each item once', async () => {
    const key = 'a list'
    const places: number[] = []
    const responses: (ReturnType<typeof part> | typeof unreachable)[] = [
      part([3, 2], 3),
      unreachable,
      part([2, 1], 3),
    ]
    const ask = async (place: number) => {
      places.push(place)
      return responses.shift() ?? unreachable
    }
    await Promise.all([moreParts.load<Item>(key, ask), moreParts.load<Item>(key, ask)])
    expect(places, 'one that is on its way is not asked for again').toEqual([1])
    await moreParts.load<Item>(key, ask)
    expect(moreParts.get<Item>(key)).toMatchObject({ count: 1, failed: true, items: [{ id: 3 }, { id: 2 }] })
    await moreParts.load<Item>(key, ask)
    expect(places).toEqual([1, 2, 2])
    const { items, lastPage, failed } = moreParts.get<Item>(key)
    expect({ ids: eachOnce(items).map(({ id }) => id), lastPage, failed }).toEqual({
      ids: [3, 2, 1],
      lastPage: 3,
      failed: false,
    })
    expect(moreParts.get<Item>('another') satisfies Partial<ListPart<Item>> | object).toMatchObject({
      count: 0,
    })
  })
})

it('[NOTIF-01] notifications are grouped by day in Tashkent', () => {
  const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour - 5) / 1000
  const items = [at(22, 1), at(22, 0), at(21, 23), at(19, 12)].map((created_at) => ({ created_at }))
  expect(byDays(items, at(22, 2)).map(({ daysAgo, items: ofDay }) => [daysAgo, ofDay.length])).toEqual([
    [0, 2],
    [1, 1],
    [3, 1],
  ])
})

it('a blank line starts a paragraph', () => {
  expect(paragraphsOf('one\ntwo\n\n  \nthree\n')).toEqual(['one\ntwo', 'three'])
})
