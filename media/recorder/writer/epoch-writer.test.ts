import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { readInit } from '#media/containers/init-segment.ts'
import { madeUpInit, madeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'
import { EpochWriter } from './epoch-writer.ts'

const dir = mkdtempSync(join(tmpdir(), 'epoch-writer-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const startMs = 1_800_000_000_000
const partMs = 2000
const partBytes = 1024 * 1024

it('ends the run when the disk hangs, instead of buffering without limit', async () => {
  let nowMs = startMs
  const clock = (): number => nowMs
  const { promise: disk, resolve: goOn } = Promise.withResolvers<void>()
  const archive = new ChannelArchive({
    ...{ dir, archiveMs: 86_400_000, clock },
    write: async (file, bytes) => {
      await disk
      await file.appendFile(bytes)
    },
  })
  const ends: string[] = []
  const writer = new EpochWriter({
    ...{ archive, clock, onSegment: () => undefined, onTrouble: () => undefined },
    onEnd: (words) => ends.push(words),
  })
  const init = madeUpInit('video')
  writer.setTracks([{ rendition: 'v' }])
  writer.setInit(0, { bytes: init, description: readInit(init) })
  for (let part = 0; part < 60; part++) {
    nowMs += partMs
    writer.add(0, {
      bytes: madeUpSegment(part * partMs, partMs, { payloadBytes: partBytes }),
      decodeTicks: (part * partMs * ticksPerSecond) / 1000,
      durationTicks: (partMs * ticksPerSecond) / 1000,
      startsWithSync: true,
      frameTicks: 40,
    })
  }
  expect(ends[0]).toContain('the disk does not keep up')
  expect(writer.segments).toBeLessThanOrEqual(24)
  expect(writer.segments).toBeGreaterThan(10)
  goOn()
  await writer.written()
  expect(archive.window('v', startMs - 3_600_000, nowMs + 3_600_000)).toHaveLength(writer.segments)
  await archive.close()
})
