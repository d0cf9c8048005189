import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { madeUpInit, madeUpSegment, readMadeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'
import { ChannelArchive } from './channel-archive.ts'
import { checkSumOf, dayMs, recordBytes } from './index/index-record.ts'
import { RenditionArchive } from './rendition-archive.ts'

const root = mkdtempSync(join(tmpdir(), 'recover-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0

function fresh(): string {
  return join(root, String(folders++))
}

/** Crosses a chunk boundary soon, and a day boundary. */
const start = 20_000 * dayMs + dayMs - 40_000
const lastsMs = 4000

interface Laid {
  readonly beginMs: number
  readonly bytes: Buffer
}

async function lay(
  archive: RenditionArchive,
  fromMs: number,
  count: number,
  sizes: readonly number[],
): Promise<Laid[]> {
  const out: Laid[] = []
  for (let position = 0; position < count; position++) {
    const beginMs = fromMs + position * lastsMs
    const payloadBytes = sizes[position % sizes.length] ?? 64
    const bytes = madeUpSegment(beginMs, lastsMs, { payloadBytes })
    await archive.append({ beginMs, durationMs: lastsMs, epoch: 1, bytes })
    out.push({ beginMs, bytes })
  }
  return out
}

function newest(dir: string, end: string): string {
  return join(
    dir,
    readdirSync(dir)
      .filter((name) => name.endsWith(end))
      .toSorted()
      .at(-1) ?? '',
  )
}

/** Overwrites the end of a file from `at` on without changing its length: the effect of a lost page cache. */
function overwriteFrom(path: string, at: number, value: number): void {
  const file = openSync(path, 'r+')
  const length = statSync(path).size - at
  if (length > 0) writeSync(file, Buffer.alloc(length, value), 0, length, at)
  closeSync(file)
}

/** Wrong bytes (not unwritten ones) with the same checksum by chance. */
function isSumOfAnother(bytes: Buffer, expected: Buffer | undefined): boolean {
  return (
    expected !== undefined &&
    !bytes.equals(expected) &&
    bytes.subarray(0, 8).some((byte) => byte !== 0) &&
    checkSumOf(bytes) === checkSumOf(expected)
  )
}

const damages = fc.record({
  count: fc.integer({ min: 1, max: 30 }),
  sizes: fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 5 }),
  what: fc.constantFrom('cut data', 'zero data', 'garble data', 'cut index', 'zero index', 'garble index'),
  /** Where the damage begins, as a fraction of the newest file. */
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  rubbish: fc.integer({ min: 0, max: 100 }),
})

describe('after a crash', () => {
  it('every listed segment decodes, and nothing written before the damage is lost', async () => {
    await fc.assert(
      fc.asyncProperty(damages, async ({ count, sizes, what, share, rubbish }) => {
        const dir = fresh()
        const clock = (): number => start + count * lastsMs
        const before = new RenditionArchive(dir, { clock })
        const laid = await lay(before, start, count, sizes)
        await before.close()
        const path = newest(dir, what.endsWith('index') ? '.idx' : '.m4s')
        const size = statSync(path).size
        const at = Math.floor(share * size)
        // The newest file has the last recorded segments; these are completely before the damage.
        const intact = what.endsWith('index')
          ? laid.length - size / recordBytes + Math.floor(at / recordBytes)
          : wholeBefore(laid, size, at)
        if (what.startsWith('cut')) truncateSync(path, at)
        else overwriteFrom(path, at, what.startsWith('zero') ? 0 : 0xa5)
        if (rubbish > 0 && what.startsWith('cut'))
          writeFileSync(path, Buffer.alloc(rubbish, 0x5a), { flag: 'a' })

        const after = new RenditionArchive(dir, { clock })
        const matches = [...after.window(start, start + dayMs)]
        expect(matches.length).toBeGreaterThanOrEqual(intact)
        for (const record of matches) {
          const bytes = await after.read(record)
          const own = laid.find(({ beginMs }) => beginMs === record.beginMs)
          // A 16-bit checksum misses one damage in 65,536: that is accepted, but the segment is not valid.
          if (bytes !== undefined && isSumOfAnother(bytes, own?.bytes)) continue
          expect(bytes).toEqual(own?.bytes)
          expect(readMadeUpSegment(bytes ?? Buffer.alloc(0))).toEqual({
            beginMs: own?.beginMs,
            durationMs: lastsMs,
          })
        }
        // Recording continues as if nothing had happened.
        const [next] = await lay(after, start + (count + 1) * lastsMs, 1, [500])
        const again = [...after.window(start, start + dayMs)]
        expect(again.length).toBe(matches.length + 1)
        const last = again.at(-1)
        expect(last && (await after.read(last))).toEqual(next?.bytes)
        await after.close()
        const opened = new RenditionArchive(dir, { clock })
        expect(opened.recovery).toEqual({ tornIndexBytes: 0, droppedRecords: 0, tornDataBytes: 0 })
        expect([...opened.window(start, start + dayMs)]).toEqual(again)
      }),
      {
        numRuns: 120,
        examples: [
          // Zeros have the checksum of the expected bytes.
          [{ count: 13, sizes: [15_266, 1], what: 'zero data', share: 0, rubbish: 0 }],
          // Two bytes of a record and rubbish name a moment of the same day and a file that does not exist.
          [{ count: 17, sizes: [1], what: 'cut index', share: 0.726_190_476_190_476_2, rubbish: 22 }],
        ],
      },
    )
  })

  it('also checks the previous day when the new one has just begun', async () => {
    const dir = fresh()
    const clock = (): number => start + 60_000
    const before = new RenditionArchive(dir, { clock })
    const laid = await lay(before, start, 12, [3000])
    await before.close()
    const yesterday =
      readdirSync(dir)
        .filter((name) => name.endsWith('.m4s'))
        .toSorted()[0] ?? ''
    const path = join(dir, yesterday)
    overwriteFrom(path, statSync(path).size - 100, 0)
    const after = new RenditionArchive(dir, { clock })
    const left = [...after.window(start, start + dayMs)].map(({ beginMs }) => beginMs)
    // Ten segments before midnight; the last one lost its end.
    expect(left).toEqual(laid.map(({ beginMs }) => beginMs).filter((_, position) => position !== 9))
    expect(after.recovery.droppedRecords).toBe(1)
    await after.close()
  })
})

function wholeBefore(laid: readonly Laid[], size: number, at: number): number {
  let [left, count] = [size, laid.length]
  while (left > at && count > 0) {
    count -= 1
    left -= laid[count]?.bytes.length ?? 0
  }
  return count
}

describe('the table of epochs', () => {
  const track = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: ticksPerSecond } as const
  const init = madeUpInit('video')
  const open = (dir: string): ChannelArchive =>
    new ChannelArchive({ dir, archiveMs: dayMs, clock: () => start + 60_000 })

  it('is rebuilt when it is corrupt or missing, and its source continues in the same epoch', async () => {
    for (const harm of ['', '{"format":1,"epo', 'gone']) {
      const dir = fresh()
      const first = open(dir)
      const epoch = first.openEpoch({ beginMs: start, tracks: [{ ...track, init }] })
      const bytes = madeUpSegment(start, 2000)
      await first.rendition('v').append({ beginMs: start, durationMs: 2000, epoch: epoch.number, bytes })
      await first.close()
      if (harm === 'gone') rmSync(join(dir, 'epochs.json'))
      else writeFileSync(join(dir, 'epochs.json'), harm)
      const again = open(dir)
      expect(again.recovered).toContain('rebuilt')
      expect(again.window('v', start, start + 2000)).toMatchObject([
        { beginMs: start, initKey: 'e1', periodMs: start, gap: false },
      ])
      expect(again.renditions(start, start + 2000)).toMatchObject([{ id: 'v', kind: 'video' }])
      expect(await again.initBytes('v', 'e1')).toEqual(init)
      expect(again.openEpoch({ beginMs: start + 5000, tracks: [{ ...track, init }] }).number).toBe(1)
      await again.close()
      expect(open(dir).recovered).toBeUndefined()
    }
  })

  it('rewrites a truncated init segment when its source returns', async () => {
    const dir = fresh()
    open(dir).openEpoch({ beginMs: start, tracks: [{ ...track, init }] })
    truncateSync(join(dir, 'v', 'i1.mp4'), 10)
    const again = open(dir)
    expect(again.openEpoch({ beginMs: start, tracks: [{ ...track, init }] }).number).toBe(1)
    expect(await again.initBytes('v', 'e1')).toEqual(init)
  })

  it('starts empty when nothing can be recovered', () => {
    const dir = fresh()
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'epochs.json'), 'null')
    expect(open(dir).recovered).toBeUndefined()
  })
})
