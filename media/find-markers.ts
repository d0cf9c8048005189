/** Analyses packaged assets for what viewers skip: the intro and the end credits. */
import { join } from 'node:path'
import { keyFrameDarkness, audioFingerprint } from '#media/ffmpeg/probe/marker-signals.ts'
import { readChapters } from '#media/ffmpeg/probe/read-chapters.ts'
import { chapterMarks } from '#media/markers/chapter-marks.ts'
import { commonInSeason, type MatchedStretch } from '#media/markers/common-audio.ts'
import { titlesStart } from '#media/markers/dark-end.ts'
import type { AssetDescription, AssetMarker } from '#media/playlists/asset-description.ts'

/** A found range, and how it was found. */
export interface DetectedMarker extends AssetMarker {
  /** Audio that episodes share, dark video at the end, or a chapter name. */
  readonly origin: 'sound' | 'dark' | 'chapter'
  /** 0 to 1. */
  readonly confidence: number
}

/** One episode of a season, or a single film. */
export interface SearchedAsset {
  readonly asset: AssetDescription
  readonly dir: string
  /** Path of its source, which is read for chapters. */
  readonly sourcePath?: string
}

/** The programs that read the tracks, and the signal to abort the search. */
export interface SearchTools {
  readonly ffmpegPath: string
  readonly ffprobePath: string
  readonly signal?: AbortSignal | undefined
}

const intro = { minSec: 15, maxSec: 120 }
const titleBounds = { minSec: 15, maxSec: 300 }
/** Where an intro and where end credits are searched: limited, so that one cannot be mistaken for the other. */
const introBounds = { maxSec: 600, part: 0.4 }
const end = { maxSec: 600, part: 0.2 }
/** A shorter rest after the credits belongs to them. */
const tailMs = 15_000
const chapterConfidence = 0.9

interface Part {
  readonly fromSec: number
  readonly lengthSec: number
}

function openingOf({ durationMs }: AssetDescription): Part {
  return {
    fromSec: 0,
    lengthSec: Math.min(introBounds.maxSec, (durationMs / 1000) * introBounds.part),
  }
}

function endOf({ durationMs }: AssetDescription): Part {
  const lengthSec = Math.min(end.maxSec, (durationMs / 1000) * end.part)
  return { fromSec: durationMs / 1000 - lengthSec, lengthSec }
}

/** The common audio in the same part of each episode; none for a single film. */
async function shared(
  searched: readonly SearchedAsset[],
  partOf: (asset: AssetDescription) => Part,
  limits: typeof intro,
  tools: SearchTools,
): Promise<readonly (MatchedStretch | undefined)[]> {
  if (searched.length < 2) return []
  const prints: Uint32Array[] = []
  for (const { asset, dir } of searched) {
    const track = asset.audio[0]
    const part = { ...tools, ...partOf(asset) }
    const print =
      track === undefined ? undefined : await audioFingerprint({ ...part, trackPath: join(dir, track.file) })
    prints.push(print ?? new Uint32Array())
  }
  return commonInSeason(prints, limits)
}

async function darkTitles(
  { asset, dir }: SearchedAsset,
  tools: SearchTools,
): Promise<DetectedMarker | undefined> {
  const [track, part] = [asset.video[0], endOf(asset)]
  if (track === undefined) return undefined
  const frames = await keyFrameDarkness({ ...tools, ...part, trackPath: join(dir, track.file) })
  const match = titlesStart(frames ?? [], part.lengthSec)
  if (match === undefined) return undefined
  const beginMs = Math.round((part.fromSec + match.beginSec) * 1000)
  return { kind: 'titles', beginMs, endMs: asset.durationMs, origin: 'dark', confidence: match.confidence }
}

function fromAudio(
  kind: AssetMarker['kind'],
  match: MatchedStretch | undefined,
  { fromSec }: Part,
  durationMs: number,
): DetectedMarker | undefined {
  if (match === undefined) return undefined
  const [beginMs, audioEndMs] = [match.beginSec, match.endSec].map((sec) =>
    Math.round((fromSec + sec) * 1000),
  )
  if (beginMs === undefined || audioEndMs === undefined) return undefined
  const endMs = kind === 'titles' && durationMs - audioEndMs < tailMs ? durationMs : audioEndMs
  return { kind, beginMs, endMs: Math.min(endMs, durationMs), origin: 'sound', confidence: match.confidence }
}

async function chaptersOf(
  { asset, sourcePath }: SearchedAsset,
  { ffprobePath, signal }: SearchTools,
): Promise<readonly DetectedMarker[]> {
  if (sourcePath === undefined) return []
  const chapters = await readChapters({ ffprobePath, path: sourcePath, signal })
  return chapterMarks(chapters, asset.durationMs / 1000).map(({ kind, beginSec, endSec }) => ({
    kind,
    beginMs: Math.round(beginSec * 1000),
    endMs: Math.round(endSec * 1000),
    origin: 'chapter',
    confidence: chapterConfidence,
  }))
}

/**
 * Searches the episodes of one season, or a single film; results are in the same order. Chapters have priority over
 * common audio, and common audio over dark video. Throws when it is aborted.
 */
export async function findMarkers(
  searched: readonly SearchedAsset[],
  tools: SearchTools,
): Promise<readonly (readonly DetectedMarker[])[]> {
  const intros = await shared(searched, openingOf, intro, tools)
  const titles = await shared(searched, endOf, titleBounds, tools)
  const all: DetectedMarker[][] = []
  for (const [place, one] of searched.entries()) {
    const { asset } = one
    const match = [
      ...(await chaptersOf(one, tools)),
      fromAudio('intro', intros[place], openingOf(asset), asset.durationMs),
      fromAudio('titles', titles[place], endOf(asset), asset.durationMs),
    ].filter((marker) => marker !== undefined)
    if (!match.some(({ kind }) => kind === 'titles')) {
      const dark = await darkTitles(one, tools)
      if (dark !== undefined) match.push(dark)
    }
    tools.signal?.throwIfAborted()
    all.push(match.filter(({ kind }, at) => match.findIndex((other) => other.kind === kind) === at))
  }
  return all
}
