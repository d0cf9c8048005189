/**
 * The loudness of tracks that were packaged before it was stored, in `loudness.json` next to the description, as markers
 * are: the packager may be writing the description at the same time, on this machine or another.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssetDescription, TrackLoudness } from '#media/playlists/asset-description.ts'

const file = 'loudness.json'

/** What was measured of an asset's tracks, by rendition; null for a track that could not be measured. */
export type MeasuredTracks = Readonly<Record<string, TrackLoudness | null>>

/** Changes when the file does. */
export function stampOfLoudness(dir: string): string {
  const stats = statSync(join(dir, file), { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}

/** Empty when nothing was measured, or of an earlier package of another file. */
export function readLoudness(dir: string, fingerprint: string): MeasuredTracks {
  try {
    // Only saveLoudness writes it, atomically.
    const stored = JSON.parse(readFileSync(join(dir, file), 'utf8')) as {
      readonly fingerprint: string
      readonly tracks: MeasuredTracks
    }
    return stored.fingerprint === fingerprint ? stored.tracks : {}
  } catch {
    return {}
  }
}

/** The description with what was measured later; what the packager measured has precedence. */
export function withMeasuredLoudness(asset: AssetDescription, dir: string): AssetDescription {
  if (asset.audio.every(({ loudness }) => loudness !== undefined)) return asset
  const tracks = readLoudness(dir, asset.source.fingerprint)
  const audio = asset.audio.map((track) => {
    const loudness = track.loudness ?? tracks[track.rendition]
    return loudness === null || loudness === undefined ? track : { ...track, loudness }
  })
  return { ...asset, audio }
}

/** Replaces all that was measured; false when there is no such asset. */
export async function saveLoudness(
  dir: string,
  fingerprint: string,
  tracks: MeasuredTracks,
): Promise<boolean> {
  const temporary = join(dir, `${file}.${randomBytes(4).toString('hex')}.tmp`)
  try {
    await writeFile(temporary, JSON.stringify({ fingerprint, tracks }), { flush: true })
    await rename(temporary, join(dir, file))
    return true
  } catch (error) {
    await rm(temporary, { force: true })
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
