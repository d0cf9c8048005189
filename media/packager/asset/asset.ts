/**
 * The description of a packaged asset on disk (`asset.json`), read by the origin and by linear channels.
 */
import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  AssetDescription,
  AssetSegment,
  AssetTrack,
  AudioTrack,
  VideoTrack,
} from '#media/playlists/asset-description.ts'

export type { AssetDescription } from '#media/playlists/asset-description.ts'

const format = 1
const file = 'asset.json'

/** On disk a segment table is three flat lists: starts are calculated from durations and offsets from sizes. */
interface StoredTrack {
  firstOffset: number
  firstStartTicks: number
  sizes: number[]
  durations: number[]
}

function packSegments(segments: readonly AssetSegment[]): StoredTrack {
  return {
    firstOffset: segments[0]?.offset ?? 0,
    firstStartTicks: segments[0]?.startTicks ?? 0,
    sizes: segments.map((segment) => segment.size),
    durations: segments.map((segment) => segment.durationTicks),
  }
}

function unpackSegments(stored: StoredTrack): AssetSegment[] {
  let offset = stored.firstOffset
  let startTicks = stored.firstStartTicks
  return stored.sizes.map((size, position) => {
    const segment = { offset, size, startTicks, durationTicks: stored.durations[position] ?? 0 }
    offset += size
    startTicks += segment.durationTicks
    return segment
  })
}

function pack(track: AssetTrack): object {
  return { ...track, segments: packSegments(track.segments) }
}

function unpack<Track extends AssetTrack>(
  stored: Omit<Track, 'segments'> & { segments: StoredTrack },
): Track {
  return { ...stored, segments: unpackSegments(stored.segments) } as unknown as Track
}

/** The content of `asset.json`. */
export function serializeAsset(asset: AssetDescription): string {
  return JSON.stringify({
    format: format,
    ...asset,
    video: asset.video.map(pack),
    audio: asset.audio.map(pack),
  })
}

/** Undefined when the text is not a description of this format. */
export function parseAsset(text: string): AssetDescription | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (!('format' in value) || value.format !== format) return undefined
  // Only serializeAsset writes it, atomically: the format number is enough to know the shape.
  const { format: _format, ...stored } = value as { format: number } & Omit<
    AssetDescription,
    'video' | 'audio'
  > & {
      video: (Omit<VideoTrack, 'segments'> & { segments: StoredTrack })[]
      audio: (Omit<AudioTrack, 'segments'> & { segments: StoredTrack })[]
    }
  return {
    ...stored,
    video: stored.video.map((track) => unpack<VideoTrack>(track)),
    audio: stored.audio.map((track) => unpack<AudioTrack>(track)),
  }
}

/** Reads `<dir>/asset.json`. Undefined when there is none or it has another format; other failures throw. */
export async function readAsset(dir: string): Promise<AssetDescription | undefined> {
  try {
    return parseAsset(await readFile(join(dir, file), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined
    }
    throw error
  }
}

/** Writes `<dir>/asset.json` atomically: a reader sees the old one or the new one. */
export async function writeAsset(dir: string, asset: AssetDescription): Promise<void> {
  const temporary = join(dir, `${file}.${randomBytes(4).toString('hex')}.tmp`)
  try {
    await writeFile(temporary, serializeAsset(asset), { flush: true })
    await rename(temporary, join(dir, file))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
