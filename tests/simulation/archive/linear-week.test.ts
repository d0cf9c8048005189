/**
 * A channel made of packaged films, watched for a week by a clock that jumps: its live playlist must always continue
 * the previous one, and its archive must show the same past without a gap.
 */
import { describe, expect, it } from 'vitest'
import { randomFrom, whole } from '#db/demo/painting/random.ts'
import { LinearTimeline } from '#media/linear/linear-timeline.ts'
import type { ScheduledItem } from '#media/linear/placed-segments.ts'
import { archivePlaylist } from '#media/origin/playlists/archive-playlist.ts'
import { livePlaylist } from '#media/origin/playlists/channel-playlists.ts'
import { LiveNumbering } from '#media/origin/playlists/live-numbering.ts'
import type { MediaSegment } from '#media/playlists/hls.ts'
import { parseMediaPlaylist } from '#media/playlists/read-hls.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { makeAsset } from '#tests/kit/builders/asset.ts'

const weekMs = 7 * 86_400_000
const beginMs = Date.UTC(2026, 10, 16)
/** Names in playlists are whole milliseconds, and a very short rest of a segment is left out. */
const seamMs = 45
const renditions = ['v360', 'a-ru'] as const

const assets = new Map(
  [makeAsset('short', 31, 1.04), makeAsset('long', 1800, 0.6), makeAsset('odd', 7, 1.96)].map((asset) => [
    asset.assetId,
    asset,
  ]),
)

interface World {
  nowMs: number
  readonly timeline: LinearTimeline
  readonly items: readonly ScheduledItem[]
}

/** Two weeks of programmes of random lengths, sometimes of a film that does not exist. */
function makeWorld(seed: number): World {
  const random = randomFrom(seed)
  const names = ['short', 'long', 'odd', 'short', 'missing']
  const items: ScheduledItem[] = []
  for (let at = beginMs - weekMs; at < beginMs + weekMs + 86_400_000;) {
    const endMs = at + whole(random, 60, 7200) * 1000
    items.push({ beginMs: at, endMs, assetId: names[whole(random, 0, names.length - 1)] ?? 'short' })
    at = endMs
  }
  const world = { nowMs: beginMs, items }
  const timeline = new LinearTimeline({
    schedule: (fromMs, toMs) => items.filter((item) => item.endMs > fromMs && item.beginMs < toMs),
    describeAsset: (id) => assets.get(id),
    assetDir: (id) => `/nowhere/${id}`,
    archiveMs: weekMs,
    clock: () => world.nowMs,
  })
  return Object.assign(world, { timeline })
}

interface Placed extends MediaSegment {
  readonly sequence: number
  readonly beginMs: number
}

function liveNow({ timeline, nowMs }: World, numbering: LiveNumbering, rendition: string): readonly Placed[] {
  const list = parseMediaPlaylist(livePlaylist(timeline, numbering, rendition, nowMs) ?? '')
  invariant(list !== undefined, 'there is no live playlist')
  return list.segments.map((segment, position) => ({
    ...segment,
    sequence: list.mediaSequence + position,
    beginMs: segment.programDateTimeMs ?? 0,
  }))
}

function expectNoSeam(segments: readonly { beginMs: number; durationSec: number }[]): void {
  segments.slice(1).forEach((segment, index) => {
    const before = segments[index]
    const endMs = (before?.beginMs ?? 0) + (before?.durationSec ?? 0) * 1000
    if (Math.abs(segment.beginMs - endMs) > seamMs) expect({ at: segment.beginMs, endMs }).toBe('one moment')
  })
}

describe('a week of a linear channel', () => {
  it.each([1, 2, 3])('numbers its segments consecutively, without overlap or gap (seed %i)', (seed) => {
    const world = makeWorld(seed)
    const random = randomFrom(seed + 1000)
    const numbering = new LiveNumbering()
    const last = new Map<string, readonly Placed[]>()
    let stored = 0
    while (world.nowMs < beginMs + weekMs) {
      for (const rendition of renditions) {
        const now = liveNow(world, numbering, rendition)
        expectNoSeam(now)
        const before = new Map(last.get(rendition)?.map((segment) => [segment.sequence, segment]))
        const sequenceOf = new Map(last.get(rendition)?.map((segment) => [segment.uri, segment.sequence]))
        for (const segment of now) {
          expect(sequenceOf.get(segment.uri) ?? segment.sequence).toBe(segment.sequence)
          const same = before.get(segment.sequence)
          if (same === undefined) continue
          stored += 1
          expect([segment.beginMs, segment.durationSec, segment.uri]).toEqual([
            same.beginMs,
            same.durationSec,
            same.uri,
          ])
        }
        const highest = Math.max(0, ...before.keys())
        expect(now.at(-1)?.sequence).toBeGreaterThanOrEqual(highest)
        last.set(rendition, now)
      }
      // Mostly the pace of a player; sometimes no client for hours.
      world.nowMs += whole(random, 0, 9) === 0 ? whole(random, 1, 5) * 3_600_000 : whole(random, 300, 9000)
    }
    expect(stored).toBeGreaterThan(1000)
  })

  it.each([4, 5])('has every hour of it in the archive (seed %i)', (seed) => {
    const world = makeWorld(seed)
    const random = randomFrom(seed)
    world.nowMs = beginMs + weekMs / 2
    for (let round = 0; round < 60; round++) {
      const fromMs = world.nowMs - whole(random, 3, 167) * 3_600_000 + whole(random, 0, 3_599_000)
      const toMs = fromMs + whole(random, 1, 120) * 60_000
      // A film that does not exist is a gap, and a finished list does not end with a gap.
      const shown = world.items.filter(
        (item) => item.endMs > fromMs && item.beginMs < toMs && assets.has(item.assetId),
      )
      const shownToMs = Math.min(toMs, shown.at(-1)?.endMs ?? fromMs)
      for (const rendition of renditions) {
        const list = parseMediaPlaylist(
          archivePlaylist(world.timeline, new LiveNumbering(), rendition, fromMs, toMs, world.nowMs) ?? '',
        )
        if (shown.length === 0) {
          expect(list).toBeUndefined()
          continue
        }
        invariant(list !== undefined, 'the archive is empty')
        const segments = list.segments.map((one) => ({ ...one, beginMs: one.programDateTimeMs ?? 0 }))
        expectNoSeam(segments)
        const [first, end] = [segments[0], segments.at(-1)]
        expect(first?.beginMs).toBeLessThanOrEqual(fromMs + seamMs)
        expect((end?.beginMs ?? 0) + (end?.durationSec ?? 0) * 1000).toBeGreaterThanOrEqual(
          shownToMs - seamMs,
        )
        for (const { durationSec } of segments)
          expect(Math.round(durationSec)).toBeLessThanOrEqual(list.targetDurationSec)
      }
    }
  })
})
