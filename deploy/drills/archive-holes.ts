/** What is missing in the archives of an installation. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ChannelArchive } from '#media/archive/channel-archive.ts'

/** The longest hole of any recorded channel between two times, Unix ms; throws where two records overlap. */
export function longestHole(liveDir: string, fromMs: number, toMs: number): number {
  const holes = readdirSync(liveDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name))
    .map(({ name }) => holeOf(join(liveDir, name), fromMs, toMs))
  return Math.round(Math.max(0, ...holes))
}

/** Programs do not agree on when a frame ends; a segment that was recorded twice is seconds long. */
const overlapMs = 500
const dayMs = 86_400_000

function holeOf(dir: string, fromMs: number, toMs: number): number {
  const archive = new ChannelArchive({ dir, archiveMs: dayMs, clock: Date.now, role: 'reads' })
  const lead = archive.leadRendition
  if (lead === undefined) return 0
  const records = archive.rendition(lead).window(fromMs, toMs)
  let longest = 0
  for (let at = 1; at < records.length; at++) {
    const betweenMs = records.beginMs(at) - records.endMs(at - 1)
    if (betweenMs < -overlapMs) throw new Error(`${dir}: two records overlap by ${-betweenMs} ms`)
    longest = Math.max(longest, betweenMs)
  }
  const recordedToMs = records.length === 0 ? fromMs : records.endMs(records.length - 1)
  return Math.max(longest, toMs - recordedToMs)
}
