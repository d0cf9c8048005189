/**
 * A synthetic archive of many channels and days: complete indexes with 43,200 records a day, and empty media files,
 * because only the indexes are read.
 */
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  chunkMs,
  chunkFileName,
  dayMs,
  encodeRecord,
  recordBytes,
} from '#media/archive/index/index-record.ts'
import type { Dice } from '#bench/kit/seeded-random.ts'

const segmentMs = 2000
const perDay = dayMs / segmentMs
/** H.264 at 3 Mbit/s and one audio track. */
const segmentSizes = { v: 750_000, a0: 33_000 } as const

/** Writes `days` whole days that end with the day before `today` into `dir`; renditions `v` and `a0`. */
export function layChannel(dir: string, today: number, days: number, dice: Dice): void {
  for (const [rendition, size] of Object.entries(segmentSizes)) {
    mkdirSync(join(dir, rendition), { recursive: true })
    const index = dayIndex(size, dice)
    for (let day = today - days; day < today; day++) {
      for (let position = 0; position < perDay; position++)
        index.writeUIntBE(day * dayMs + position * segmentMs, position * recordBytes, 6)
      writeFileSync(join(dir, rendition, `${day}.idx`), index)
      for (let chunk = 0; chunk < dayMs / chunkMs; chunk++)
        closeSync(openSync(join(dir, rendition, chunkFileName(day, chunk)), 'w'))
    }
  }
  const tracks = [
    { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: 90_000 },
    { rendition: 'a0', kind: 'audio', codec: 'mp4a.40.2', timescale: 48_000 },
  ]
  const beginMs = (today - days) * dayMs
  const epochs = [{ number: 1, beginMs, tracks, fingerprint: '', seeded: false }]
  writeFileSync(join(dir, 'epochs.json'), JSON.stringify({ format: 1, epochs }))
}

function dayIndex(defaultSize: number, dice: Dice): Buffer {
  const out = Buffer.alloc(perDay * recordBytes)
  let [chunk, offset] = [-1, 0]
  for (let position = 0; position < perDay; position++) {
    const beginMs = position * segmentMs
    const file = Math.floor(beginMs / chunkMs)
    if (file !== chunk) [chunk, offset] = [file, 0]
    const size = Math.round(defaultSize * (0.6 + 0.8 * dice.next()))
    const at = position * recordBytes
    encodeRecord(
      { beginMs, durationMs: segmentMs, offset, size, file, epoch: 1, flags: 0, extra: 0 },
      out,
      at,
    )
    offset += size
  }
  return out
}
