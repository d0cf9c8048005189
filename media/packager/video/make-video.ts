/**
 * Video renditions of an asset, made under a temporary name, read back, and only then renamed. An aborted encoding
 * continues the next time where it stopped.
 */
import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { copyVideo } from '#media/ffmpeg/encode/copy-track.ts'
import { encodeVideo } from '#media/ffmpeg/encode/encode-video.ts'
import type { RunOutcome } from '#media/ffmpeg/process/supervise.ts'
import { codingOf } from '#media/ladder/coding.ts'
import { framesPerSecond } from '#media/ladder/frame-rate.ts'
import type { PlannedVideo } from '#media/ladder/ladder.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import type { VideoTrack } from '#media/playlists/asset-description.ts'
import { dropPartial, joinPartial, savePartial, restOf } from './partial-rendition.ts'
import { Refusal } from '#media/packager/job/job.ts'
import { verifyTrack } from '#media/packager/tracks/verify-track.ts'

export interface VideoWork {
  readonly ffmpegPath: string
  readonly sourcePath: string
  /** Fingerprint of the source: a partial rendition of another source is not resumed. */
  readonly fingerprint: string
  readonly video: PlannedVideo
  readonly transfer: 'sdr' | 'pq' | 'hlg'
  /** Several are encoded at once, the source decoded once; a copied one is made alone. */
  readonly rungs: readonly [Rung, ...Rung[]]
  readonly effort: 'fast' | 'good'
  readonly dir: string
  /** The first rendition; the others share its grid. */
  readonly gridOf?: VideoTrack | undefined
  readonly signal?: AbortSignal | undefined
  /** Milliseconds of film encoded so far. */
  readonly onTime?: ((outTimeMs: number) => void) | undefined
}

/** Segment starts of a copied rendition, which the others must share. */
function bordersOf({ video, gridOf }: VideoWork): number[] | undefined {
  return gridOf !== undefined && video.rungs[0].copied === true
    ? gridOf.segments.map(({ startTicks }) => startTicks / gridOf.timescale)
    : undefined
}

function unfinishedOf(work: VideoWork, rung: Rung): string {
  return join(work.dir, `${rung.rendition}.mp4.part`)
}

/** Everything that determines the bytes of the renditions. */
function keyOf(work: VideoWork): string {
  const { fingerprint, video, transfer, effort } = work
  const { streamIndex, deinterlace } = video
  const renditions = work.rungs.map((rung) => {
    const { rendition, width, height, frameRate } = rung
    return [rendition, width, height, frameRate, codingOf(rung, effort)]
  })
  const all = [fingerprint, streamIndex, deinterlace, transfer, renditions, bordersOf(work)]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

/** `savedFrames`: frames of each rung that are encoded already. */
function fill(work: VideoWork, savedFrames: readonly number[]): Promise<RunOutcome> {
  const [rung] = work.rungs
  const savedMs = ((savedFrames[0] ?? 0) / framesPerSecond(rung.frameRate)) * 1000
  const onProgress = ({ outTimeMs }: { outTimeMs: number }): void => work.onTime?.(savedMs + outTimeMs)
  if (rung.copied === true) {
    const { streamIndex } = work.video
    return copyVideo({ ...work, streamIndex, targetPath: unfinishedOf(work, rung), onProgress })
  }
  const outputs = work.rungs.map((one, position) => {
    const [part, afterFrames] = [unfinishedOf(work, one), savedFrames[position] ?? 0]
    return { rung: one, afterFrames, targetPath: afterFrames === 0 ? part : restOf(part, afterFrames) }
  })
  return encodeVideo({ ...work, bordersSec: bordersOf(work), outputs, onProgress })
}

async function readBack(work: VideoWork, rung: Rung): Promise<VideoTrack> {
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

async function made(work: VideoWork, savedFrames: readonly number[]): Promise<VideoTrack[]> {
  const outcome = await fill(work, savedFrames)
  if (outcome.kind === 'failed') {
    throw new Refusal(outcome.reason === 'failed' ? 'encoder_failed' : outcome.reason, outcome.words)
  }
  if (outcome.frames === 0 && work.rungs[0].copied !== true)
    throw new Refusal('unreadable', 'no frame in it could be decoded')
  const tracks: VideoTrack[] = []
  for (const [position, rung] of work.rungs.entries()) {
    const before = savedFrames[position] ?? 0
    if (before > 0) await joinPartial(unfinishedOf(work, rung), before)
    tracks.push(await readBack(work, rung))
  }
  return tracks
}

/**
 * In the order of the rungs. Throws a Refusal: `unreadable` when no frame could be decoded; when it is aborted, the
 * partial rendition is kept for the next run.
 */
export async function makeVideo(work: VideoWork): Promise<VideoTrack[]> {
  const parts = work.rungs.map((rung) => unfinishedOf(work, rung))
  const drop = async (): Promise<void> => {
    for (const part of parts) await dropPartial(part)
  }
  const isCopied = work.rungs[0].copied === true
  const savedFrames = isCopied ? [] : await savePartial(parts, keyOf(work))
  try {
    const tracks = await made(work, savedFrames)
    await drop()
    return tracks
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'aborted' && !isCopied) throw error
    await drop()
    // The partial rendition of an earlier run may be the cause of the error.
    if (savedFrames.some((frames) => frames > 0)) return makeVideo(work)
    throw error
  }
}
