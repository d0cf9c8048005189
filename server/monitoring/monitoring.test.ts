import { describe, expect, it } from 'vitest'
import { createMetrics } from '#server/platform/metrics.ts'
import { addChannelGauges } from './gauges.ts'
import { guideUntil } from './guide-ahead.ts'
import { duration } from './duration.ts'
import { judge, type ChannelFacts, type Report } from './report.ts'
import { statusOfReport } from './status-lines.ts'

const now = 1_790_000_000_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const archive = {
  oldestMs: now - 7 * dayMs,
  bytes: 237e9,
  bytesPerDay: 34e9,
  holesOfDay: { count: 1, ms: 6000 },
  holesOfWeek: { count: 3, ms: 30_000 },
  requestedMs: 7 * dayMs,
  expectedMs: 7 * dayMs,
}
const good: ChannelFacts = {
  cid: 5,
  number: 12,
  name: 'Sevimli <TV>',
  kind: 'recorded',
  isEnabled: true,
  state: 'recording',
  sourceIndex: 1,
  sources: 2,
  picture: 'ok',
  bitsPerSecond: 3_130_000,
  lastSegmentAtMs: now - 2000,
  restarts: 1,
  guideUntilMs: now + 5 * dayMs,
  archive,
}

function reportOf(...channels: readonly ChannelFacts[]): Report {
  return {
    atMs: now,
    channels: channels.map((facts) => judge(facts, now)),
    disk: {
      ...{ freeBytes: 5e11, totalBytes: 2e12, hoursLeft: 30 },
      limits: { requestedBytes: 1e9, aheadBytes: 12e9 },
    },
  }
}

describe('a channel', () => {
  it('[OPS-03] that is recorded, has video and a guide is good', () => {
    expect(judge(good, now)).toMatchObject({ level: 'good', why: [] })
  })

  it.each([
    [{ state: 'waiting', words: 'connection refused' }, 'bad', 'connection refused'],
    [{ lastSegmentAtMs: now - 30_000 }, 'bad', 'the last segment is 30 s old'],
    [{ picture: 'black' }, 'bad', 'the picture is black'],
    [{ picture: 'frozen' }, 'bad', 'the picture stands still'],
    [{ picture: 'slate' }, 'bad', 'the source shows that it is out of service'],
    [{ picture: 'silent' }, 'warning', 'there is no sound'],
    [{ sourceIndex: 2 }, 'warning', 'received from source 2 of 2'],
    [{ guideUntilMs: null }, 'warning', 'no current programme in the guide'],
    [{ guideUntilMs: now + 5 * hourMs }, 'warning', 'the guide ends in 5 h'],
  ] as const)('[OPS-03] with %j is %s: %s', (change, level, why) => {
    expect(judge({ ...good, ...change }, now)).toMatchObject({ level, why: [why] })
  })

  it('[OPS-03] whose archive has gaps or will be too shallow is a warning', () => {
    const poor = { ...archive, holesOfDay: { count: 2, ms: 90_000 }, expectedMs: 4.5 * dayMs }
    expect(judge({ ...good, archive: poor }, now)).toMatchObject({
      level: 'warning',
      why: ['90 s of the last day are missing', 'the archive will reach back 4.5 days instead of 7'],
    })
  })

  it('[OPS-03] that is switched off is no warning', () => {
    expect(judge({ ...good, isEnabled: false, state: 'stopped' }, now)).toMatchObject({ level: 'off' })
  })
})

describe('the guide ahead', () => {
  it('ends at the first gap of an hour', () => {
    const at = (fromH: number, toH: number) => ({ beginMs: now + fromH * hourMs, endMs: now + toH * hourMs })
    expect(guideUntil([at(-2, -1), at(-1, 1), at(1.5, 3), at(5, 6)], now)).toBe(now + 3 * hourMs)
    expect(guideUntil([at(2, 3)], now)).toBeNull()
    expect(guideUntil([], now)).toBeNull()
  })
})

describe('the operator’s output', () => {
  it('[OPS-03] status lists problems first, and says when nothing is recorded any more', () => {
    const report = reportOf(good, { ...good, number: 7, name: 'Yoshlar', state: 'waiting', words: 'timeout' })
    expect(statusOfReport(report, now + 5000)).toEqual([
      'Recording: 1 channels ok, 0 warning, 1 failing',
      '  bad      7 Yoshlar: timeout',
      'Disk: 500.0 GB of 2000.0 GB free; recordings will be deleted before their time in 1 d 6 h, below 12.0 GB, which three minutes of recording take (EKRAN_FREE_SPACE_GB is less)',
    ])
    expect(statusOfReport(report, now + 2 * hourMs)).toEqual(['Recording: not running (last seen 2 h ago)'])
    expect(statusOfReport(undefined, now)).toEqual(['Recording: nothing has been reported yet'])
  })

  it('[OPS-03] the gauges have each channel by its number', async () => {
    const metrics = createMetrics()
    addChannelGauges(metrics, () =>
      reportOf(good, { ...good, number: 13, isEnabled: false, picture: 'black' }),
    )
    const text = await metrics.registry.metrics()
    metrics.close()
    expect(text).toContain('ekran_channel_up{channel="12"} 1')
    expect(text).not.toContain('ekran_channel_up{channel="13"}')
    expect(text).toContain('ekran_channel_last_segment_age_seconds{channel="12"} 2')
    expect(text).toContain('ekran_channel_picture_black{channel="13"} 1')
    expect(text).toContain('ekran_media_disk_hours_left 30')
  })

  it('durations have two units at most', () => {
    expect([0, 999, 61_000, dayMs + 3 * hourMs + 5, 7 * dayMs].map(duration)).toEqual([
      '0 s',
      '0 s',
      '1 min 1 s',
      '1 d 3 h',
      '7 d',
    ])
  })
})
