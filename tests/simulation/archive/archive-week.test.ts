/**
 * A week of several channels in some seconds: outages, other sources, recorders killed in the middle of a write, a
 * clock that jumps, depths that change, fragments that are protected and released, a disk that fills. At any moment any
 * window shows exactly what was recorded and not deleted, and every byte of it can be read.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { pick, randomFrom, whole } from '#db/demo/painting/random.ts'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { holeToleranceMs } from '#media/archive/timeline/holes.ts'
import { chunkFileName, chunkOf, dayOf } from '#media/archive/index/index-record.ts'
import type { SegmentRef } from '#media/archive/timeline/timeline.ts'
import { archivePlaylist } from '#media/origin/playlists/archive-playlist.ts'
import { LiveNumbering } from '#media/origin/playlists/live-numbering.ts'
import { madeUpSegment } from '#tests/kit/builders/segments.ts'
import { faultsOf, readStrictly } from '#tests/kit/models/strict-hls.ts'
import {
  ArchiveWorld,
  clear,
  grainMs,
  overlapping,
  renditions,
  type Channel,
  type Recorded,
  type Rendition,
} from './archive-scenario.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const startMs = Date.UTC(2026, 10, 15, 22)
const roots: string[] = []
afterEach(() => roots.splice(0).forEach(clear))

function makeWorld(seed: number): ArchiveWorld {
  const root = mkdtempSync(join(tmpdir(), 'ekran-archive-week-'))
  roots.push(root)
  const world = new ArchiveWorld(root, randomFrom(seed), startMs, 200_000)
  for (const [at, days] of [2, 4].entries()) world.addChannel(`c${at}`, days * dayMs)
  return world
}

/** What may be shown: its file exists, and it is within the depth or protected. */
function shownOf(world: ArchiveWorld, channel: Channel, rendition: Rendition): readonly Recorded[] {
  const files = world.files(channel.id, rendition)
  const fragments = channel.archive.fragments.all
  return channel.written[rendition].filter((one) => {
    if (!files.has(fileOf(one))) return false
    const endMs = one.beginMs + one.durationMs
    if (endMs > world.nowMs - channel.archiveMs) return true
    return fragments.some((stored) => stored.endMs > one.beginMs && stored.beginMs < endMs)
  })
}

function fileOf({ beginMs }: Recorded): string {
  return chunkFileName(dayOf(beginMs), chunkOf(beginMs))
}

function expectWindow(
  shown: readonly SegmentRef[],
  written: readonly Recorded[],
  window: readonly [number, number],
): void {
  const media = shown.filter(({ gap }) => !gap).map(({ beginMs, durationMs }) => ({ beginMs, durationMs }))
  expect(media).toEqual(overlapping(written, ...window))
  let before: SegmentRef | undefined
  for (const one of shown) {
    if (before !== undefined) {
      const seamMs = one.beginMs - (before.beginMs + before.durationMs)
      // A gap is covered to the millisecond; a seam without one is no wider than players skip.
      if (seamMs < 0 || seamMs > (one.gap || before.gap ? 0 : holeToleranceMs))
        expect({ at: one.beginMs, seamMs }).toBe('no hole')
    }
    before = one
  }
}

interface Follow {
  readonly world: ArchiveWorld
  readonly numbering: LiveNumbering
  readonly readers: ReadonlyMap<string, ChannelArchive>
  looked: number
  listed: number
}

async function lookAtAny(follow: Follow): Promise<void> {
  const { world } = follow
  const channel = pick(world.random, world.channels)
  const rendition = pick(world.random, renditions)
  const fromMs = startMs + whole(world.random, 0, Math.max(1, world.nowMs - startMs))
  const toMs = fromMs + whole(world.random, 1, 5 * 60) * minuteMs
  const reader = follow.readers.get(channel.id)
  const timeline = reader !== undefined && whole(world.random, 0, 1) === 0 ? reader : channel.archive
  reader?.setDepth(channel.archiveMs)
  const shownOnes = shownOf(world, channel, rendition)
  const shown = timeline.window(rendition, fromMs, toMs)
  expectWindow(shown, shownOnes, [fromMs, toMs])
  follow.looked += 1
  follow.listed += shown.length
  const any = shown.filter(({ gap }) => !gap)
  expect(timeline.hasAnything(fromMs, toMs) || any.length === 0).toBe(true)
  if (any.length === 0) return
  const { beginMs, durationMs } = pick(world.random, any)
  const owner = channel.owner + (rendition === 'v' ? 0 : 100)
  expect(await timeline.segmentBytes(rendition, beginMs, 1)).toEqual(
    madeUpSegment(beginMs, durationMs, { owner }),
  )
  expectPlaylist(follow, timeline, rendition, [fromMs, toMs])
}

function expectPlaylist(
  { world, numbering }: Follow,
  timeline: ChannelArchive,
  rendition: Rendition,
  [fromMs, toMs]: readonly [number, number],
): void {
  const text = archivePlaylist(timeline, numbering, rendition, fromMs, toMs, world.nowMs)
  if (text === undefined) return
  expect(faultsOf(text)).toEqual([])
  const { segments } = readStrictly(text).playlist
  const shown = timeline.window(rendition, fromMs, toMs)
  expect(segments.filter(({ gap }) => gap).length).toBeLessThanOrEqual(shown.filter(({ gap }) => gap).length)
  // A fragment that loses its beginning starts with a whole cell.
  expect(segments[0]?.dateMs).toBeGreaterThanOrEqual(shown[0]?.beginMs ?? 0)
}

/** Nothing was deleted except for the depth or the disk, and no protected fragment at all. */
function expectStored(world: ArchiveWorld, goneUpTo: ReadonlyMap<string, number>): void {
  for (const channel of world.channels)
    for (const rendition of renditions) {
      const files = world.files(channel.id, rendition)
      const fragments = channel.archive.fragments.all
      for (const one of channel.written[rendition]) {
        const isOld = one.beginMs < (goneUpTo.get(channel.id) ?? 0)
        const isStored = fragments.some(
          (stored) => stored.endMs > one.beginMs && stored.beginMs < one.beginMs + one.durationMs,
        )
        if ((!isOld || isStored) && !files.has(fileOf(one)))
          expect({ channel: channel.id, at: one.beginMs, isStored }).toBe('still there')
      }
    }
}

async function keepHouse(world: ArchiveWorld, goneUpTo: Map<string, number>): Promise<void> {
  await world.keeper.once()
  for (const channel of world.channels) {
    const byDepth = world.nowMs - channel.archiveMs
    // The disk caused deletions up to here; depths and disk only ever delete whole files.
    const bySpace = channel.archive.oldestFileMs()
    const before = goneUpTo.get(channel.id) ?? 0
    goneUpTo.set(channel.id, Math.max(before, byDepth, Number.isFinite(bySpace) ? bySpace : 0))
  }
}

/** The clock is an hour or two ahead for a while; what was recorded meanwhile is ahead too, and is deleted. */
async function jumpAndBack(world: ArchiveWorld): Promise<void> {
  const aheadMs = whole(world.random, 90, 180) * minuteMs
  world.nowMs += aheadMs
  for (const channel of world.channels) channel.nextMs = world.nowMs
  await world.pass(10 * minuteMs)
  await world.keeper.once()
  world.nowMs -= aheadMs
  for (const channel of world.channels) {
    const gone = await channel.archive.forgetFuture()
    let counted = 0
    for (const rendition of renditions) {
      const list = channel.written[rendition]
      const remaining = list.filter(({ beginMs }) => gone === 0 || beginMs < world.nowMs + minuteMs)
      counted += list.length - remaining.length
      list.splice(0, list.length, ...remaining)
    }
    expect(counted).toBe(gone)
    channel.nextMs = world.nowMs
  }
}

/** Other programs fill the disk until the recorders' writes fail, and free space again. */
async function fillDisk(world: ArchiveWorld): Promise<void> {
  for (const channel of world.channels) channel.silentUntilMs = channel.nextMs = 0
  const roomy = world.diskBytes
  world.diskBytes = roomy - world.freeBytes() + whole(world.random, 0, 2000)
  const refused = await world.pass(whole(world.random, 10, 30) * minuteMs)
  expect(refused).toBeGreaterThan(0)
  world.diskBytes = roomy
  expect(await world.pass(5 * minuteMs)).toBe(0)
}

async function protectAny(world: ArchiveWorld): Promise<void> {
  const channel = pick(world.random, world.channels)
  const some = pick(world.random, shownOf(world, channel, 'v').slice(-2000))
  const endMs = some.beginMs + whole(world.random, 1, 40) * minuteMs
  expect(channel.archive.fragments.add({ beginMs: some.beginMs, endMs, name: 'kept' }).kind).toBe('protected')
}

async function anything(world: ArchiveWorld, goneUpTo: Map<string, number>): Promise<void> {
  const { random, channels } = world
  const channel = pick(random, channels)
  const luck = whole(random, 0, 39)
  if (luck <= 2) channel.silentUntilMs = world.nowMs + whole(random, 1, 120) * minuteMs
  else if (luck === 3) channel.variant += 1
  else if (luck <= 7) await world.kill(channel)
  else if (luck === 8) world.setDepth(channel, whole(random, 1, 5) * dayMs)
  else if (luck === 9) await protectAny(world)
  else if (luck === 10) {
    const [first] = channel.archive.fragments.all
    if (first !== undefined) channel.archive.fragments.remove(first.beginMs, first.endMs)
    // Without its protection it may be deleted at once.
    if (first !== undefined) goneUpTo.set(channel.id, Math.max(goneUpTo.get(channel.id) ?? 0, first.endMs))
  } else if (luck === 11) await jumpAndBack(world)
  else if (luck === 12) await fillDisk(world)
}

describe('a week of the archive', () => {
  it.each([1])(
    'shows exactly what was recorded, through every fault (seed %i)',
    { timeout: 300_000 },
    async (seed) => {
      const world = makeWorld(seed)
      const clock = (): number => world.nowMs
      const readers = new Map(
        world.channels.map(({ id, archiveMs }) => [
          id,
          new ChannelArchive({
            dir: join(world.root, id),
            archiveMs,
            clock,
            role: 'reads',
            cache: world.cache,
          }),
        ]),
      )
      const follow: Follow = { world, numbering: new LiveNumbering(), readers, looked: 0, listed: 0 }
      const goneUpTo = new Map<string, number>()
      while (world.nowMs < startMs + 7 * dayMs) {
        await world.pass(whole(world.random, 10, 75) * minuteMs)
        await anything(world, goneUpTo)
        // From the fifth day on there is less space than the depths require.
        if (world.nowMs > startMs + 5 * dayMs && world.diskBytes > 1e11)
          world.diskBytes = world.diskBytes - world.freeBytes() + world.floorBytes
        await keepHouse(world, goneUpTo)
        expect(world.freeBytes()).toBeGreaterThanOrEqual(world.floorBytes)
        for (let look = 0; look < 3; look++) await lookAtAny(follow)
        if (whole(world.random, 0, 9) === 0) expectStored(world, goneUpTo)
      }
      expectStored(world, goneUpTo)
      expect(follow.looked).toBeGreaterThan(500)
      expect(follow.listed).toBeGreaterThan(10_000)
      expect(world.said).toContain('archive.expired_deleted')
      expect(world.said).toContain('archive.shortened_for_space')
      // No old file is left: only the depth, the length of a file, and what is protected.
      for (const channel of world.channels) {
        expect(channel.archive.oldestFileMs()).toBeGreaterThan(
          world.nowMs - channel.archiveMs - grainMs - hourMs,
        )
        await channel.archive.close()
      }
    },
  )
})
