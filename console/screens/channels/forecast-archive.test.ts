import { describe, expect, it } from 'vitest'
import type { Channel } from './channel-filter.ts'
import { forecastArchive } from './forecast-archive.ts'

const channel = (cid: number, days: number, own: Partial<Channel> = {}) =>
  ({ cid, source_kind: 'recorded', is_enabled: true, archive_days: days, ...own }) as Channel

const sizes = {
  channels: [
    { cid: 1, bytes_per_day: 10 },
    { cid: 2, bytes_per_day: 30 },
    { cid: 3, bytes_per_day: 20 },
  ],
  room_bytes: 1000,
}

describe('the forecast of archives', () => {
  it('is what a day takes, times the days that are meant, beside all other channels', () => {
    const channels = [channel(1, 7), channel(2, 7), channel(3, 3)]
    expect(forecastArchive(sizes, channels, new Map([[2, 14]]))).toEqual({
      ...{ bytes: 420, totalBytes: 70 + 420 + 60, roomBytes: 1000, isEstimate: false },
    })
  })

  it('takes what a channel usually takes where one has not been measured', () => {
    const channels = [channel(1, 7), channel(9, 7)]
    expect(forecastArchive(sizes, channels, new Map([[9, 2]]))).toMatchObject({
      ...{ bytes: 40, totalBytes: 110, isEstimate: true },
    })
  })

  it('leaves out what is not recorded, except where that is about to be changed', () => {
    const off = channel(1, 7, { is_enabled: false })
    const linear = channel(2, 7, { source_kind: 'linear' })
    expect(forecastArchive(sizes, [off, linear], new Map())).toMatchObject({ totalBytes: 0 })
    expect(forecastArchive(sizes, [off, linear], new Map([[1, 3]]))).toMatchObject({ totalBytes: 30 })
  })

  it('is none before anything was measured', () => {
    expect(forecastArchive({ channels: [], room_bytes: 5 }, [channel(1, 7)], new Map())).toBeNull()
    expect(forecastArchive({ ...sizes, room_bytes: null }, [channel(1, 7)], new Map())).toBeNull()
  })
})
