/** Thumbnails of an asset from its lowest rendition, whose key frames are on the grid already. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  makeSprites,
  spriteColumns,
  spriteRows,
  type ThumbnailSource,
} from '#media/ffmpeg/encode/make-sprites.ts'
import { invariant } from '#media/playlists/invariant.ts'
import type { Thumbnails, VideoTrack } from '#media/playlists/asset-description.ts'
import { Refusal } from '#media/packager/job/job.ts'

const box = { widthPx: 160, heightPx: 90 }

function even(value: number): number {
  return Math.max(2, Math.round(value / 2) * 2)
}

interface Pace {
  readonly taken: ThumbnailSource
  readonly intervalMs: number
  readonly count: number
}

/** How many segments one thumbnail covers: a short film has more thumbnails per minute. */
function segmentsPerThumbnail(durationMs: number): number {
  if (durationMs <= 3 * 60_000) return 1
  return durationMs <= 30 * 60_000 ? 2 : 5
}

/** Which key frames are taken: every n-th where we encoded them, else the nearest one to each time step. */
function pace(track: VideoTrack, isCopied: boolean): Pace {
  const { segments, timescale, durationMs } = track
  const first = segments[0]
  invariant(first !== undefined, 'a verified track has a segment')
  const everyKeyFrames = segmentsPerThumbnail(durationMs)
  if (isCopied) {
    const intervalMs = everyKeyFrames * 2000
    const count = Math.max(1, Math.ceil(durationMs / intervalMs))
    return { taken: { intervalMs, count }, intervalMs, count }
  }
  // The second segment's start is the duration of a full one; a very short film has only one segment.
  const groupTicks = segments[1]?.startTicks ?? first.durationTicks
  const count = Math.ceil(segments.length / everyKeyFrames)
  return { taken: { everyKeyFrames }, intervalMs: (everyKeyFrames * groupTicks * 1000) / timescale, count }
}

/** Throws a Refusal when ffmpeg fails or leaves fewer sheets than the film needs. */
export async function makeThumbnails(work: {
  ffmpegPath: string
  dir: string
  track: VideoTrack
  /** Its key frames come from the source, not from our encoder. */
  isCopied: boolean
  signal?: AbortSignal | undefined
}): Promise<Thumbnails> {
  const { track, dir } = work
  const { taken, intervalMs, count } = pace(track, work.isCopied)
  const scale = Math.min(box.widthPx / track.width, box.heightPx / track.height)
  const size = { widthPx: even(track.width * scale), heightPx: even(track.height * scale) }
  for (const file of await readdir(dir)) {
    if (/^sprite-\d+\.jpg$/.test(file)) await rm(join(dir, file), { force: true })
  }
  const outcome = await makeSprites({
    ffmpegPath: work.ffmpegPath,
    trackPath: join(dir, track.file),
    taken,
    ...size,
    targetPattern: join(dir.replaceAll('%', '%%'), 'sprite-%d.jpg'),
    signal: work.signal,
  })
  if (outcome.kind === 'failed') {
    throw new Refusal(outcome.reason === 'failed' ? 'encoder_failed' : outcome.reason, outcome.words)
  }
  const sheets = Math.ceil(count / (spriteColumns * spriteRows))
  const files = Array.from({ length: sheets }, (_, number) => `sprite-${number}.jpg`)
  const present = new Set(await readdir(dir))
  const missing = files.find((file) => !present.has(file))
  if (missing !== undefined) throw new Refusal('not_verified', `${missing} was not made`)
  return {
    files,
    columns: spriteColumns,
    rows: spriteRows,
    ...size,
    intervalMs,
    count,
  }
}
