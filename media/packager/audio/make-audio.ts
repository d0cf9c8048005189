/** The audio renditions of an asset: measures each track, copies it if possible, encodes the rest. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyAudio } from '#media/ffmpeg/encode/copy-track.ts'
import { gainFor, isLevel, measureLoudness } from '#media/ffmpeg/probe/measure-loudness.ts'
import type { RunFailed } from '#media/ffmpeg/process/supervise.ts'
import type { PlannedAudio, StreamDecision } from '#media/ladder/ladder.ts'
import type { AudioTrack, VideoTrack } from '#media/playlists/asset-description.ts'
import { Refusal } from '#media/packager/job/job.ts'
import { alignAudioSegments } from './align-audio-segments.ts'
import { encodeInParts, partsFor, removeParts, type AudioTrackParts } from './parallel-audio.ts'
import { verifyTrack } from '#media/packager/tracks/verify-track.ts'

interface AudioWork {
  readonly ffmpegPath: string
  readonly sourcePath: string
  readonly planned: readonly PlannedAudio[]
  /** The video, whose length and segment boundaries every audio track gets. */
  readonly grid: VideoTrack
  readonly dir: string
  /** How many encoders work in parallel; chosen by length and machine when absent. */
  readonly parts?: number
  readonly signal?: AbortSignal | undefined
  /** 0 to 1. */
  readonly onFraction?: ((fraction: number) => void) | undefined
}

interface Heard {
  readonly track: PlannedAudio
  readonly gainDb: number
  readonly integratedLufs?: number
  readonly peakDb?: number
  readonly truePeakDb?: number
  readonly isSampled?: boolean
  /** The source's track, aligned to the video's segments: passed through if its loudness allows. */
  readonly copy?: AudioTrack | undefined
}

const silence: PlannedAudio = { rendition: 'a0-zxx', language: 'zxx', name: '—', sourceChannels: 0 }

/** Only these failures end the whole job; a track that is merely broken is left out. */
function stopWhenGrave(failed: RunFailed): void {
  if (failed.reason === 'failed') return
  throw new Refusal(failed.reason, failed.words)
}

function fileOf(track: PlannedAudio): string {
  return `${track.rendition}.mp4`
}

/** Aligns a track's segments to the video's grid and reads it back. */
async function finish(work: AudioWork, track: PlannedAudio, parts?: AudioTrackParts): Promise<AudioTrack> {
  const path = join(work.dir, fileOf(track))
  await alignAudioSegments(path, work.grid, parts)
  if (parts !== undefined) await removeParts(parts)
  const verified = await verifyTrack({
    ffmpegPath: work.ffmpegPath,
    path,
    kind: 'sound',
    expectedMs: work.grid.durationMs,
    signal: work.signal,
  })
  const { rendition, language, name } = track
  return { ...verified, rendition, file: fileOf(track), language, name, channels: 2 }
}

// An AAC frame lasts 21.3 ms at 48 kHz; a copy may be shorter or longer than the video by one.
const frameMs = 22

/** Undefined when the copy is not as long as the video or cannot be read back: then the track is encoded. */
async function copyTrack(work: AudioWork, track: PlannedAudio): Promise<AudioTrack | undefined> {
  if (track.streamIndex === undefined) return undefined
  const outcome = await copyAudio({
    ...work,
    streamIndex: track.streamIndex,
    targetPath: join(work.dir, fileOf(track)),
    durationSec: work.grid.durationMs / 1000,
    onProgress: undefined,
  })
  if (outcome.kind === 'failed') {
    stopWhenGrave(outcome)
    return undefined
  }
  try {
    const made = await finish(work, track)
    const isWhole = made.segments.length === work.grid.segments.length
    return isWhole && Math.abs(made.durationMs - work.grid.durationMs) <= frameMs ? made : undefined
  } catch (error) {
    if (error instanceof Refusal && error.reason !== 'not_verified') throw error
    return undefined
  }
}

/** The copied track file, used as a source. */
function copied({ dir }: AudioWork, track: PlannedAudio): { sourcePath: string; streamIndex: number } {
  return {
    sourcePath: join(dir, fileOf(track)),
    streamIndex: 0,
  }
}

async function listen(work: AudioWork, warnings: string[]): Promise<Heard[]> {
  const heard: Heard[] = []
  for (const [position, track] of work.planned.entries()) {
    if (track.streamIndex === undefined) {
      heard.push({ track, gainDb: 0 })
      continue
    }
    // Reading the copied file is faster than reading audio interleaved with video in the source.
    const copy = track.copyIfLevel === true ? await copyTrack(work, track) : undefined
    const where = copy === undefined ? { streamIndex: track.streamIndex } : copied(work, track)
    const loudness = await measureLoudness({
      ...work,
      ...where,
      sourceChannels: track.sourceChannels,
      durationMs: work.grid.durationMs,
      onProgress: ({ outTimeMs }) =>
        work.onFraction?.(
          (0.4 * (position + Math.min(1, outTimeMs / work.grid.durationMs))) / work.planned.length,
        ),
    })
    if (loudness.kind === 'measured') {
      const { kind: _kind, ...figures } = loudness
      heard.push({ track, gainDb: gainFor(loudness), ...figures, copy })
    } else {
      stopWhenGrave(loudness)
      await rm(join(work.dir, fileOf(track)), { force: true })
      warnings.push(`audio track ${track.streamIndex} (${track.language}) is left out: ${loudness.words}`)
    }
  }
  if (heard.length > 0) return heard
  warnings.push('no audio track could be decoded; a silent one is added')
  return [{ track: silence, gainDb: 0 }]
}

async function encodeTracks(work: AudioWork, heard: readonly Heard[]): Promise<AudioTrack[]> {
  if (heard.length === 0) return []
  const durationSec = work.grid.durationMs / 1000
  const job = {
    ffmpegPath: work.ffmpegPath,
    sourcePath: work.sourcePath,
    tracks: heard.map(({ track, gainDb, isSampled }) => ({
      ...(track.streamIndex === undefined ? {} : { streamIndex: track.streamIndex }),
      sourceChannels: track.sourceChannels,
      gainDb,
      holdPeaks: isSampled === true,
      targetPath: join(work.dir, fileOf(track)),
    })),
    durationSec,
    signal: work.signal,
    onProgress: ({ outTimeMs }: { outTimeMs: number }) =>
      work.onFraction?.(0.4 + 0.6 * Math.min(1, outTimeMs / work.grid.durationMs)),
  }
  const { outcome, files } = await encodeInParts(job, work.parts ?? partsFor(durationSec))
  if (outcome.kind === 'failed') {
    throw new Refusal(outcome.reason === 'failed' ? 'encoder_failed' : outcome.reason, outcome.words)
  }
  const tracks: AudioTrack[] = []
  for (const { track } of heard)
    tracks.push(await finish(work, track, files.get(join(work.dir, fileOf(track)))))
  return tracks
}

function decide({ track, gainDb, integratedLufs, isSampled }: Heard, isCopied: boolean): StreamDecision[] {
  if (track.streamIndex === undefined || integratedLufs === undefined) return []
  const about = { stream: track.streamIndex, what: 'sound' } as const
  const loudness = `${integratedLufs.toFixed(1)} LUFS${isSampled === true ? ' by samples' : ''}`
  return isCopied
    ? [{ ...about, becomes: 'copied', why: `AAC-LC stereo at ${loudness}` }]
    : [{ ...about, becomes: 're-encoded', why: `${loudness}, changed by ${gainDb.toFixed(1)} dB` }]
}

/** The track with what was measured in its source. */
function withLoudness(made: AudioTrack, heard: Heard, isCopied: boolean): AudioTrack {
  const { integratedLufs, peakDb, truePeakDb, gainDb, isSampled = false } = heard
  if (integratedLufs === undefined || peakDb === undefined || truePeakDb === undefined) return made
  const figures = { integratedLufs, peakDb, truePeakDb, isSampled }
  return { ...made, loudness: { ...figures, gainDb: isCopied ? 0 : gainDb } }
}

export interface AudioResult {
  readonly tracks: AudioTrack[]
  readonly warnings: string[]
  readonly decisions: StreamDecision[]
}

/** Throws a Refusal when tracks that could be decoded cannot be encoded. */
export async function makeAudio(work: AudioWork): Promise<AudioResult> {
  const warnings: string[] = []
  const heard = await listen(work, warnings)
  const passedThrough = ({ copy, gainDb }: Heard): AudioTrack | undefined =>
    isLevel(gainDb) ? copy : undefined
  const others = heard.filter((one) => passedThrough(one) === undefined)
  const made = await encodeTracks(work, others)
  return {
    tracks: heard.flatMap((one) => {
      const copy = passedThrough(one)
      const track = copy ?? made[others.indexOf(one)]
      return track === undefined ? [] : [withLoudness(track, one, copy !== undefined)]
    }),
    warnings,
    decisions: heard.flatMap((one) => decide(one, passedThrough(one) !== undefined)),
  }
}
