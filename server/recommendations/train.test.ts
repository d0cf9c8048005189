import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce, inSlices } from '#server/platform/concurrency/in-slices.ts'
import { Taste } from './taste.ts'
import { trainTaste } from './train.ts'
import { WatchLog } from './watch-log.ts'

function learn(people: readonly (readonly number[])[]): Taste {
  const log = new WatchLog()
  for (const titles of people) log.add(titles)
  return new Taste(atOnce(trainTaste(log, new Map())))
}

function times(count: number, titles: readonly number[]) {
  return Array.from({ length: count }, () => titles)
}

function nearVids(taste: Taste, vid: number) {
  return taste.near(vid).map(([near]) => near)
}

const person = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })
const crowd = fc.array(person, { maxLength: 30 })

function holds(check: (people: readonly (readonly number[])[]) => void) {
  return fc.assert(fc.property(crowd, check), { seed: 1, numRuns: 40 })
}

describe('the result of learning from all viewers’ history', () => {
  it('equals a simple computation over all pairs', () => {
    holds((people) => {
      const taste = learn(people)
      for (const [vid, near] of reckon(people)) {
        expect(taste.watchers(vid)).toBe(people.filter((titles) => titles.includes(vid)).length)
        const learnt = new Map(taste.near(vid))
        expect(learnt.size).toBe(Math.min(50, near.size))
        for (const [other, weight] of learnt) expect(weight).toBeCloseTo(near.get(other) ?? 0, 5)
      }
    })
  })

  it('never lists a title as its own neighbour, nor one twice, nor more than fifty, and the closest come first', () => {
    holds((people) => {
      const taste = learn(people)
      for (let vid = 1; vid <= 60; vid += 1) {
        const vids = nearVids(taste, vid)
        expect(vids).not.toContain(vid)
        expect(new Set(vids).size).toBe(vids.length)
        expect(vids.length).toBeLessThanOrEqual(50)
        const weights = taste.near(vid).map(([, weight]) => weight)
        expect(weights).toEqual(weights.toSorted((a, b) => b - a))
      }
    })
  })

  it('reveals nothing about the behaviour of fewer than three people', () => {
    expect(learn([[1, 2]]).near(1)).toEqual([])
    expect(learn(times(2, [1, 2])).near(1)).toEqual([])
    expect(nearVids(learn(times(3, [1, 2])), 1)).toEqual([2])
  })

  it('treats titles watched one after another as closer than those months apart', () => {
    const evening = (first: number, second: number) => [
      first,
      second,
      ...Array.from({ length: 15 }, (_, at) => 100 + at),
      7,
    ]
    const taste = learn([evening(1, 2), evening(1, 2), evening(1, 2)])
    expect(nearVids(taste, 1)[0]).toBe(2)
    const vids = nearVids(taste, 1)
    expect(vids.indexOf(7)).toBe(vids.length - 1)
  })

  it('yields to other work while it learns, and stops when aborted', async () => {
    const log = new WatchLog()
    for (let one = 0; one < 2000; one += 1)
      log.add(Array.from({ length: 100 }, (_, at) => 1 + ((one * 37 + at * 11) % 3000)))
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    expect(await inSlices(trainTaste(log, new Map()))).toHaveLength(3000)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
    expect(await inSlices(trainTaste(log, new Map()), () => false)).toBeUndefined()
  })
})

describe('a viewer’s scores', () => {
  it('weigh the last watched most, and ignore unknown titles', () => {
    const taste = learn([...times(4, [1, 2]), ...times(4, [3, 4])])
    const scores = taste.score([3, 1])
    expect(scores.get(4)).toBeGreaterThan(scores.get(2) ?? 0)
    expect(taste.score([99]).size).toBe(0)
  })
})

describe('the watch log', () => {
  it('stays within its limit, and keeps people from the whole time range', () => {
    const log = new WatchLog(1000)
    for (let one = 0; one < 5000; one += 1) log.add([one, 10_000, 20_000])
    expect(log.places.length).toBeLessThanOrEqual(1000)
    expect(log.places.length).toBeGreaterThan(400)
    const left = Array.from(log.places, (place) => log.vids[place] ?? 0).filter((vid) => vid < 5000)
    expect(left.filter((vid) => vid < 2500).length).toBeGreaterThan(left.length * 0.4)
    expect(left.filter((vid) => vid >= 2500).length).toBeGreaterThan(left.length * 0.4)
    expect(log.starts.at(-1)).toBe(log.places.length)
  })

  it('uses the newest titles of a person', () => {
    const log = new WatchLog()
    log.add(Array.from({ length: 1000 }, (_, at) => at + 1))
    expect(log.places.length).toBe(300)
    expect(log.vids[log.places.at(-1) ?? 0]).toBe(1000)
  })
})

/** The same by definition: every pair of every person. */
function reckon(people: readonly (readonly number[])[]): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const watchers = new Map<number, number>()
  const sums = new Map<string, { from: number; to: number; weight: number; people: number }>()
  for (const titles of people)
    for (const [at, from] of titles.entries()) {
      watchers.set(from, (watchers.get(from) ?? 0) + 1)
      for (const [other, to] of titles.entries()) {
        const distance = Math.abs(other - at)
        if (distance === 0 || distance > 20) continue
        const sum = sums.get(`${from} ${to}`) ?? { from, to, weight: 0, people: 0 }
        sum.weight += 1 / distance ** 0.75
        sum.people += 1
        sums.set(`${from} ${to}`, sum)
      }
    }
  const near = new Map<number, Map<number, number>>()
  for (const { from, to, weight, people: count } of sums.values()) {
    if (count < 3) continue
    const row = near.get(from) ?? new Map<number, number>()
    row.set(to, weight / Math.sqrt(((watchers.get(from) ?? 0) + 20) * ((watchers.get(to) ?? 0) + 20)))
    near.set(from, row)
  }
  return near
}
