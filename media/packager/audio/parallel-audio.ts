/** A long audio track is split into parts that are encoded in parallel and joined frame by frame. */
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { encodeAudio, frameSamples, type AudioJob } from '#media/ffmpeg/encode/encode-audio.ts'
import type { RunOutcome } from '#media/ffmpeg/process/supervise.ts'
import type { AudioPart } from './align-audio-segments.ts'

/** Shorter tracks need one encoder for only a few seconds. */
const longSec = 20 * 60
/** Each part decodes all that comes before it. */
const maxParts = 4
/** Frames (a second) an encoder processes before its first used frame: then its state is that of a full run. */
const leadFrames = 47

export function partsFor(durationSec: number, cores = availableParallelism()): number {
  return durationSec < longSec ? 1 : Math.max(1, Math.min(maxParts, cores))
}

export type AudioTrackParts = readonly [AudioPart, ...AudioPart[]]

interface Stretch {
  readonly firstFrame: number
  readonly skip: number
  readonly take: number
  readonly durationSec: number
}

function stretchesOf(durationSec: number, parts: number): Stretch[] {
  const frameSec = frameSamples / 48_000
  const borders = Array.from({ length: parts }, (_, part) =>
    Math.floor((part * durationSec) / parts / frameSec),
  )
  return borders.map((startFrame, part) => {
    const skip = part === 0 ? 0 : Math.min(startFrame, leadFrames)
    const end = borders[part + 1]
    const firstFrame = startFrame - skip
    const endSec = end === undefined ? durationSec : end * frameSec
    return {
      firstFrame,
      skip,
      take: end === undefined ? Infinity : end - startFrame,
      durationSec: endSec - firstFrame * frameSec,
    }
  })
}

/** One encoding of the whole source, or several parts in parallel; the first failure fails all. */
export async function encodeInParts(
  job: AudioJob,
  parts: number,
): Promise<{ readonly outcome: RunOutcome; readonly files: ReadonlyMap<string, AudioTrackParts> }> {
  const pathOf = (path: string, part: number): string => (part === 0 ? path : `${path}.${part}.part`)
  const stretches = stretchesOf(job.durationSec, parts)
  const doneMs = stretches.map(() => 0)
  const stop = new AbortController()
  const signal = job.signal === undefined ? stop.signal : AbortSignal.any([job.signal, stop.signal])
  const outcomes = await Promise.all(
    stretches.map(async ({ firstFrame, durationSec }, part) => {
      const outcome = await encodeAudio({
        ...job,
        tracks: job.tracks.map((track) => ({ ...track, targetPath: pathOf(track.targetPath, part) })),
        firstFrame,
        durationSec,
        signal,
        onProgress: (progress) => {
          doneMs[part] = progress.outTimeMs
          job.onProgress?.({ ...progress, outTimeMs: doneMs.reduce((sum, ms) => sum + ms, 0) })
        },
      })
      if (outcome.kind === 'failed') stop.abort()
      return outcome
    }),
  )
  const failed = outcomes.filter((outcome) => outcome.kind === 'failed')
  const outcome = failed.find(({ reason }) => reason !== 'aborted') ?? failed[0] ?? outcomes[0]
  if (outcome === undefined) throw new Error('a sound has a part at least')
  const files = job.tracks.map(({ targetPath }): [string, AudioTrackParts] => {
    const [first, ...more] = stretches.map(({ skip, take }, part) => ({
      path: pathOf(targetPath, part),
      skip,
      take,
    }))
    return [targetPath, [first ?? { path: targetPath, skip: 0, take: Infinity }, ...more]]
  })
  return { outcome, files: new Map(files) }
}

/** Removes the temporary files of a track's parts. */
export async function removeParts([, ...more]: AudioTrackParts): Promise<void> {
  for (const { path } of more) await rm(path, { force: true })
}
