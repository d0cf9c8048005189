import { describe, expect, it } from 'vitest'
import { Guide, type ProgrammeRecord } from '#server/television/television.ts'
import { liveEndMs, pastAbove } from './watch-window.ts'

const minuteMs = 60_000
const nowMs = Date.UTC(2026, 0, 15, 12)
const above = { kind: 'age', age: 18 } as const

function programme(pid: number, fromMin: number, toMin: number, ageRating: string): ProgrammeRecord {
  const words = { ru: `Передача ${pid}`, uz: '' }
  return {
    ...{ pid, cid: 5, ageRating, genreCode: null, assetId: null, title: words, description: words },
    ...{ beginMs: nowMs + fromMin * minuteMs, endMs: nowMs + toMin * minuteMs },
  }
}

/** A gap is above the limit too. */
function channelOf(programmes: readonly ProgrammeRecord[], opened: readonly number[] = []) {
  return {
    guide: Guide.of(programmes),
    cid: 5,
    isOpened: (pid: number) => opened.includes(pid),
    judge: {
      programme: (one: Pick<ProgrammeRecord, 'ageRating'>) => (one.ageRating === '18+' ? above : undefined),
      gap: () => above,
    },
  }
}

describe('a channel for a profile with limits', () => {
  const guide = [programme(1, -60, 30, '0+'), programme(2, 30, 60, '18+'), programme(3, 60, 900, '0+')]

  it('[PROF-02] is open until a programme above the limit begins, and closed until two minutes after it', () => {
    expect(liveEndMs(channelOf(guide), nowMs)).toEqual({ kind: 'open', untilMs: nowMs + 30 * minuteMs })
    expect(liveEndMs(channelOf(guide), nowMs + 30 * minuteMs)).toEqual({ kind: 'above', above })
    expect(liveEndMs(channelOf(guide), nowMs + 62 * minuteMs)).toEqual({ kind: 'above', above })
    expect(liveEndMs(channelOf(guide), nowMs + 63 * minuteMs)).toMatchObject({ kind: 'open' })
  })

  it('[PROF-02] stays open for what the PIN has opened', () => {
    expect(liveEndMs(channelOf(guide, [2]), nowMs + 31 * minuteMs)).toMatchObject({ kind: 'open' })
  })

  it('[PROF-02] is closed where the guide says nothing, but not by the seconds between programmes', () => {
    expect(liveEndMs(channelOf([]), nowMs)).toEqual({ kind: 'above', above })
    const close = [programme(1, -60, 29, '0+'), programme(2, 30, 900, '0+')]
    expect(liveEndMs(channelOf(close), nowMs)).toMatchObject({
      kind: 'open',
      untilMs: nowMs + 360 * minuteMs,
    })
  })

  it('[PROF-02] plays no past window that has a part above the limit', () => {
    const at = (fromMin: number, toMin: number) => ({
      beginMs: nowMs + fromMin * minuteMs,
      endMs: nowMs + toMin * minuteMs,
    })
    expect(pastAbove(channelOf(guide), at(-60, 30))).toBeUndefined()
    expect(pastAbove(channelOf(guide), at(-60, 31))).toEqual(above)
  })
})
