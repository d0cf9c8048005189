import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { madeUpInit, madeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'
import { ChannelArchive } from './channel-archive.ts'
import { dayMs } from './index/index-record.ts'
import { joinWindows, RetainedWindows } from './retained-windows.ts'
import { ArchiveReporter } from './retention/archive-report.ts'
import { ensureFreeSpace } from './retention/free-space.ts'

const root = mkdtempSync(join(tmpdir(), 'retained-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const startMs = 20_000 * dayMs
const end = startMs + 4 * hourMs

/** Four hours of segments of a minute, with a depth of a day. */
async function recorded() {
  const dir = join(root, String(folders++))
  const clock = { nowMs: end }
  const options = { dir, archiveMs: dayMs, clock: () => clock.nowMs }
  const archive = new ChannelArchive(options)
  const track = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: ticksPerSecond } as const
  const { number: epoch } = archive.openEpoch({
    beginMs: startMs,
    tracks: [{ ...track, init: madeUpInit('video') }],
  })
  for (let beginMs = startMs; beginMs < end; beginMs += minuteMs)
    await archive
      .rendition('v')
      .append({ beginMs, durationMs: minuteMs, epoch, bytes: madeUpSegment(beginMs, minuteMs) })
  const reader = new ChannelArchive({ ...options, role: 'reads', showsRetained: true })
  return { archive, reader, clock, dir }
}

const files = (dir: string) => readdirSync(join(dir, 'v')).filter((name) => name.endsWith('.m4s'))
const window = { beginMs: startMs + 95 * minuteMs, endMs: startMs + 130 * minuteMs }

describe('[FOLLOW-03] retained windows', () => {
  it('touch exactly what a list of them touches', () => {
    const windows = fc.array(
      fc.tuple(fc.nat(300), fc.nat(40)).map(([beginMs, long]) => ({ beginMs, endMs: beginMs + long })),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(windows, fc.nat(340), fc.integer({ min: 1, max: 30 }), (all, fromMs, long) => {
        const dir = mkdtempSync(join(root, 'touch-'))
        const retained = new RetainedWindows(dir, () => 0)
        retained.replace(all)
        const touched = all.some(
          (one) => one.endMs > one.beginMs && one.endMs > fromMs && one.beginMs < fromMs + long,
        )
        expect(retained.touches(fromMs, fromMs + long)).toBe(touched)
        expect(new RetainedWindows(dir, () => 0).all).toEqual(joinWindows(all))
      }),
      { numRuns: 100 },
    )
  })

  it('stay beyond the depth, open to recordings only, and are deleted once nobody needs them', async () => {
    const { archive, reader, clock, dir } = await recorded()
    archive.retained.replace([window, { beginMs: window.beginMs + minuteMs, endMs: window.endMs }])
    clock.nowMs = end + 30 * dayMs
    expect(archive.forget().files).toBeGreaterThan(0)
    // Ten minutes a file, and one whose last segment may reach into the window.
    expect(files(dir).length).toBeLessThanOrEqual(6)
    const of = (one: ChannelArchive) => one.recordedSpans(startMs, end, 1000)
    expect(of(archive)).toEqual([])
    expect(archive.hasAnything(window.beginMs, window.endMs)).toBe(false)
    expect(await archive.segmentBytes('v', window.beginMs, 1)).toBeUndefined()
    expect(of(reader)).toEqual([window])
    expect(reader.oldestMs(window.beginMs)).toBe(window.beginMs)
    expect(await reader.segmentBytes('v', window.beginMs, 1)).toEqual(madeUpSegment(window.beginMs, minuteMs))
    archive.retained.replace([])
    clock.nowMs += 2000
    archive.forget()
    expect(files(dir)).toEqual([])
    expect(of(reader)).toEqual([])
    await archive.close()
  })

  it('change nothing of the archive within its depth', async () => {
    const { archive } = await recorded()
    const facts = () => [
      archive.oldestMs(),
      archive.oldestMs(startMs),
      archive.recordedSpans(startMs, end, 0),
    ]
    const before = facts()
    archive.retained.replace([{ beginMs: startMs, endMs: startMs + hourMs }])
    expect(facts()).toEqual(before)
    await archive.close()
  })

  it('go last when the disk is full, and are no space for the archive in its forecast', async () => {
    const { archive, clock } = await recorded()
    archive.retained.replace([window])
    clock.nowMs = end + 2 * hourMs
    const disk = { freeBytes: 1e9, totalBytes: 2e9, floorBytes: 1e6 }
    const report = await new ArchiveReporter().report(new Map([['1', archive]]), disk, clock.nowMs)
    const [channel] = report.channels
    expect(channel?.retainedBytes).toBeGreaterThan(0)
    expect(report.bytesAvailable).toBe(1e9 - 1e6 + (channel?.bytes ?? 0) - (channel?.retainedBytes ?? 0))
    const spaceOf = (freeBytes: number) =>
      ensureFreeSpace([archive], { floorBytes: 1e6, nowMs: clock.nowMs, freeBytes: async () => freeBytes })
    const short = await spaceOf(0)
    expect([short.ordinary.files > 0, short.protected.files > 0, short.isEnough]).toEqual([true, true, false])
    await archive.close()
  })

  it('are measured by the leading rendition of their own time', async () => {
    const { archive, reader, clock } = await recorded()
    const track = { rendition: 'w', kind: 'video', codec: 'avc1.64001F', timescale: ticksPerSecond } as const
    const { number: epoch } = archive.openEpoch({
      beginMs: end,
      tracks: [{ ...track, init: madeUpInit('video') }],
    })
    for (let beginMs = end; beginMs < end + hourMs; beginMs += minuteMs)
      await archive
        .rendition('w')
        .append({ beginMs, durationMs: minuteMs, epoch, bytes: madeUpSegment(beginMs, minuteMs) })
    clock.nowMs = end + hourMs
    for (const one of [archive, reader])
      expect(one.recordedSpans(end - hourMs, end + hourMs, 1000)).toEqual([
        { beginMs: end - hourMs, endMs: end + hourMs },
      ])
    await archive.close()
  })

  it('delete nothing when their list cannot be read', async () => {
    const { archive, clock, dir } = await recorded()
    writeFileSync(join(dir, 'retained.json'), '[[1,')
    clock.nowMs = end + 30 * dayMs
    expect(archive.forget().files).toBe(0)
    archive.retained.replace([])
    expect(archive.forget().files).toBeGreaterThan(0)
    await archive.close()
  })
})
