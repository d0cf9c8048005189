import { describe, expect, it } from 'vitest'
import { filmLeftMs, type FilmWork, leftWords, paceOf, queueLeft } from './time-left.ts'

const minuteMs = 60_000
const nowMs = Date.UTC(2026, 0, 1)

function film(more: Partial<FilmWork>): FilmWork {
  return {
    state: 'waiting',
    step: 'playable',
    fraction: 0,
    begun_at: null,
    begun_fraction: 0,
    spent_ms: 0,
    duration_ms: 0,
    worker: null,
    ...more,
  }
}

function running(more: Partial<FilmWork>): FilmWork {
  return film({ state: 'running', begun_at: new Date(nowMs - 10 * minuteMs), worker: 'one 1', ...more })
}

describe('the remaining time', () => {
  it('of a running film is computed from its own speed since its start', () => {
    // From 20 % to 60 % in ten minutes: ten more for the rest.
    const half = running({ fraction: 0.6, begun_fraction: 0.2, duration_ms: 100 * minuteMs })
    expect(filmLeftMs(half, nowMs)).toBeCloseTo(10 * minuteMs, -2)
    expect(paceOf(half, nowMs)?.speed).toBeCloseTo(4)
    expect(paceOf(running({ fraction: 0.5 }), nowMs)).toMatchObject({ speed: undefined })
  })

  it('is not shown before anything was measured', () => {
    expect(filmLeftMs(running({ fraction: 0.001 }), nowMs)).toBeUndefined()
    expect(filmLeftMs(running({ fraction: 0.5, begun_at: new Date(nowMs - 100) }), nowMs)).toBeUndefined()
    expect(filmLeftMs(film({ fraction: 0.5 }), nowMs)).toBeUndefined()
    expect(queueLeft([film({}), film({})], nowMs)).toEqual({ films: 2, leftMs: undefined })
    expect(queueLeft([], nowMs)).toEqual({ films: 0, leftMs: undefined })
  })

  it('of the queue is computed from finished films, their lengths, and the number of working machines', () => {
    const ended = film({ state: 'ready', duration_ms: 60 * minuteMs, spent_ms: 30 * minuteMs })
    const open = [
      running({ fraction: 0.5, duration_ms: 60 * minuteMs }),
      film({}),
      film({ step: 'better', fraction: 0.25, duration_ms: 120 * minuteMs }),
    ]
    // The running one at its own speed; 60 (of usual length) + 90 minutes of film at double speed.
    expect(queueLeft([ended, ...open], nowMs)).toEqual({ films: 3, leftMs: (10 + 30 + 45) * minuteMs })
    const two = [...open, running({ fraction: 1, duration_ms: 60 * minuteMs, worker: 'two 1' })]
    expect(queueLeft([ended, ...two], nowMs).leftMs).toBe(42.5 * minuteMs)
    // While none is finished, the running one is the measure: 30 minutes of film in ten.
    expect(queueLeft(open, nowMs).leftMs).toBe((30 + 120 + 90) * (10 / 30) * minuteMs)
  })

  it('of the queue is never less than that of a film in it, however fast others were copied', () => {
    const copied = film({ state: 'ready', duration_ms: 60 * minuteMs, spent_ms: 1000 })
    const slow = running({ fraction: 0.5, duration_ms: 60 * minuteMs })
    expect(queueLeft([copied, slow], nowMs)).toEqual({ films: 1, leftMs: 10 * minuteMs })
    const quick = film({ worker: 'two 1', duration_ms: 60 * minuteMs })
    expect(queueLeft([copied, slow, quick], nowMs).leftMs).toBe(10 * minuteMs)
  })

  it('is formatted for people', () => {
    expect([0, 29_000, minuteMs, 59.4 * minuteMs, 60 * minuteMs, 200 * minuteMs].map(leftWords)).toEqual([
      'less than a minute',
      'less than a minute',
      'about 1 min',
      'about 59 min',
      'about 1 h',
      'about 3 h 20 min',
    ])
  })
})
