import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from './channel-archive.ts'
import { decodeRecord, encodeRecord } from './index/index-record.ts'
import { RenditionArchive } from './rendition-archive.ts'
import type { SegmentRef } from './timeline/timeline.ts'

const root = mkdtempSync(join(tmpdir(), 'archive-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0

function fresh(): string {
  return join(root, String(folders++))
}

const dayMs = 86_400_000
// Near a day boundary, so that recordings cross it.
const start = 20_000 * dayMs + dayMs - 90_000

interface Model {
  beginMs: number
  durationMs: number
  bytes: Buffer
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('append' as const),
    durationMs: fc.integer({ min: 200, max: 12_000 }),
    holeMs: fc.constantFrom(0, 0, 0, 100, 5000, 700_000),
    size: fc.integer({ min: 1, max: 400 }),
  }),
  fc.record({
    kind: fc.constant('crash' as const),
    tornIndex: fc.integer({ min: 0, max: 23 }),
    tornData: fc.integer({ min: 0, max: 300 }),
    lostData: fc.integer({ min: 0, max: 500 }),
  }),
  fc.record({
    kind: fc.constant('look' as const),
    fromShare: fc.double({ min: 0, max: 1, noNaN: true }),
    lengthMs: fc.integer({ min: 1, max: 900_000 }),
  }),
)

/** What a crash does: the newest files lose their end or get half a write. */
function damage(
  dir: string,
  how: { tornIndex: number; tornData: number; lostData: number },
  model: Model[],
): void {
  const names = readdirSync(dir)
  const newest = (end: string): string | undefined =>
    names
      .filter((name) => name.endsWith(end))
      .toSorted()
      .at(-1)
  const [index, data] = [newest('.idx'), newest('.m4s')]
  if (data !== undefined && how.lostData > 0) {
    const path = join(dir, data)
    const size = statSync(path).size
    const left = Math.max(0, size - how.lostData)
    truncateSync(path, left)
    // Segments of the newest chunk whose bytes are missing are lost, and everything after them too.
    let offset = size
    while (offset > left) {
      const last = model.pop()
      if (last === undefined) break
      offset -= last.bytes.length
    }
  } else if (data !== undefined && how.tornData > 0)
    appendFileSync(join(dir, data), Buffer.alloc(how.tornData, 7))
  if (index !== undefined && how.tornIndex > 0)
    appendFileSync(join(dir, index), Buffer.alloc(how.tornIndex, 9))
}

describe('archive of one rendition', () => {
  it('returns the same segments for every window as a list in memory, also after crashes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const dir = fresh()
        let at = start
        let archive = new RenditionArchive(dir, { clock: () => at })
        const model: Model[] = []
        for (const one of steps) {
          if (one.kind === 'append') {
            at += one.holeMs
            const bytes = Buffer.alloc(one.size, model.length + 1)
            await archive.append({ beginMs: at, durationMs: one.durationMs, epoch: 1, bytes })
            model.push({ beginMs: at, durationMs: one.durationMs, bytes })
            at += one.durationMs
          } else if (one.kind === 'crash') {
            await archive.close()
            damage(dir, one, model)
            archive = new RenditionArchive(dir, { clock: () => at })
            expect(archive.endMs).toBe(
              model.length === 0 ? undefined : (model.at(-1)?.beginMs ?? 0) + (model.at(-1)?.durationMs ?? 0),
            )
          } else {
            const fromMs = Math.floor(start + one.fromShare * (at - start))
            const toMs = fromMs + one.lengthMs
            const expected = model.filter(
              (seg) => seg.beginMs + seg.durationMs > fromMs && seg.beginMs < toMs,
            )
            const matches = [...archive.window(fromMs, toMs)]
            expect(matches.map((seg) => [seg.beginMs, seg.durationMs])).toEqual(
              expected.map((seg) => [seg.beginMs, seg.durationMs]),
            )
            for (const [position, record] of matches.entries())
              expect(await archive.read(record)).toEqual(expected[position]?.bytes)
          }
        }
        await archive.close()
      }),
      { numRuns: 60 },
    )
  })

  it('stores every field of a record', () => {
    const record = fc.record({
      beginMs: fc.integer({ min: 0, max: 2 ** 47 }),
      extra: fc.integer({ min: 0, max: 0xffff }),
      durationMs: fc.integer({ min: 0, max: 0xffff }),
      offset: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      size: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      file: fc.integer({ min: 0, max: 0xffff }),
      epoch: fc.integer({ min: 0, max: 2 ** 24 - 1 }),
      flags: fc.integer({ min: 0, max: 255 }),
    })
    fc.assert(
      fc.property(record, (one) => {
        expect(decodeRecord(encodeRecord(one))).toEqual(one)
      }),
    )
  })

  it('deletes whole chunks and never lists deleted segments', async () => {
    const dir = fresh()
    const firstMs = 20_000 * dayMs
    const archive = new RenditionArchive(dir, { clock: () => firstMs })
    for (let minute = 0; minute < 60; minute++)
      await archive.append({
        // Not aligned with the chunk boundaries, so that segments cross them.
        beginMs: firstMs + minute * 60_000 + 30_000,
        durationMs: 60_000,
        epoch: 1,
        bytes: Buffer.alloc(10),
      })
    expect(archive.forgetBefore(firstMs + 25 * 60_000).files).toBe(2)
    const left = archive.window(firstMs, firstMs + dayMs)
    // A record that begins in a deleted chunk has no bytes: it must not be in the list.
    for (const record of left) expect(await archive.read(record)).toBeDefined()
    expect(left.length).toBe(40)
    await archive.close()
  })
})

describe('archive of a channel', () => {
  const open = (dir: string, nowMs: () => number): ChannelArchive =>
    new ChannelArchive({ dir, archiveMs: dayMs, clock: nowMs })
  const init = (text: string): Buffer => Buffer.from(text)
  const track = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: 90_000 } as const

  it('covers holes without a discontinuity, in the same way in every window', async () => {
    const hole = fc.record({
      holeMs: fc.integer({ min: 300, max: 60_000 }),
      fromMs: fc.integer({ min: 0, max: 70_000 }),
      lengthMs: fc.integer({ min: 1, max: 40_000 }),
    })
    await fc.assert(
      fc.asyncProperty(hole, async ({ holeMs, fromMs, lengthMs }) => {
        const firstMs = 20_000 * dayMs
        const archive = open(fresh(), () => firstMs + 200_000)
        const epoch = archive.openEpoch({ beginMs: firstMs, tracks: [{ ...track, init: init('x') }] }).number
        const bytes = Buffer.alloc(10)
        await archive.rendition('v').append({ beginMs: firstMs, durationMs: 2000, epoch, bytes })
        await archive
          .rendition('v')
          .append({ beginMs: firstMs + 2000 + holeMs, durationMs: 2000, epoch, bytes })
        const all = archive.window('v', firstMs, firstMs + 200_000)
        for (const [position, one] of all.entries()) {
          const next = all[position + 1]
          if (next !== undefined) expect(one.beginMs + one.durationMs).toBe(next.beginMs)
          expect(one.durationMs).toBeLessThan(2500)
        }
        const part = archive.window('v', firstMs + fromMs, firstMs + fromMs + lengthMs)
        const expected = all.filter(
          (one) =>
            one.beginMs + one.durationMs > firstMs + fromMs && one.beginMs < firstMs + fromMs + lengthMs,
        )
        // A window that ends inside the hole cannot include the end of the hole yet.
        if (fromMs + lengthMs > 2000 + holeMs) expect(part).toEqual(expected)
        await archive.close()
      }),
      { numRuns: 60 },
    )
  })

  it('[GUIDE-04] substitutes the first audio track where the selected one was not recorded', async () => {
    const firstMs = 20_000 * dayMs
    const archive = open(fresh(), () => firstMs + 200_000)
    const audio = (rendition: string) =>
      ({ rendition, kind: 'audio', codec: 'mp4a.40.2', timescale: 90_000 }) as const
    const both = [audio('a0'), audio('a1')]
    const stretches = [both, both.slice(0, 1), both].map((tracks, at) => ({
      tracks,
      fromMs: firstMs + at * 40_000,
    }))
    for (const [at, { tracks, fromMs }] of stretches.entries()) {
      const inits = [track, ...tracks].map((one) => ({ ...one, init: init(`${one.rendition} ${at}`) }))
      const epoch = archive.openEpoch({ beginMs: fromMs, tracks: inits }).number
      for (let beginMs = fromMs; beginMs < fromMs + 40_000; beginMs += 2000)
        for (const { rendition } of inits) {
          const bytes = Buffer.from(`${rendition} at ${beginMs - firstMs}`)
          await archive.rendition(rendition).append({ beginMs, durationMs: 2000, epoch, bytes })
        }
    }
    const times = (list: readonly SegmentRef[]) =>
      list.map(({ beginMs, durationMs, periodMs, gap }) => [beginMs, durationMs, periodMs, gap])
    for (const [fromMs, toMs] of [
      [firstMs, firstMs + 120_000],
      [firstMs + 50_000, firstMs + 70_000],
      [firstMs + 35_000, firstMs + 45_000],
    ] as const)
      expect(times(archive.window('a1', fromMs, toMs))).toEqual(times(archive.window('v', fromMs, toMs)))
    const heard = async (atMs: number, count: number) =>
      (await archive.segmentBytes('a1', firstMs + atMs, count))?.toString()
    expect([await heard(38_000, 1), await heard(44_000, 1), await heard(80_000, 1)]).toEqual([
      'a1 at 38000',
      'a0 at 44000',
      'a1 at 80000',
    ])
    expect(await heard(48_000, 3)).toBe('a0 at 48000a0 at 50000a0 at 52000')
    expect(await heard(44_500, 1)).toBeUndefined()
    const keys = [...new Set(archive.window('a1', firstMs, firstMs + 120_000).map((one) => one.initKey))]
    const inits = await Promise.all(keys.map((key) => archive.initBytes('a1', key)))
    expect(inits.map(String)).toEqual(['a1 0', 'a0 1', 'a1 2'])
    expect(await archive.initBytes('a2', 'e1')).toBeUndefined()
    await archive.close()
  })

  it('[MATCH-04] says what was recorded, without holes that are too short to count', async () => {
    const firstMs = 20_000 * dayMs
    const archive = open(fresh(), () => firstMs + 200_000)
    const epoch = archive.openEpoch({ beginMs: firstMs, tracks: [{ ...track, init: init('x') }] }).number
    for (const beginMs of [0, 2000, 9000, 11_000, 40_000].map((ms) => firstMs + ms))
      await archive.rendition('v').append({ beginMs, durationMs: 2000, epoch, bytes: Buffer.alloc(10) })
    const spans = (fromMs: number, toMs: number, toleranceMs: number) =>
      archive
        .recordedSpans(firstMs + fromMs, firstMs + toMs, toleranceMs)
        .map(({ beginMs, endMs }) => [beginMs - firstMs, endMs - firstMs])
    expect(spans(0, 200_000, 10_000)).toEqual([
      [0, 13_000],
      [40_000, 42_000],
    ])
    expect(spans(0, 30_000, 1000)).toEqual([
      [0, 4000],
      [9000, 13_000],
    ])
    expect(spans(50_000, 200_000, 1000)).toEqual([])
    await archive.close()
  })

  it('continues an epoch when the source returns with the same codecs, also after a restart', async () => {
    const dir = fresh()
    const now = 20_000 * dayMs
    const first = open(dir, () => now)
    expect(first.openEpoch({ beginMs: now, tracks: [{ ...track, init: init('one') }] }).number).toBe(1)
    expect(first.openEpoch({ beginMs: now + 9, tracks: [{ ...track, init: init('one') }] }).number).toBe(1)
    await first.close()
    const again = open(dir, () => now)
    expect(again.openEpoch({ beginMs: now + 10, tracks: [{ ...track, init: init('one') }] }).number).toBe(1)
    expect(again.openEpoch({ beginMs: now + 20, tracks: [{ ...track, init: init('two') }] }).number).toBe(2)
    expect((await again.initBytes('v', 'e2'))?.toString()).toBe('two')
    expect(await again.initBytes('v', 'e3')).toBeUndefined()
    expect(await again.initBytes('../v', 'e2')).toBeUndefined()
    await again.close()
  })

  it('can be read by another process during recording; the reader repairs nothing', async () => {
    const dir = fresh()
    let now = 20_000 * dayMs
    const reader = new ChannelArchive({ dir, archiveMs: dayMs, clock: () => now, role: 'reads' })
    expect([reader.liveEdgeMs(), reader.window('v', now, now + dayMs)]).toEqual([undefined, []])
    const writer = open(dir, () => now)
    const epoch = writer.openEpoch({ beginMs: now, tracks: [{ ...track, init: init('x') }] }).number
    const lay = (beginMs: number): Promise<void> =>
      writer.rendition('v').append({ beginMs, durationMs: 2000, epoch, bytes: Buffer.alloc(10, 5) })
    await lay(now)
    // A half-finished write, as another process sees it; a repair after a crash would cut it off.
    const names = readdirSync(join(dir, 'v')).filter((name) => /(idx|m4s)$/.test(name))
    for (const name of names) appendFileSync(join(dir, 'v', name), Buffer.alloc(7, 9))
    const sizes = names.map((name) => statSync(join(dir, 'v', name)).size)
    now += 5000
    expect(reader.liveEdgeMs()).toBe(now - 3000)
    expect(await reader.segmentBytes('v', now - 5000, 1)).toEqual(Buffer.alloc(10, 5))
    expect(names.map((name) => statSync(join(dir, 'v', name)).size)).toEqual(sizes)
    await writer.close()
    const again = open(dir, () => now)
    await again.rendition('v').append({ beginMs: now, durationMs: 2000, epoch, bytes: Buffer.alloc(10, 6) })
    now += 5000
    expect(reader.window('v', now - dayMs, now)).toEqual(again.window('v', now - dayMs, now))
    expect(reader.liveEdgeMs()).toBe(now - 3000)
    await Promise.all([again.close(), reader.close()])
  })
})
