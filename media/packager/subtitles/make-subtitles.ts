/** All subtitles of an asset as WebVTT files. One that cannot be read is left out with a warning, never the film. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { convertSubtitleFile, extractSubtitles } from '#media/ffmpeg/encode/extract-subtitles.ts'
import type { RunOutcome } from '#media/ffmpeg/process/supervise.ts'
import type { PlannedSubtitle } from '#media/ladder/ladder.ts'
import { languageCode, trackName } from '#media/ladder/languages.ts'
import type { SubtitleTrack } from '#media/playlists/asset-description.ts'
import { Refusal, type SidecarSubtitle } from '#media/packager/job/job.ts'
import { decodeText } from './text-encoding.ts'
import { removeAssDrawings } from './remove-ass-drawings.ts'

interface SubtitleWork {
  readonly ffmpegPath: string
  readonly sourcePath: string
  readonly embedded: readonly PlannedSubtitle[]
  readonly sidecars: readonly SidecarSubtitle[]
  readonly dir: string
  readonly signal?: AbortSignal | undefined
}

/** How every warning of this file begins. */
export const subtitleWarning = 'subtitles from'

const largestSidecar = 16 << 20
const maxSidecars = 32

function stopWhenAborted(outcome: RunOutcome): void {
  if (outcome.kind === 'failed' && outcome.reason === 'aborted') throw new Refusal('aborted', outcome.words)
}

/** Undefined when the file is WebVTT with at least one cue, else what is wrong. Drawings are taken out of it. */
async function lookAtResult(path: string): Promise<string | undefined> {
  const converted = await readFile(path, 'utf8').catch(() => '')
  if (!converted.startsWith('WEBVTT')) return 'no WebVTT came of it'
  const text = removeAssDrawings(converted)
  if (text !== converted) await writeFile(path, text)
  // ffmpeg writes cues without text when it does not understand the order of the fields.
  const lines = text.split('\n').slice(1)
  const spoken = lines.some(
    (line) => !line.includes('-->') && /[\p{L}\p{N}]/u.test(line.replaceAll(/<[^>]*>/g, '')),
  )
  return spoken ? undefined : 'it holds no lines'
}

async function extractEmbedded(work: SubtitleWork): Promise<void> {
  if (work.embedded.length === 0) return
  const streams = work.embedded.map(({ streamIndex, rendition }) => ({
    streamIndex,
    targetPath: join(work.dir, `${rendition}.vtt`),
  }))
  const together = await extractSubtitles({ ...work, streams })
  stopWhenAborted(together)
  if (together.kind === 'done') return
  // One bad stream fails the common run: then each stream gets its own run.
  for (const stream of streams) stopWhenAborted(await extractSubtitles({ ...work, streams: [stream] }))
}

/** The error, or undefined when `<rendition>.vtt` was written. */
async function convertSidecar(
  work: SubtitleWork,
  sidecar: SidecarSubtitle,
  rendition: string,
): Promise<string | undefined> {
  const extension = extname(sidecar.path)
    .toLowerCase()
    .replace(/[^.a-z]/g, '')
  const textPath = join(work.dir, `${rendition}.text${extension}`)
  try {
    const { size } = await stat(sidecar.path)
    if (size > largestSidecar) return 'it is larger than any subtitles are'
    await writeFile(textPath, decodeText(await readFile(sidecar.path)).replaceAll('\0', ''))
    const targetPath = join(work.dir, `${rendition}.vtt`)
    const outcome = await convertSubtitleFile({ ...work, textPath, targetPath })
    stopWhenAborted(outcome)
    return outcome.kind === 'failed' ? outcome.words : undefined
  } catch (error) {
    if (error instanceof Refusal) throw error
    return error instanceof Error ? error.message : String(error)
  } finally {
    await rm(textPath, { force: true })
  }
}

/** Tracks in the order of the plan, then sidecar files; names are made unique, since a playlist requires it. */
export async function makeSubtitles(
  work: SubtitleWork,
): Promise<{ tracks: SubtitleTrack[]; warnings: string[] }> {
  await extractEmbedded(work)
  const tracks: SubtitleTrack[] = []
  const warnings: string[] = []
  const names = new Set<string>()
  const take = async (track: Omit<SubtitleTrack, 'file'>, from: string, wrong?: string): Promise<void> => {
    const file = `${track.rendition}.vtt`
    const problem = wrong ?? (await lookAtResult(join(work.dir, file)))
    if (problem !== undefined) {
      await rm(join(work.dir, file), { force: true })
      warnings.push(`${subtitleWarning} ${from} are left out: ${problem}`)
      return
    }
    let { name } = track
    for (let turn = 2; names.has(name) && turn < 1000; turn += 1) name = `${track.name} ${turn}`
    names.add(name)
    tracks.push({ ...track, file, name })
  }
  for (const { rendition, language, name, streamIndex } of work.embedded) {
    await take({ rendition, language, name }, `stream ${streamIndex}`)
  }
  for (const [position, sidecar] of work.sidecars.slice(0, maxSidecars).entries()) {
    const language = languageCode(sidecar.language)
    const rendition = `s${work.embedded.length + position}-${language}`
    const name = trackName(language, sidecar.name) || `Subtitles ${work.embedded.length + position + 1}`
    const wrong = await convertSidecar(work, sidecar, rendition)
    await take({ rendition, language, name }, basename(sidecar.path), wrong)
  }
  return { tracks, warnings }
}
