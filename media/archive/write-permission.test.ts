/** A process that was frozen while it wrote, and another one that records its channel by now. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { madeUpSegment } from '#tests/kit/builders/segments.ts'
import { dayMs } from './index/index-record.ts'
import { RenditionArchive } from './rendition-archive.ts'
import { WriteRefused } from './write-permission.ts'

const root = mkdtempSync(join(tmpdir(), 'permission-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const beginMs = 20_000 * dayMs
const clock = () => beginMs + 60_000
const segment = (place: number) => {
  const at = beginMs + place * 2000
  return { beginMs: at, durationMs: 2000, epoch: 1, bytes: madeUpSegment(at, 2000) }
}

async function segmentsOf(dir: string): Promise<readonly number[]> {
  const reader = new RenditionArchive(dir, { clock, role: 'reads' })
  const places: number[] = []
  for (const record of reader.window(beginMs, beginMs + 60_000)) {
    expect((await reader.read(record))?.equals(madeUpSegment(record.beginMs, 2000))).toBe(true)
    places.push((record.beginMs - beginMs) / 2000)
  }
  return places
}

describe('[NODE-01] a process that lost a channel', () => {
  it('writes, deletes and repairs nothing of it', async () => {
    const dir = join(root, 'lost')
    let isLeased = true
    const archive = new RenditionArchive(dir, { clock, mayWrite: () => isLeased })
    await archive.append(segment(0))
    isLeased = false
    await expect(archive.append(segment(1))).rejects.toThrow(WriteRefused)
    await expect(archive.forgetAfter(0)).rejects.toThrow(WriteRefused)
    expect(() => archive.forgetBefore(beginMs * 2)).toThrow(WriteRefused)
    expect(await segmentsOf(dir)).toEqual([0])
    await archive.close()
  })

  it('spoils nothing that another one records, although it froze in the middle of a segment', async () => {
    const dir = join(root, 'frozen')
    let isLeased = true
    let freeze: (() => Promise<void>) | undefined
    const frozen = new RenditionArchive(dir, {
      ...{ clock, mayWrite: () => isLeased },
      write: async (file, bytes) => {
        // Before its bytes are written, as when the kernel is late.
        await freeze?.()
        await file.appendFile(bytes)
      },
    })
    await frozen.append(segment(0))
    const asleep = Promise.withResolvers<undefined>()
    const sleeping = Promise.withResolvers<undefined>()
    freeze = async () => {
      sleeping.resolve(undefined)
      await asleep.promise
    }
    const late = frozen.append(segment(1))
    await sleeping.promise
    isLeased = false
    const other = new RenditionArchive(dir, { clock, mayWrite: () => true })
    await other.append(segment(2))
    asleep.resolve(undefined)
    await expect(late).rejects.toThrow(WriteRefused)
    await other.append(segment(3))
    await other.append(segment(4))
    expect(await segmentsOf(dir)).toEqual([0, 2, 3, 4])
    await Promise.all([frozen.close(), other.close()])
  })
})
