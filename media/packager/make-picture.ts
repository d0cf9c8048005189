/** Video renditions of an asset, made beside its place, read back, and only then given its name. */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyPicture } from '#media/ffmpeg/copy-track.ts'
import { encodePictures } from '#media/ffmpeg/encode-picture.ts'
import type { RunOutcome } from '#media/ffmpeg/supervise.ts'
import { framesPerSecond } from '#media/ladder/frame-rate.ts'
import type { PlannedPicture } from '#media/ladder/ladder.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import type { VideoTrack } from '#media/playlists/asset-description.ts'
import { Refusal } from './job.ts'
import { verifyTrack } from './verify-track.ts'

export interface PictureWork {
  readonly ffmpegPath: string
  readonly sourcePath: string
  readonly picture: PlannedPicture
  readonly transfer: 'sdr' | 'pq' | 'hlg'
  /** Several are encoded at once, the source decoded once; a copied one is alone. */
  readonly rungs: readonly [Rung, ...Rung[]]
  readonly effort: 'fast' | 'good'
  readonly dir: string
  /** The first rendition, whose grid the others share. */
  readonly gridOf?: VideoTrack | undefined
  readonly signal?: AbortSignal | undefined
  /** Milliseconds of film encoded so far. */
  readonly onTime?: ((outTimeMs: number) => void) | undefined
}

/** Where a copied rendition has its segments, the others must have theirs. */
const bordersOf = ({ picture, gridOf }: PictureWork): number[] | undefined =>
  gridOf !== undefined && picture.rungs[0].copied === true
    ? gridOf.segments.map(({ startTicks }) => startTicks / gridOf.timescale)
    : undefined

const unfinishedOf = (work: PictureWork, rung: Rung): string => join(work.dir, `${rung.rendition}.mp4.part`)

const fill = (work: PictureWork): Promise<RunOutcome> => {
  const onProgress = ({ outTimeMs }: { outTimeMs: number }): void => work.onTime?.(outTimeMs)
  const [rung] = work.rungs
  if (rung.copied === true) {
    const { streamIndex } = work.picture
    return copyPicture({ ...work, streamIndex, targetPath: unfinishedOf(work, rung), onProgress })
  }
  const outputs = work.rungs.map((one) => ({ rung: one, targetPath: unfinishedOf(work, one) }))
  return encodePictures({ ...work, bordersSec: bordersOf(work), outputs, onProgress })
}

const readBack = async (work: PictureWork, rung: Rung): Promise<VideoTrack> => {
  const verified = await verifyTrack({
    ffmpegPath: work.ffmpegPath,
    path: unfinishedOf(work, rung),
    kind: 'picture',
    gridOf: work.gridOf,
    signal: work.signal,
  })
  const file = `${rung.rendition}.mp4`
  await rename(unfinishedOf(work, rung), join(work.dir, file))
  return {
    ...verified,
    rendition: rung.rendition,
    file,
    width: verified.width ?? rung.width,
    height: verified.height ?? rung.height,
    frameRate: framesPerSecond(rung.frameRate),
  }
}

/** In the order of the rungs. Throws a Refusal: `unreadable` when not one picture could be decoded. */
export const makePictures = async (work: PictureWork): Promise<VideoTrack[]> => {
  try {
    const outcome = await fill(work)
    if (outcome.kind === 'failed') {
      throw new Refusal(outcome.reason === 'failed' ? 'encoder_failed' : outcome.reason, outcome.words)
    }
    if (outcome.frames === 0 && work.rungs[0].copied !== true)
      throw new Refusal('unreadable', 'not one picture in it could be decoded')
    const tracks: VideoTrack[] = []
    for (const rung of work.rungs) tracks.push(await readBack(work, rung))
    return tracks
  } finally {
    for (const rung of work.rungs) await rm(unfinishedOf(work, rung), { force: true })
  }
}
