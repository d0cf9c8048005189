/**
 * An archive of many channels and days, made up: whole indexes with 43,200 records a day, and files of media that are
 * empty, since only the indexes are asked.
 */
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHUNK_MS, chunkFileName, DAY_MS, encodeRecord, RECORD_BYTES } from '#media/archive/index-record.ts'
import type { Dice } from './dice.ts'

const SEGMENT_MS = 2000
const PER_DAY = DAY_MS / SEGMENT_MS
/** H.264 at 3 Mbit/s and a sound. */
const SIZES = { v: 750_000, a0: 33_000 } as const

/** Lays `days` whole days that end with the day before `today` into `dir`; renditions `v` and `a0`. */
export function layChannel(dir: string, today: number, days: number, dice: Dice): void {
  for (const [rendition, size] of Object.entries(SIZES)) {
    mkdirSync(join(dir, rendition), { recursive: true })
    const index = dayIndex(size, dice)
    for (let day = today - days; day < today; day++) {
      for (let position = 0; position < PER_DAY; position++)
        index.writeUIntBE(day * DAY_MS + position * SEGMENT_MS, position * RECORD_BYTES, 6)
      writeFileSync(join(dir, rendition, `${day}.idx`), index)
      for (let chunk = 0; chunk < DAY_MS / CHUNK_MS; chunk++)
        closeSync(openSync(join(dir, rendition, chunkFileName(day, chunk)), 'w'))
    }
  }
  const tracks = [
    { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: 90_000 },
    { rendition: 'a0', kind: 'audio', codec: 'mp4a.40.2', timescale: 48_000 },
  ]
  const beginMs = (today - days) * DAY_MS
  const epochs = [{ number: 1, beginMs, tracks, fingerprint: '', seeded: false }]
  writeFileSync(join(dir, 'epochs.json'), JSON.stringify({ format: 1, epochs }))
}

function dayIndex(usualSize: number, dice: Dice): Buffer {
  const out = Buffer.alloc(PER_DAY * RECORD_BYTES)
  let [chunk, offset] = [-1, 0]
  for (let position = 0; position < PER_DAY; position++) {
    const beginMs = position * SEGMENT_MS
    const file = Math.floor(beginMs / CHUNK_MS)
    if (file !== chunk) [chunk, offset] = [file, 0]
    const size = Math.round(usualSize * (0.6 + 0.8 * dice.next()))
    const at = position * RECORD_BYTES
    encodeRecord(
      { beginMs, durationMs: SEGMENT_MS, offset, size, file, epoch: 1, flags: 0, extra: 0 },
      out,
      at,
    )
    offset += size
  }
  return out
}
