/** Stills that represent a film: one landscape, one portrait, both JPEG, from its best moments. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { extractStill, extractSmallStill } from '#media/ffmpeg/encode/extract-still.ts'
import { rateStill, momentsToJudge, smallStill } from '#media/markers/representative-still.ts'
import type { AssetDescription } from '#media/playlists/asset-description.ts'

export interface FilmStills {
  /** The whole frame. */
  readonly wide: Buffer
  /** Two to three, cropped from the same frame or another one. */
  readonly upright: Buffer
}

interface StillsWork {
  readonly ffmpegPath: string
  readonly asset: AssetDescription
  readonly dir: string
  /** Used while it exists: its frames are at least as good as those of any rendition. */
  readonly sourcePath?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Where the full still is taken: the source, unless it is missing or HDR, else the tallest rendition. */
async function placeOf({ asset, dir, sourcePath }: StillsWork) {
  const tallest = asset.video.toSorted((one, other) => other.height - one.height)[0]
  if (tallest === undefined) return undefined
  const made = { path: join(dir, tallest.file), streamIndex: 0, deinterlace: false }
  const { width, height } = tallest
  const video = asset.plan?.picture
  if (video === undefined || video.toneMap || sourcePath === undefined) return { ...made, width, height }
  const isThere = await access(sourcePath).then(
    () => true,
    () => false,
  )
  const rung = video.rungs.toSorted((one, other) => other.height - one.height)[0]
  if (!isThere) return { ...made, width, height }
  const { streamIndex, deinterlace } = video
  return {
    path: sourcePath,
    streamIndex,
    deinterlace,
    width: rung?.width ?? width,
    height: rung?.height ?? height,
  }
}

/**
 * The frame at a moment, as a JPEG of the tallest rendition's size. Undefined when there is none at this time, or it
 * took longer than a minute.
 */
export async function takeFrame(
  { ffmpegPath, asset, dir, signal }: Omit<StillsWork, 'sourcePath'>,
  atMs: number,
): Promise<Buffer | undefined> {
  const tallest = asset.video.toSorted((one, other) => other.height - one.height)[0]
  if (tallest === undefined) return undefined
  const { width, height, file } = tallest
  const path = join(dir, file)
  const atSec = Math.min(Math.max(0, atMs), lastFrameMs(asset.durationMs, tallest.frameRate)) / 1000
  return extractStill({
    ...{ ffmpegPath, path, atSec, signal, width, height },
    ...{ streamIndex: 0, deinterlace: false },
  })
}

/** The beginning of the last frame: a player stands behind it at the end. */
function lastFrameMs(durationMs: number, frameRate: number): number {
  return Math.max(0, durationMs - 1500 / Math.max(1, frameRate))
}

/** Two stills closer than this fraction of the film show the same. */
const apart = 0.1

/**
 * Undefined when no frame of the film is usable (all of it is dark, for example), or no still could be taken. Reads
 * two dozen moments of the lowest rendition; throws when it is aborted.
 */
export async function takeStills(work: StillsWork): Promise<FilmStills | undefined> {
  const { asset, dir, ffmpegPath, signal } = work
  const [lowest] = asset.video
  if (lowest === undefined) return undefined
  const durationSec = asset.durationMs / 1000
  const marked = (asset.markers ?? []).map(({ beginMs, endMs }) => ({
    beginSec: beginMs / 1000,
    endSec: endMs / 1000,
  }))
  const judged: { atSec: number; worth: number; centre: number }[] = []
  for (const atSec of momentsToJudge(durationSec, marked)) {
    const small = { ffmpegPath, path: join(dir, lowest.file), atSec, signal, ...smallStill }
    const rgb = await extractSmallStill(small)
    signal?.throwIfAborted()
    if (rgb !== undefined) judged.push({ atSec, ...rateStill(rgb) })
  }
  const best = judged.filter(({ worth }) => worth > 0).toSorted((one, other) => other.worth - one.worth)
  const upright = best[0]
  const place = await placeOf(work)
  if (upright === undefined || place === undefined) return undefined
  const wide = best.find(({ atSec }) => Math.abs(atSec - upright.atSec) > durationSec * apart) ?? upright
  const from = { ffmpegPath, signal, ...place }
  const pictures = {
    upright: await extractStill({ ...from, atSec: upright.atSec, uprightAround: upright.centre }),
    wide: await extractStill({ ...from, atSec: wide.atSec }),
  }
  signal?.throwIfAborted()
  if (pictures.upright === undefined || pictures.wide === undefined) return undefined
  return { upright: pictures.upright, wide: pictures.wide }
}
