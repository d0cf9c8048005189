import { describe, expect, it } from 'vitest'
import type { PlaySums } from '#server/monitoring/monitoring.ts'
import { presentFigures, presentSpan } from './present-plays.ts'

const hourMs = 3_600_000
const noStarts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]

function sums(some: Partial<PlaySums> = {}): PlaySums {
  return {
    ...{ plays: 0, abandoned: 0, failures: 0, starts: [...noStarts], playedMs: 0, stalls: 0, stalledMs: 0 },
    ...{ ratedMs: 0, ratedBits: 0, ratedLineMs: 0, switches: 0 },
    ...some,
  }
}

describe('[OPS-03] the figures of plays', () => {
  it('are starts, stalls, rates and shares', () => {
    const all = sums({
      ...{ plays: 40, abandoned: 2, failures: 4, starts: [0, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0] },
      ...{ playedMs: 2 * hourMs, stalls: 3, stalledMs: 72_000, ratedMs: hourMs, ratedBits: 3600 * 4e6 },
      ...{ ratedLineMs: hourMs * 720, switches: 6 },
    })
    expect(presentFigures(all)).toEqual({
      ...{ plays: 40, abandoned: 2, failures: 4, start_p50_ms: 542, start_p95_ms: 729 },
      ...{ played_sec: 7200, stalls_per_hour: 1.5, stalled_share: 72 / 7272, bits_per_second: 4e6 },
      ...{ height: 720, switches_per_hour: 3 },
    })
  })

  it('are left out where too little was played to tell', () => {
    expect(presentFigures(sums({ plays: 1 }))).toEqual({
      ...{ plays: 1, abandoned: 0, failures: 0, start_p50_ms: null, start_p95_ms: null, played_sec: 0 },
      ...{ stalls_per_hour: null, stalled_share: null, bits_per_second: null, height: null },
      switches_per_hour: null,
    })
  })

  it('say of a start only that it was longer than the longest step', () => {
    const starts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]
    expect(presentFigures(sums({ plays: 3, starts })).start_p50_ms).toBe(20_001)
  })

  it('name what had problems, and not what is gone', () => {
    const worst = [12, 404].map((subject) => ({ kind: 'film' as const, subject, sums: sums({ plays: 3 }) }))
    const span = presentSpan({ all: sums(), groups: [], codes: [], worst }, (_, subject) =>
      subject === 404 ? undefined : `film ${subject}`,
    )
    expect(span.worst.map(({ id, name }) => [id, name])).toEqual([
      [12, 'film 12'],
      [404, ''],
    ])
  })
})
