/** Stills that represent a recorded programme: one landscape, one portrait, both JPEG, from the best of some moments. */
import { firstFragment } from '#media/containers/boxes.ts'
import type { Timeline, TimelineRendition } from '#media/archive/timeline/timeline.ts'
import { frameOfSegment, smallFrameOfSegment } from '#media/ffmpeg/encode/frame-of-segment.ts'
import { rateStill, smallStill } from '#media/markers/representative-still.ts'
import type { FilmStills } from './take-stills.ts'

interface ArchiveStillsWork {
  readonly ffmpegPath: string
  readonly timeline: Timeline
  /** Unix milliseconds. */
  readonly window: { readonly beginMs: number; readonly endMs: number }
  readonly signal: AbortSignal
}

/** A third of a film is past its titles and before its end; the others for a moment that is dark or a logo. */
const momentParts = [1 / 3, 0.4, 0.27, 0.47, 0.55, 0.62, 0.2]
/** A still this good is taken without looking at the others. */
const goodEnough = 0.55
const [maxHeight, posterWidth] = [1080, 640]

/**
 * Undefined when nothing of the window is recorded, or every moment is dark, of one colour or cannot be decoded. Reads
 * at most seven segments of the lowest rendition and one of the tallest.
 */
export async function takeArchiveStills(work: ArchiveStillsWork): Promise<FilmStills | undefined> {
  const { timeline, window } = work
  const videos = timeline
    .renditions(window.beginMs, window.endMs)
    .filter(({ kind }) => kind === 'video')
    .toSorted((one, other) => (one.height ?? 0) - (other.height ?? 0))
  const [lowest] = videos
  const tallest = videos.findLast(({ height }) => (height ?? 0) <= maxHeight) ?? lowest
  if (lowest === undefined || tallest === undefined) return undefined
  const best = await bestMoment(work, lowest)
  if (best === undefined) return undefined
  const bytes = await fragmentAt(work, tallest, best.atMs)
  if (bytes === undefined) return undefined
  const from = { ffmpegPath: work.ffmpegPath, bytes, signal: work.signal }
  const width = Math.max(2, tallest.width ?? posterWidth)
  const wide = await frameOfSegment({ ...from, width })
  const upright = await frameOfSegment({ ...from, width, uprightAround: best.centre })
  return wide === undefined || upright === undefined ? undefined : { wide, upright }
}

interface Moment {
  readonly atMs: number
  readonly worth: number
  readonly centre: number
}

async function bestMoment(work: ArchiveStillsWork, lowest: TimelineRendition): Promise<Moment | undefined> {
  const { beginMs, endMs } = work.window
  let best: Moment | undefined
  for (const part of momentParts) {
    work.signal.throwIfAborted()
    const atMs = Math.round(beginMs + (endMs - beginMs) * part)
    const bytes = await fragmentAt(work, lowest, atMs)
    if (bytes === undefined) continue
    const { ffmpegPath, signal } = work
    const rgb = await smallFrameOfSegment({ ffmpegPath, bytes, signal, ...smallStill })
    if (rgb === undefined) continue
    const rated = rateStill(rgb)
    if (rated.worth > (best?.worth ?? 0)) best = { atMs, ...rated }
    if (rated.worth >= goodEnough) break
  }
  return best
}

/** The init segment and the first fragment of the segment at a moment; undefined in a hole. */
async function fragmentAt(
  { timeline }: ArchiveStillsWork,
  { id }: TimelineRendition,
  atMs: number,
): Promise<Buffer | undefined> {
  const within = { fromMs: atMs, toMs: atMs + 1 }
  const segment = timeline.window(id, within.fromMs, within.toMs).find(({ gap }) => !gap)
  if (segment === undefined) return undefined
  const init = await timeline.initBytes(id, segment.initKey, within)
  const bytes = await timeline.segmentBytes(id, segment.beginMs, 1)
  return init === undefined || bytes === undefined ? undefined : Buffer.concat([init, firstFragment(bytes)])
}
