import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MadeUpBroadcast } from '#tests/kit/builders/broadcast.ts'
import {
  readLowLatencyMedia,
  readMedia,
  readMultivariant,
  wholeSegments,
} from '#tests/kit/media/independent-hls.ts'
import { archivePlaylist } from './archive-playlist.ts'
import { channelMaster, livePlaylist } from './channel-playlists.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-low-latency-'))
const startMs = Date.UTC(2026, 10, 16, 9)
const partSec = 0.2
let tv: MadeUpBroadcast

beforeAll(async () => {
  tv = new MadeUpBroadcast({
    dir,
    seed: 3,
    beginMs: startMs,
    archiveMs: 7_200_000,
    partMs: 200,
    groupFrames: 50,
  })
  await tv.pass(45_300)
})
afterAll(async () => {
  await tv.close()
  rmSync(dir, { recursive: true, force: true })
})

function readLowLatency(skip = false) {
  return readLowLatencyMedia(tv.lowLatency.playlist('v', tv.nowMs, skip))
}

describe('the playlist of a low-latency channel, read by an independent parser', () => {
  it('[TV-08] announces blocking reloads, delta updates and a hold-back of at least three part targets', () => {
    const { lowLatencyCompatibility, partTargetDuration = 0, targetDuration } = readLowLatency()
    expect(partTargetDuration).toBeGreaterThanOrEqual(partSec)
    expect(lowLatencyCompatibility).toMatchObject({
      canBlockReload: true,
      canSkipUntil: 6 * targetDuration,
      holdBack: 3 * targetDuration,
    })
    expect(lowLatencyCompatibility?.partHoldBack).toBeGreaterThanOrEqual(3 * partTargetDuration - 1e-6)
  })

  it('lists the parts of its newest segments; together they last as long as the segment', () => {
    const withParts = wholeSegments(readLowLatency()).filter(({ parts }) => parts.length > 0)
    expect(withParts.length).toBeGreaterThan(1)
    for (const { parts, duration } of withParts) {
      expect(parts[0]?.independent).toBe(true)
      expect(parts.reduce((sum, part) => sum + (part.duration ?? 0), 0)).toBeCloseTo(duration, 2)
    }
  })

  it('numbers its parts without a gap, up to the preload hint', () => {
    const parts = readLowLatency().segments.flatMap((segment) => segment.parts)
    const ids = parts.map(({ uri }) => Number(/^v\/p(\d+)\.m4s$/.exec(uri)?.[1]))
    expect(ids).toEqual(ids.map((_, at) => (ids[0] ?? 0) + at))
    expect(parts.map(({ hint }) => hint)).toEqual(parts.map((_, at) => at === parts.length - 1))
  })

  it('has no part longer than the part target', () => {
    const { segments, partTargetDuration = 0 } = readLowLatency()
    const lengths = segments.flatMap(({ parts }) => parts.flatMap(({ duration }) => duration ?? []))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(partTargetDuration)
  })

  it('reports the last segment and part of the audio rendition', () => {
    const [report] = readLowLatency().renditionReports
    const audio = readLowLatencyMedia(tv.lowLatency.playlist('a0', tv.nowMs, false))
    const last = audio.segments.findLast(({ parts }) => parts.some(({ hint }) => !hint))
    expect(report).toMatchObject({ uri: 'a0.m3u8', lastMSN: last?.mediaSequenceNumber })
    expect(report?.lastPart).toBe((last?.parts.filter(({ hint }) => !hint).length ?? 0) - 1)
  })

  it('has delta updates that skip old segments and keep the numbers of the others', () => {
    const [full, delta] = [readLowLatency(), readLowLatency(true)]
    expect(delta.skip).toBeGreaterThan(0)
    expect(delta.segments.length).toBe(full.segments.length - delta.skip)
    expect(delta.segments.map(({ uri }) => uri)).toEqual(
      full.segments.slice(delta.skip).map(({ uri }) => uri),
    )
  })

  it('lists complete segments as the playlist without parts does', () => {
    const plain = readMedia(livePlaylist(tv.archive, tv.numbering, 'v', tv.nowMs))
    const listed = new Map(wholeSegments(readLowLatency()).map((one) => [one.uri, one]))
    expect(plain.segments.length).toBeGreaterThan(10)
    for (const { uri, mediaSequenceNumber, duration, programDateTime, map } of plain.segments)
      expect(listed.get(uri)).toMatchObject({
        mediaSequenceNumber,
        duration,
        programDateTime,
        map: { uri: map.uri },
      })
  })
})

describe('a recorded channel, read by an independent parser', () => {
  it('[TV-08] lists the recorded renditions with their codecs', () => {
    const { variants } = readMultivariant(channelMaster(tv.archive, tv.nowMs - 30_000, tv.nowMs))
    expect(variants).toMatchObject([
      {
        uri: 'v.m3u8',
        codecs: 'avc1.64001F,mp4a.40.2',
        resolution: { width: 640, height: 360 },
        frameRate: 25,
        audio: [{ uri: 'a0.m3u8', language: 'ru', channels: '2' }],
      },
    ])
  })

  it('[GUIDE-05] has archive cells whose durations add up to the time between them', () => {
    const text = archivePlaylist(tv.archive, tv.numbering, 'v', startMs, startMs + 30_000, tv.nowMs)
    const { segments, endlist, playlistType } = readMedia(text)
    expect([endlist, playlistType]).toEqual([true, 'VOD'])
    expect(segments.length).toBeLessThan(8)
    segments.slice(1).forEach(({ programDateTime }, index) => {
      const before = segments[index]
      const endMs = (before?.programDateTime?.getTime() ?? 0) + (before?.duration ?? 0) * 1000
      expect(programDateTime?.getTime()).toBeCloseTo(endMs, -2)
    })
  })
})
