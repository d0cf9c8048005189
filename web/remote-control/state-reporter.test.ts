import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createReporter, isNews, positionMs, shortestMs, stateOf } from './state-reporter.ts'

const film = {
  kind: 'film' as const,
  id: 12,
  title: 'Ёлки',
  subtitle: '',
  position_sec: 60,
  duration_sec: 5400,
  is_paused: 0,
  ...{ audio: [], subtitles: [] },
}
const page = { page: '/movie/12', search: '' }

function at(positionSec: number, isPaused = 0) {
  return { ...page, playing: { ...film, position_sec: positionSec, is_paused: isPaused } }
}

describe('[REMOTE-02] what a television reports', () => {
  it('contains progress only every ten seconds, and changes at once', () => {
    const last = { state: at(60), atMs: 0 }
    expect(isNews(at(65), last, 5000)).toBe(false)
    expect(isNews(at(70), last, positionMs)).toBe(true)
    expect(isNews(at(90), last, 5000), 'a jump').toBe(true)
    expect(isNews(at(62, 1), last, 2000), 'a pause').toBe(true)
    expect(isNews({ ...page, playing: null }, last, 1000)).toBe(true)
    expect(isNews(at(60), null, 0)).toBe(true)
  })

  it('is nothing while paused or while nothing plays', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (ms) => {
        expect(isNews(at(60, 1), { state: at(60, 1), atMs: 0 }, ms)).toBe(false)
        const idle = { ...page, playing: null }
        expect(isNews(idle, { state: idle, atMs: 0 }, ms)).toBe(false)
      }),
    )
  })

  it('is sent at most once a second', () => {
    vi.useFakeTimers()
    let position = 0
    const sent: number[] = []
    const reporter = createReporter({
      read: () => at((position += 100)),
      send: () => void sent.push(Date.now()),
      nowMs: () => Date.now(),
    })
    for (let count = 0; count < 100; count += 1) {
      reporter.note()
      vi.advanceTimersByTime(50)
    }
    reporter.stop()
    vi.useRealTimers()
    expect(sent.length).toBeGreaterThan(3)
    for (const [index, atMs] of sent.slice(1).entries())
      expect(atMs - (sent[index] ?? 0)).toBeGreaterThanOrEqual(shortestMs)
  })

  it('contains the text of a search, and the page without its query', () => {
    expect(stateOf({ pathname: '/search', search: '?q=%D0%BA%D0%BE%D1%82' }, null)).toEqual({
      page: '/search',
      search: 'кот',
      playing: null,
    })
    expect(stateOf({ pathname: '/movie/12', search: '?q=x' }, null).search).toBe('')
  })
})
