/** The sound renditions of an asset: listen to each track, then encode all that could be heard. */
import { join } from 'node:path'
import { encodeSound } from '#media/ffmpeg/encode-sound.ts'
import { gainFor, measureLoudness } from '#media/ffmpeg/measure-loudness.ts'
import type { RunFailed } from '#media/ffmpeg/supervise.ts'
import type { PlannedAudio } from '#media/ladder/ladder.ts'
import type { AudioTrack, VideoTrack } from '#media/playlists/asset-description.ts'
import { Refusal } from './job.ts'
import { regridSound } from './regrid-sound.ts'
import { verifyTrack } from './verify-track.ts'

interface SoundWork {
  readonly ffmpegPath: string
  readonly sourcePath: string
  readonly planned: readonly PlannedAudio[]
  /** The picture, whose length and segments every sound track is given. */
  readonly grid: VideoTrack
  readonly dir: string
  readonly signal?: AbortSignal | undefined
  /** 0 to 1. */
  readonly onFraction?: ((fraction: number) => void) | undefined
}

interface Heard {
  readonly track: PlannedAudio
  readonly gainDb: number
}

const silence: PlannedAudio = { rendition: 'a0-zxx', language: 'zxx', name: '—', sourceChannels: 0 }

/** Only these end the whole job; a track that is merely broken is left out. */
const stopWhenGrave = (failed: RunFailed): void => {
  if (failed.reason === 'failed') return
  throw new Refusal(failed.reason, failed.words)
}

const listen = async (work: SoundWork, warnings: string[]): Promise<Heard[]> => {
  const heard: Heard[] = []
  for (const [position, track] of work.planned.entries()) {
    if (track.streamIndex === undefined) {
      heard.push({ track, gainDb: 0 })
      continue
    }
    const loudness = await measureLoudness({
      ...work,
      streamIndex: track.streamIndex,
      sourceChannels: track.sourceChannels,
      onProgress: ({ outTimeMs }) =>
        work.onFraction?.(
          (0.4 * (position + Math.min(1, outTimeMs / work.grid.durationMs))) / work.planned.length,
        ),
    })
    if (loudness.kind === 'measured') heard.push({ track, gainDb: gainFor(loudness) })
    else {
      stopWhenGrave(loudness)
      warnings.push(`sound track ${track.streamIndex} (${track.language}) is left out: ${loudness.words}`)
    }
  }
  if (heard.length > 0) return heard
  warnings.push('no sound track could be decoded; a silent one is made')
  return [{ track: silence, gainDb: 0 }]
}

/** Throws a Refusal when the tracks that could be heard cannot be encoded. */
export const makeSound = async (work: SoundWork): Promise<{ tracks: AudioTrack[]; warnings: string[] }> => {
  const warnings: string[] = []
  const heard = await listen(work, warnings)
  const fileOf = (track: PlannedAudio): string => `${track.rendition}.mp4`
  const outcome = await encodeSound({
    ffmpegPath: work.ffmpegPath,
    sourcePath: work.sourcePath,
    tracks: heard.map(({ track, gainDb }) => ({
      ...(track.streamIndex === undefined ? {} : { streamIndex: track.streamIndex }),
      sourceChannels: track.sourceChannels,
      gainDb,
      targetPath: join(work.dir, fileOf(track)),
    })),
    durationSec: work.grid.durationMs / 1000,
    signal: work.signal,
    onProgress: ({ outTimeMs }) =>
      work.onFraction?.(0.4 + 0.6 * Math.min(1, outTimeMs / work.grid.durationMs)),
  })
  if (outcome.kind === 'failed') {
    throw new Refusal(outcome.reason === 'failed' ? 'encoder_failed' : outcome.reason, outcome.words)
  }
  const tracks: AudioTrack[] = []
  for (const { track } of heard) {
    await regridSound(join(work.dir, fileOf(track)), work.grid)
    const verified = await verifyTrack({
      ffmpegPath: work.ffmpegPath,
      path: join(work.dir, fileOf(track)),
      kind: 'sound',
      expectedMs: work.grid.durationMs,
      signal: work.signal,
    })
    const { rendition, language, name } = track
    tracks.push({ ...verified, rendition, file: fileOf(track), language, name, channels: 2 })
  }
  return { tracks, warnings }
}
