/** One video rendition of an asset, made beside its place, read back, and only then given its name. */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encodePicture } from '#media/ffmpeg/encode-picture.ts'
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

/** Throws a Refusal: `unreadable` when not one picture could be decoded. */
export const makePicture = async (work: PictureWork): Promise<VideoTrack> => {
  const { rung } = work
  const file = `${rung.rendition}.mp4`
  const unfinished = join(work.dir, `${file}.part`)
  try {
    const outcome = await encodePicture({
      ...work,
      targetPath: unfinished,
      onProgress: ({ outTimeMs }) => work.onTime?.(outTimeMs),
    })
    if (outcome.kind === 'failed') {
      throw new Refusal(outcome.reason === 'failed' ? 'encoder_failed' : outcome.reason, outcome.words)
    }
    if (outcome.frames === 0) throw new Refusal('unreadable', 'not one picture in it could be decoded')
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
