/** One video rendition of an asset, made beside its place, read back, and only then given its name. */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyPicture } from '#media/ffmpeg/copy-track.ts'
import { encodePicture } from '#media/ffmpeg/encode-picture.ts'
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
  readonly rung: Rung
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

const fill = (work: PictureWork, targetPath: string): Promise<RunOutcome> => {
  const onProgress = ({ outTimeMs }: { outTimeMs: number }): void => work.onTime?.(outTimeMs)
  if (work.rung.copied === true) {
    const { streamIndex } = work.picture
    return copyPicture({ ...work, streamIndex, targetPath, onProgress })
  }
  return encodePicture({ ...work, bordersSec: bordersOf(work), targetPath, onProgress })
}

/** Throws a Refusal: `unreadable` when not one picture could be decoded. */
export const makePicture = async (work: PictureWork): Promise<VideoTrack> => {
  const { rung } = work
  const file = `${rung.rendition}.mp4`
  const unfinished = join(work.dir, `${file}.part`)
  try {
    const outcome = await fill(work, unfinished)
    if (outcome.kind === 'failed') {
      throw new Refusal(outcome.reason === 'failed' ? 'encoder_failed' : outcome.reason, outcome.words)
    }
    if (outcome.frames === 0 && rung.copied !== true)
      throw new Refusal('unreadable', 'not one picture in it could be decoded')
    const verified = await verifyTrack({
      ffmpegPath: work.ffmpegPath,
      path: unfinished,
      kind: 'picture',
      gridOf: work.gridOf,
      signal: work.signal,
    })
    await rename(unfinished, join(work.dir, file))
    return {
      ...verified,
      rendition: rung.rendition,
      file,
      width: verified.width ?? rung.width,
      height: verified.height ?? rung.height,
      frameRate: framesPerSecond(rung.frameRate),
    }
  } finally {
    await rm(unfinished, { force: true })
  }
}
