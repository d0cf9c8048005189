import { describe, expect, it } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { LinearTimeline } from '#media/linear/linear-timeline.ts'
import type { ScheduledItem } from '#media/linear/placed-segments.ts'
import { makeAsset } from '#tests/kit/builders/asset.ts'
import { madeUpInit, madeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'
import { readMedia, readMultivariant } from '#tests/kit/media/independent-hls.ts'
import { archivePlaylist } from './archive-playlist.ts'
import { channelMaster, liveMaster, livePlaylist } from './channel-playlists.ts'
import { LiveNumbering } from './live-numbering.ts'

const startMs = Date.UTC(2026, 10, 16, 9)
const minuteMs = 60_000
const assets = new Map(
  [makeAsset('one', 40, 0.48), makeAsset('two', 25, 1.2)].map((one) => [one.assetId, one]),
)

/** A channel with two alternating films of a minute, at minute eleven; `withGap` removes the third minute's film. */
function buildChannel({ withGap = false } = {}) {
  const channel = { nowMs: startMs + 10.5 * minuteMs }
  const items: ScheduledItem[] = Array.from({ length: 20 }, (_, at) => ({
    assetId: withGap && at === 2 ? 'missing' : at % 2 === 0 ? 'one' : 'two',
    beginMs: startMs + at * minuteMs,
    endMs: startMs + (at + 1) * minuteMs,
  }))
  const timeline = new LinearTimeline({
    schedule: (fromMs, toMs) => items.filter((item) => item.endMs > fromMs && item.beginMs < toMs),
    describeAsset: (id) => assets.get(id),
    assetDir: (id) => `/nowhere/${id}`,
    archiveMs: 7 * 86_400_000,
    clock: () => channel.nowMs,
  })
  return Object.assign(channel, { timeline, numbering: new LiveNumbering() })
}

function readLive({ timeline, numbering, nowMs }: ReturnType<typeof buildChannel>, rendition: string) {
  return readMedia(livePlaylist(timeline, numbering, rendition, nowMs))
}

describe('the multivariant playlist of a linear channel, read by an independent parser', () => {
  it('[TV-08] lists the video with its size, frame rate and codecs, and the audio by language', () => {
    const { timeline, nowMs } = buildChannel()
    const { variants } = readMultivariant(channelMaster(timeline, nowMs - minuteMs, nowMs))
    expect(variants).toMatchObject([
      {
        uri: 'v360.m3u8',
        codecs: 'avc1.64001E,mp4a.40.2',
        resolution: { width: 640, height: 360 },
        frameRate: 25,
        audio: [{ language: 'ru', isDefault: true, channels: '2' }],
      },
    ])
    const [variant] = variants
    const [video] = timeline.renditions(nowMs - minuteMs, nowMs).filter(({ kind }) => kind === 'video')
    expect(variant?.bandwidth).toBeGreaterThan(video?.peakBitsPerSecond ?? 0)
    expect(variant?.averageBandwidth).toBeLessThanOrEqual(variant?.bandwidth ?? 0)
  })
})

describe('the live playlist of a linear channel, read by an independent parser', () => {
  it('[TV-08] lists the segments of the timeline with address, time, duration and init segment', () => {
    const channel = buildChannel()
    const { timeline, nowMs } = channel
    const playlist = readLive(channel, 'v360')
    expect(playlist).toMatchObject({ endlist: false, independentSegments: true })
    expect(playlist.playlistType).toBeUndefined()
    expect(playlist.segments.length).toBeGreaterThan(20)
    const meant = new Map(
      timeline.window('v360', nowMs - 2 * minuteMs, nowMs + minuteMs).map((one) => [one.beginMs, one]),
    )
    for (const { uri, programDateTime, duration, map } of playlist.segments) {
      const one = meant.get(programDateTime?.getTime() ?? 0)
      expect(uri).toBe(`v360/${one?.beginMs}-1.m4s`)
      expect(duration).toBeCloseTo((one?.durationMs ?? 0) / 1000, 6)
      expect(map.uri).toBe(`v360/init-${one?.initKey}.mp4`)
    }
  })

  it('has a discontinuity where another film begins, and counts those that left the window', () => {
    const channel = buildChannel()
    const first = readLive(channel, 'v360')
    channel.nowMs += 90_000
    const later = readLive(channel, 'v360')
    const borders = first.segments.filter(({ discontinuity }) => discontinuity === true)
    expect(borders.map(({ programDateTime }) => (programDateTime?.getTime() ?? 0) % minuteMs)).toEqual([0])
    expect(later.discontinuitySequenceBase ?? 0).toBeGreaterThan(first.discontinuitySequenceBase ?? 0)
  })

  it('gives a segment the same number for as long as it is listed', () => {
    const channel = buildChannel()
    const numbers = () =>
      new Map(readLive(channel, 'v360').segments.map((one) => [one.uri, one.mediaSequenceNumber]))
    const before = numbers()
    channel.nowMs += 20_000
    const shared = [...numbers()].filter(([uri]) => before.has(uri))
    expect(shared.length).toBeGreaterThan(10)
    for (const [uri, number] of shared) expect(number).toBe(before.get(uri))
  })

  it('has the same times for video and audio', () => {
    const channel = buildChannel()
    const edgeOf = (rendition: string) =>
      readLive(channel, rendition).segments.at(-1)?.programDateTime?.getTime() ?? 0
    expect(Math.abs(edgeOf('v360') - edgeOf('a-ru'))).toBeLessThan(2500)
  })
})

describe('the archive of a linear channel, read by an independent parser', () => {
  const programmeMs = startMs + minuteMs

  it('[GUIDE-05] is a complete playlist for a finished programme, and starts with the programme', () => {
    const { timeline, numbering, nowMs } = buildChannel()
    const text = archivePlaylist(timeline, numbering, 'v360', programmeMs, programmeMs + minuteMs, nowMs)
    const playlist = readMedia(text)
    expect(playlist).toMatchObject({
      endlist: true,
      playlistType: 'VOD',
      start: { offset: 0, precise: true },
    })
    expect(playlist.segments[0]?.programDateTime?.getTime()).toBe(programmeMs)
    const sec = playlist.segments.reduce((sum, { duration }) => sum + duration, 0)
    expect(sec).toBeCloseTo(60, 0)
  })

  it('[GUIDE-05] grows and has no end while the programme is on air', () => {
    const { timeline, numbering, nowMs } = buildChannel()
    const playlist = readMedia(
      archivePlaylist(timeline, numbering, 'v360', nowMs - minuteMs, undefined, nowMs),
    )
    expect(playlist).toMatchObject({ endlist: false, playlistType: 'EVENT' })
  })

  it('[GUIDE-05] starts at the programme when the window begins before it', () => {
    const { timeline, numbering, nowMs } = buildChannel()
    const text = archivePlaylist(
      timeline,
      numbering,
      'v360',
      programmeMs,
      programmeMs + minuteMs,
      nowMs,
      programmeMs + 12_500,
    )
    expect(readMedia(text).start).toEqual({ offset: 12.5, precise: true })
  })

  it('[GUIDE-06] has a gap with its wall-clock time where nothing was shown', () => {
    const { timeline, numbering, nowMs } = buildChannel({ withGap: true })
    const text = archivePlaylist(timeline, numbering, 'v360', programmeMs, programmeMs + 3 * minuteMs, nowMs)
    const gaps = readMedia(text).segments.filter(({ gap }) => gap === true)
    expect(gaps[0]?.programDateTime?.getTime()).toBe(startMs + 2 * minuteMs)
    expect(gaps.reduce((sum, { duration }) => sum + duration, 0)).toBeCloseTo(60, 0)
  })
})

/** A channel that was television for a minute and is radio for ten seconds. */
async function becomeRadio(archive: ChannelArchive): Promise<void> {
  const timescale = ticksPerSecond
  const [videoInit, audioInit] = [madeUpInit('video'), madeUpInit('audio')]
  const video = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale, init: videoInit } as const
  const audio = { rendition: 'a', kind: 'audio', codec: 'mp4a.40.2', timescale, init: audioInit } as const
  const record = async (rendition: string, epoch: number, fromMs: number, toMs: number) => {
    for (let beginMs = fromMs; beginMs < toMs; beginMs += 2000)
      await archive
        .rendition(rendition)
        .append({ beginMs, durationMs: 2000, epoch, bytes: madeUpSegment(beginMs, 2000) })
  }
  const changedMs = startMs + minuteMs
  const television = archive.openEpoch({ beginMs: startMs, tracks: [video, audio] })
  await record('v', television.number, startMs, changedMs)
  await record('a', television.number, startMs, changedMs)
  const radio = archive.openEpoch({ beginMs: changedMs, tracks: [audio] })
  await record('a', radio.number, changedMs, changedMs + 10_000)
}

describe('the multivariant playlist of a channel that became radio', () => {
  it('[CHAN-02] offers live what is recorded now, and from the archive also the picture', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'becomes-radio-'))
    const nowMs = startMs + minuteMs + 10_000
    const archive = new ChannelArchive({ dir, archiveMs: 86_400_000, clock: () => nowMs })
    try {
      await becomeRadio(archive)
      const live = readMultivariant(liveMaster(archive, nowMs - minuteMs, nowMs))
      expect(live.variants.map(({ uri, codecs }) => [uri, codecs])).toEqual([['a.m3u8', 'mp4a.40.2']])
      const past = readMultivariant(channelMaster(archive, startMs, nowMs))
      expect(past.variants.map(({ uri }) => uri)).toEqual(['v.m3u8'])
    } finally {
      await archive.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
