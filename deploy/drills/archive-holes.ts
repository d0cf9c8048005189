/** What is missing in the archives of an installation. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ChannelArchive } from '#media/archive/channel-archive.ts'

/** The longest hole of any recorded channel between two times, Unix ms; throws where two records overlap. */
export function longestHole(liveDir: string, fromMs: number, toMs: number): number {
  const holes = archivesIn(liveDir).map((archive) => holeOf(archive, fromMs, toMs))
  return Math.round(Math.max(0, ...holes))
}

/** The time up to which all channels are recorded, Unix ms; -Infinity when one of them is not at all. */
export function recordedToMs(liveDir: string): number {
  return Math.min(...archivesIn(liveDir).map((archive) => archive.endMs() ?? Number.NEGATIVE_INFINITY))
}

function archivesIn(liveDir: string): readonly ChannelArchive[] {
  return readdirSync(liveDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name))
    .map(
      ({ name }) =>
        new ChannelArchive({ dir: join(liveDir, name), archiveMs: dayMs, clock: Date.now, role: 'reads' }),
    )
}

/** Programs do not agree on when a frame ends; a segment that was recorded twice is seconds long. */
const overlapMs = 500
const dayMs = 86_400_000

function holeOf(archive: ChannelArchive, fromMs: number, toMs: number): number {
  const lead = archive.leadRendition
  if (lead === undefined) return 0
  const records = archive.rendition(lead).window(fromMs, toMs)
  let longest = 0
  for (let at = 1; at < records.length; at++) {
    const betweenMs = records.beginMs(at) - records.endMs(at - 1)
    if (betweenMs < -overlapMs) throw new Error(`${archive.dir}: two records overlap by ${-betweenMs} ms`)
    longest = Math.max(longest, betweenMs)
  }
  const endMs = records.length === 0 ? fromMs : records.endMs(records.length - 1)
  return Math.max(longest, toMs - endMs)
}
