/** Extends the last frame of a finished track file until the audio ends. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { holdLastSample } from '#media/containers/hold-last-sample.ts'
import { indexTrackFile } from '#media/containers/index-of-track.ts'
import { audioEndMs } from '#media/ffmpeg/probe/audio-end.ts'
import type { LadderPlan } from '#media/ladder/ladder.ts'
import type { VideoTrack } from '#media/playlists/asset-description.ts'
import { invariant } from '#media/playlists/invariant.ts'

/** The maximum extension of a segment; later audio is left out. */
const longestHoldMs = 10_000
/** Less is not worth a change: half of the shortest frame. */
const minMs = 8

/** Bytes of the entry of one segment in an index (sidx): its size, its duration, its access points. */
const entryBytes = 12

/**
 * Extends the track to `untilMs`, by at most `longestHoldMs`; a longer track stays unchanged. Throws
 * MalformedBoxError when it is not a track file written by this packager.
 */
export async function holdLastFrame(path: string, untilMs: number): Promise<void> {
  const index = await indexTrackFile(path)
  const missingMs = Math.min(longestHoldMs, untilMs - index.durationMs)
  const last = index.segments.at(-1)
  if (missingMs < minMs || last === undefined) return
  const addTicks = Math.round((missingMs / 1000) * index.timescale)
  await using file = await open(path, 'r+')
  const segment = Buffer.alloc(last.size)
  const { bytesRead } = await file.read(segment, 0, last.size, last.offset)
  invariant(bytesRead === last.size, 'an indexed segment is in the file')
  const lengthened = holdLastSample(segment, addTicks)
  await file.write(lengthened, 0, lengthened.length, last.offset)
  const entry = Buffer.alloc(8)
  entry.writeUInt32BE(lengthened.length, 0)
  entry.writeUInt32BE(last.durationTicks + addTicks, 4)
  await file.write(entry, 0, 8, index.indexEnd - entryBytes)
}

// Far enough before the last frame that an audio packet is certainly there.
const lookBackMs = 2000

/** The first rendition of a film, as long as the audio tracks of its source, and a warning if audio was cut. */
export async function holdForAudio(
  first: VideoTrack,
  film: {
    readonly dir: string
    readonly plan: LadderPlan
    readonly ffprobePath: string
    readonly path: string
    readonly fileStartSec: number
    readonly signal?: AbortSignal | undefined
  },
): Promise<{ readonly first: VideoTrack; readonly warnings: readonly string[] }> {
  if (film.plan.audio.every(({ streamIndex }) => streamIndex === undefined)) return { first, warnings: [] }
  const untilMs = await audioEndMs({ ...film, fromMs: first.durationMs - lookBackMs })
  if (untilMs === undefined || untilMs - first.durationMs < minMs) return { first, warnings: [] }
  const path = join(film.dir, first.file)
  await holdLastFrame(path, untilMs)
  const lengthened = { ...first, ...(await indexTrackFile(path)) }
  const lostSec = Math.round((untilMs - lengthened.durationMs) / 1000)
  const warnings =
    lostSec < 1 ? [] : [`${lostSec} s of audio are left out at the end, long after the last frame`]
  return { first: lengthened, warnings }
}
